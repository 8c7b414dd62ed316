import type { ReactNode } from 'react';
import { shortAddress } from '#/lib/format/text.ts';
import { useText } from '#/lib/i18n/use-text.ts';
import { Badge } from '#/ui/badge.tsx';
import { ClockIcon, WalletIcon } from '#/ui/icons/more-icons.tsx';
import { CheckIcon } from '#/ui/icons/shell-icons.tsx';
import { Spinner } from '#/ui/spinner.tsx';
import { TransactionLink } from '#/ui/transaction-link.tsx';
import type { Nft } from './goods.ts';

type Place = Pick<Nft, 'place' | 'wallet' | 'transaction'>;

const tones = { custody: 'quiet', onItsWay: 'warn', delayed: 'warn', inWallet: 'ok' } as const;

/** Where a piece is, in two or three words. */
export function PlaceBadge({ place }: Pick<Place, 'place'>): ReactNode {
  const t = useText();
  return <Badge tone={tones[place]}>{t(`nft.place.${place}`)}</Badge>;
}

/** Where a piece is, with its wallet and its transaction on the chain. */
export function PiecePlace({ piece: { place, wallet, transaction } }: { piece: Place }): ReactNode {
  const t = useText();
  const address = wallet === null ? '' : shortAddress(wallet);
  return (
    <div role="status" className="rounded-tile bg-raise p-4 text-small">
      <p className="flex items-center gap-2.5 font-bold">
        {place === 'custody' ? <WalletIcon size={20} className="text-mute" /> : null}
        {place === 'onItsWay' ? <Spinner size={20} /> : null}
        {place === 'delayed' ? <ClockIcon size={20} className="text-warn" /> : null}
        {place === 'inWallet' ? <CheckIcon size={20} className="text-ok" /> : null}
        <span className="num min-w-0">
          {t(wallet === null ? `nft.place.${place}` : `nft.placeOf.${place}`, { wallet: address })}
        </span>
      </p>
      {place === 'onItsWay' ? <p className="mt-1 text-pretty text-mute">{t('nft.onItsWayNote')}</p> : null}
      {place === 'delayed' ? <p className="mt-1 text-pretty text-mute">{t('nft.delayedNote')}</p> : null}
      <TransactionLink transaction={transaction} className="-mb-2" />
    </div>
  );
}
