import { type ReactNode, useEffect, useState } from 'react';
import { useText } from '#/lib/i18n/use-text.ts';
import type { Wallet } from '#/lib/wallet/provider.ts';
import { loadWallets } from '#/lib/wallet/sign-with-wallet.ts';
import { Button } from '#/ui/button.tsx';
import { CopyButton } from '#/ui/copy-button.tsx';
import { WalletIcon, VisitIcon } from '#/ui/icons/more-icons.tsx';
import { NextIcon, RefreshIcon } from '#/ui/icons/shell-icons.tsx';
import { LoadError } from '#/ui/load-error.tsx';
import { LoadingRegion } from '#/ui/loading-region.tsx';
import { Name } from '#/ui/name.tsx';
import { Skeleton } from '#/ui/skeleton.tsx';
import { useArrivingFocus } from '#/ui/use-arriving-focus.ts';

type WalletChoiceProps = {
  /** Below the wallets, if there are any. */
  children: ReactNode;
  lastChosen: Wallet | undefined;
  onChoose: (wallet: Wallet) => void;
  onLookAgain: () => void;
};

/** Shows the wallets of this browser, or what to do without one. */
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

/** Helps a browser without a wallet: on a phone by links into one that has, else by how to come by one. */
function NoWallet({ onLookAgain }: { onLookAgain: () => void }): ReactNode {
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

type FoundWallets = {
  readonly wallets: readonly Wallet[];
  /** No late wallet need be waited for. */
  readonly settled: boolean;
  /** The failure to load the code for wallets. */
  readonly error?: unknown;
};

/** Returns the browser's wallets, including those announced later. */
function useWallets(): FoundWallets {
  const [found, setFound] = useState<FoundWallets>({ wallets: [], settled: false });

  useEffect(() => {
    let stop: (() => void) | undefined;
    let left = false;
    loadWallets().then(
      ({ watchWallets }) => {
        if (!left) stop = watchWallets((wallets, settled) => setFound({ wallets, settled }));
      },
      (error: unknown) => setFound({ wallets: [], settled: true, error }),
    );
    return () => {
      left = true;
      stop?.();
    };
  }, []);

  return found;
}

type WalletListProps = {
  wallets: readonly Wallet[];
  /** The wallet from which the fan comes back; it has the focus again. */
  lastChosen: Wallet | undefined;
  onChoose: (wallet: Wallet) => void;
};

/** Shows the wallets of this browser, by their own names and pictures. */
function WalletList({ wallets, lastChosen, onChoose }: WalletListProps): ReactNode {
  const t = useText();
  const comingBack = useArrivingFocus<HTMLButtonElement>();
  const isLast = ({ id, name }: Wallet) => id === lastChosen?.id && name === lastChosen.name;
  return (
    <ul aria-label={t('wallet.choose')} className="space-y-2.5">
      {withKeys(wallets).map(([key, wallet]) => (
        <li key={key}>
          <button
            ref={isLast(wallet) ? comingBack : null}
            type="button"
            onClick={() => onChoose(wallet)}
            className="press flex w-full items-center gap-3.5 rounded-tile bg-bg p-3.5 text-left"
          >
            <WalletPicture wallet={wallet} />
            <Name className="min-w-0 flex-1 truncate text-body font-bold">{wallet.name || t('wallet.inWindow')}</Name>
            <NextIcon size={20} className="text-mute" />
          </button>
        </li>
      ))}
    </ul>
  );
}

/** Shows the wallet's picture; one of ours for a wallet without a picture. */
export function WalletPicture({ wallet }: { wallet: Wallet }): ReactNode {
  if (wallet.icon) {
    return <img src={wallet.icon} alt="" width={44} height={44} className="size-11 shrink-0 rounded-control" />;
  }
  return (
    <span className="grid size-11 shrink-0 place-content-center rounded-control bg-brand-soft text-brand">
      <WalletIcon size={22} />
    </span>
  );
}

/** Returns each wallet with a unique key; several builds of one are numbered in order. */
export function withKeys(wallets: readonly Wallet[]): readonly (readonly [key: string, wallet: Wallet])[] {
  const seen = new Map<string, number>();
  return wallets.map((wallet) => {
    const words = `${wallet.id} ${wallet.name}`;
    const count = (seen.get(words) ?? 0) + 1;
    seen.set(words, count);
    return [`${words} ${count}`, wallet];
  });
}

/** A wallet app with a browser, and the link that opens one of our pages in it. */
type WalletBrowser = { readonly name: string; readonly link: (address: string) => string };

/** BNB Smart Chain among Trust Wallet's ids of chains. */
const trustChain = 20_000_714;

/**
 * The wallets whose makers document such a link (docs.metamask.io, developer.trustwallet.com, web3.okx.com). Binance's no
 * longer opens pages of others by link.
 */
export const walletBrowsers: readonly WalletBrowser[] = [
  { name: 'MetaMask', link: (address) => `https://link.metamask.io/dapp/${address.replace(/^https?:\/\//, '')}` },
  {
    name: 'Trust Wallet',
    link: (address) => `https://link.trustwallet.com/open_url?coin_id=${trustChain}&url=${encodeURIComponent(address)}`,
  },
  {
    name: 'OKX Wallet',
    link: (address) => {
      const inApp = `okx://wallet/dapp/url?dappUrl=${encodeURIComponent(address)}`;
      return `https://web3.okx.com/download?deeplink=${encodeURIComponent(inApp)}`;
    },
  },
];
