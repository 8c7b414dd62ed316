import { type ReactNode, useState } from 'react';
import { useText } from '#/lib/i18n/use-text.ts';
import { saveFile, shareAbilities, shareFile } from '#/lib/share-file.ts';
import { Button } from './button.tsx';
import { SaveIcon } from './icons/more-icons.tsx';
import { showToast } from './toast/toast-store.ts';

/** Saves a file where the browser can, else shares it; nothing in a web view that can do neither. */
export function FileButton({ makeFile }: { makeFile: () => File }): ReactNode {
  const t = useText();
  const [file] = useState(makeFile);
  const { canShare, canSave } = shareAbilities(file);
  if (!canShare && !canSave) return null;
  const keep = async () => {
    if (canSave) saveFile(file);
    else if (!(await shareFile(file))) showToast({ kind: 'warning', title: t('card.shareFailed') });
  };
  return (
    <Button variant="soft" onClick={() => void keep()}>
      <SaveIcon size={18} />
      {t('receipt.file')}
    </Button>
  );
}
