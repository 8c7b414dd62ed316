import type { ReactNode } from 'react';
import { refusalReason } from '#/lib/api/refusal-reason.ts';
import { useText } from '#/lib/i18n/use-text.ts';
import { Button } from '#/ui/button.tsx';
import { Modal } from '#/ui/dialog/modal.tsx';
import { InlineAlert } from '#/ui/inline-alert.tsx';
import { showToast } from '#/ui/toast/toast-store.ts';
import { unlinkErrorText } from './social-error-text.ts';
import { providerNames, type SocialProvider } from './social-provider.ts';
import { useUnlinkAccount } from './use-unlink-account.ts';

type UnlinkModalProps = {
  provider: SocialProvider;
  name: string;
  /** The account is not linked any more. */
  onUnlinked: () => void;
  onClose: () => void;
};

/** Asks once before unlinking, and says what it costs. */
export function UnlinkModal({ provider, name, onUnlinked, onClose }: UnlinkModalProps): ReactNode {
  const t = useText();
  const site = providerNames[provider];
  const unlink = useUnlinkAccount(provider, () => {
    showToast({ kind: 'success', title: t('social.unlinked', { site }) });
    onUnlinked();
  });
  const go = () =>
    unlink.mutate(undefined, {
      onError: (error) => {
        // What was asked for is so already, and there is nothing left to ask here.
        if (refusalReason(error) !== 'SOCIAL_NOT_BOUND') return;
        showToast({ kind: 'notice', title: unlinkErrorText(error, t) });
        onUnlinked();
      },
    });
  return (
    <Modal title={t('social.unlinkTitle', { name })} closable={!unlink.isPending} onClose={onClose}>
      {(close) => (
        <>
          <ul className="mt-3 list-disc space-y-1.5 pl-5 text-body text-pretty text-mute">
            <li>{t('social.unlinkTasks', { site })}</li>
            <li>{t('social.unlinkReward')}</li>
            <li>{t('social.unlinkWaiting', { site })}</li>
          </ul>
          {unlink.error ? (
            <div className="mt-4">
              <InlineAlert>{unlinkErrorText(unlink.error, t)}</InlineAlert>
            </div>
          ) : null}
          <div className="mt-6 grid grid-cols-[repeat(auto-fit,minmax(8rem,1fr))] gap-3">
            <Button variant="soft" size="large" disabled={unlink.isPending} onClick={close}>
              {t('social.keep')}
            </Button>
            <Button size="large" busy={unlink.isPending} onClick={go}>
              {t('social.unlink')}
            </Button>
          </div>
        </>
      )}
    </Modal>
  );
}
