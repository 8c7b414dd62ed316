import type { ReactNode } from 'react';
import { useText } from '#/lib/i18n/use-text.ts';
import type { Wallet } from '#/lib/wallet/provider.ts';
import { LoadError } from '#/ui/load-error.tsx';
import { LoadingRegion } from '#/ui/loading-region.tsx';
import { Skeleton } from '#/ui/skeleton.tsx';
import { NoWallet } from './no-wallet.tsx';
import { useWallets } from './use-wallets.ts';
import { WalletList } from './wallet-list.tsx';

type WalletChoiceProps = {
  /** Told below the wallets, when there are any. */
  children: ReactNode;
  lastChosen: Wallet | undefined;
  onChoose: (wallet: Wallet) => void;
  onLookAgain: () => void;
};

/** The wallets of this browser, and what to do where there is none. */
export function WalletChoice({ children, lastChosen, onChoose, onLookAgain }: WalletChoiceProps): ReactNode {
  const t = useText();
  const { wallets, settled, error } = useWallets();
  if (error) return <LoadError text={t('wallet.loadFailed')} error={error} onRetry={onLookAgain} />;
  if (wallets.length > 0) {
    return (
      <div className="mt-5 space-y-4">
        <WalletList wallets={wallets} lastChosen={lastChosen} onChoose={onChoose} />
        {children}
      </div>
    );
  }
  if (settled) return <NoWallet onLookAgain={onLookAgain} />;
  return (
    <LoadingRegion className="mt-5 space-y-2.5">
      <p className="text-small text-mute">{t('wallet.looking')}</p>
      <Skeleton className="h-18 rounded-tile" />
      <Skeleton className="h-18 rounded-tile" />
    </LoadingRegion>
  );
}
