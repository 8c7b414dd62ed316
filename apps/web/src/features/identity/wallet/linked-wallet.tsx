import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { LinkWalletSheet } from './link-wallet-sheet.tsx';
import { call } from '#/lib/api/call.ts';
import { useText } from '#/lib/i18n/use-text.ts';
import { queryKeys } from '#/lib/query-keys.ts';
import { Button } from '#/ui/button.tsx';
import { WalletIcon } from '#/ui/icons/more-icons.tsx';
import { Modal } from '#/ui/dialog.tsx';

type LinkedWalletProps = {
  /** The wallet that an email account has linked; null without one. */
  wallet: string | null;
  /** Whether the sheet to link one is open from the start. */
  links: boolean;
};

/** The wallet for the fan's NFTs, and the ways to link, replace and remove it. */
export function LinkedWallet({ wallet, links }: LinkedWalletProps): ReactNode {
  const t = useText();
  const [open, setOpen] = useState<'link' | 'unlink' | null>(links ? 'link' : null);
  const close = () => setOpen(null);
  return (
    <>
      <div className="flex items-start gap-3.5">
        <span className="grid size-11 shrink-0 place-content-center rounded-control bg-brand-soft text-brand">
          <WalletIcon size={22} />
        </span>
        <div className="min-w-0 flex-1">
          <p className="text-body font-bold wrap-anywhere">{wallet ?? t('wallet.noneLinked')}</p>
          <p className="mt-0.5 text-small text-pretty text-mute">
            {t(wallet === null ? 'wallet.noneLinkedNote' : 'wallet.linkedNote')}
          </p>
        </div>
      </div>
      <div className="mt-3.5 flex flex-wrap gap-2">
        <Button variant={wallet === null ? 'primary' : 'soft'} onClick={() => setOpen('link')}>
          {wallet === null ? t('wallet.link') : t('wallet.linkAnother')}
        </Button>
        {wallet === null ? null : (
          <Button variant="quiet" onClick={() => setOpen('unlink')}>
            {t('wallet.unlink')}
          </Button>
        )}
      </div>
      {open === 'link' ? <LinkWalletSheet onClose={close} /> : null}
      {open === 'unlink' ? <UnlinkQuestion onClose={close} /> : null}
    </>
  );
}

function UnlinkQuestion({ onClose }: { onClose: () => void }): ReactNode {
  const t = useText();
  const queryClient = useQueryClient();
  const unlink = useMutation({
    mutationFn: () => call('POST /wallet/api/v1/userExpand/unlinkWallet', { body: {} }),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: queryKeys.assets }),
  });
  return (
    <Modal title={t('wallet.unlinkTitle')} onClose={onClose}>
      {(close) => (
        <div className="mt-3 space-y-3">
          <p className="text-body text-pretty text-mute">{t('wallet.unlinkText')}</p>
          <Button size="large" busy={unlink.isPending} onClick={() => unlink.mutate(undefined, { onSuccess: close })}>
            {t('wallet.unlink')}
          </Button>
          <Button variant="quiet" className="w-full" onClick={close}>
            {t('common.notNow')}
          </Button>
        </div>
      )}
    </Modal>
  );
}
