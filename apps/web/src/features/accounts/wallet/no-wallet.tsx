import type { ReactNode } from 'react';
import { useText } from '#/lib/i18n/use-text.ts';
import { Button } from '#/ui/button.tsx';
import { CopyButton } from '#/ui/copy-button.tsx';
import { RefreshIcon } from '#/ui/icons/first-icons.tsx';
import { VisitIcon, WalletIcon } from '#/ui/icons/more-icons.tsx';
import { walletBrowsers } from './wallet-browsers.ts';

/** A browser without a wallet: on a phone the ways into one that has, else how to come by one. */
export function NoWallet({ onLookAgain }: { onLookAgain: () => void }): ReactNode {
  const t = useText();
  const isPhone = matchMedia('(pointer: coarse)').matches;
  return (
    <div className="enter mt-5 space-y-4">
      <div className="flex items-start gap-4 rounded-tile bg-raise p-4">
        <span className="grid size-11 shrink-0 place-content-center rounded-control bg-brand-soft text-brand">
          <WalletIcon size={22} />
        </span>
        <div className="min-w-0" role="status">
          <p className="text-body font-bold">{t('wallet.noneTitle')}</p>
          <p className="mt-0.5 text-small text-pretty text-mute">
            {isPhone ? t('wallet.nonePhone') : t('wallet.noneDesktop')}
          </p>
        </div>
      </div>
      {isPhone ? <WalletBrowserLinks address={location.href} /> : null}
      <Button variant="quiet" className="w-full" onClick={onLookAgain}>
        <RefreshIcon size={18} />
        {t('wallet.lookAgain')}
      </Button>
    </div>
  );
}

function WalletBrowserLinks({ address }: { address: string }): ReactNode {
  const t = useText();
  return (
    <>
      <ul className="space-y-2.5">
        {walletBrowsers.map(({ name, link }) => (
          <li key={name}>
            <a
              href={link(address)}
              rel="noreferrer"
              className="press flex min-h-14 items-center justify-between gap-3.5 rounded-tile bg-bg px-4 py-3"
            >
              <span className="min-w-0 text-body font-bold">{t('wallet.openIn', { wallet: name })}</span>
              <VisitIcon size={20} className="text-brand" />
            </a>
          </li>
        ))}
      </ul>
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <p className="min-w-40 flex-1 text-small text-pretty text-mute">{t('wallet.otherBrowser')}</p>
        <CopyButton text={address} label={t('wallet.copyAddress')} />
      </div>
    </>
  );
}
