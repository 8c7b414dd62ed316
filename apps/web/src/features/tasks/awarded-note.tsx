import type { ReactNode } from 'react';
import { useText } from '#/lib/i18n/use-text.ts';
import { Button } from '#/ui/button.tsx';
import { CheckIcon } from '#/ui/icons/shell-icons.tsx';

/** The reward was paid although its answer was lost, or from another device. */
export function AwardedNote({ onDone }: { onDone: () => void }): ReactNode {
  const t = useText();
  return (
    <>
      <p className="flex min-h-14 items-center justify-center gap-2 rounded-tile bg-ok-soft font-bold text-ok">
        <CheckIcon size={20} />
        {t('task.awarded')}
      </p>
      <Button size="large" onClick={onDone}>
        {t('common.done')}
      </Button>
    </>
  );
}
