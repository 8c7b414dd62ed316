import type { ReactNode } from 'react';
import { useText } from '#/lib/i18n/use-text.ts';
import { Button } from '#/ui/button.tsx';
import { Modal } from '#/ui/dialog.tsx';
import { Name } from '#/ui/name.tsx';

type WithdrawnNoteProps = { name: string; onClose: () => void };

/** Replaces the vote sheet of an idol who has withdrawn. */
export function WithdrawnNote({ name, onClose }: WithdrawnNoteProps): ReactNode {
  const t = useText();
  return (
    <Modal title={<Name>{name}</Name>} onClose={onClose}>
      {(close) => (
        <>
          <p dir="auto" className="mt-2 text-body text-pretty">
            {t('idol.hasWithdrawn', { name })}
          </p>
          <Button size="large" className="mt-5" onClick={close}>
            {t('common.done')}
          </Button>
        </>
      )}
    </Modal>
  );
}
