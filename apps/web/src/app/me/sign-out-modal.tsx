import type { ReactNode } from 'react';
import { useSignOut } from '#/features/accounts/use-sign-out.ts';
import { useText } from '#/lib/i18n/use-text.ts';
import { Button } from '#/ui/button.tsx';
import { Modal } from '#/ui/dialog/modal.tsx';

type SignOutModalProps = { onClose: () => void; onSignedOut: () => void };

/** Asks once before signing out. */
export function SignOutModal({ onClose, onSignedOut }: SignOutModalProps): ReactNode {
  const t = useText();
  const signOut = useSignOut(onSignedOut);
  return (
    <Modal title={t('signOut.title')} onClose={onClose}>
      {(close) => (
        <>
          <p className="mt-2 text-body text-mute">{t('signOut.text')}</p>
          <div className="mt-6 grid grid-cols-[repeat(auto-fit,minmax(8rem,1fr))] gap-3">
            <Button variant="soft" size="large" onClick={close}>
              {t('signOut.stay')}
            </Button>
            <Button size="large" busy={signOut.isPending} onClick={() => signOut.mutate()}>
              {t('account.signOut')}
            </Button>
          </div>
        </>
      )}
    </Modal>
  );
}
