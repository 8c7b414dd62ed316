import type { ReactNode } from 'react';
import { useText } from '#/lib/i18n/use-text.ts';
import type { Wallet } from '#/lib/wallet/provider.ts';
import { NextIcon } from '#/ui/icons/first-icons.tsx';
import { WalletIcon } from '#/ui/icons/more-icons.tsx';
import { useArrivingFocus } from '#/ui/use-arriving-focus.ts';
import { withKeys } from './wallet-keys.ts';

type WalletListProps = {
  wallets: readonly Wallet[];
  /** From which the fan comes back; it has the focus again. */
  lastChosen: Wallet | undefined;
  onChoose: (wallet: Wallet) => void;
};

/** The wallets of this browser, by their own names and pictures. */
export function WalletList({ wallets, lastChosen, onChoose }: WalletListProps): ReactNode {
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
            <span className="min-w-0 flex-1 truncate text-body font-bold">{wallet.name || t('wallet.inWindow')}</span>
            <NextIcon size={20} className="text-mute" />
          </button>
        </li>
      ))}
    </ul>
  );
}

/** What the wallet looks like; a drawing of ours for one that does not say. */
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
