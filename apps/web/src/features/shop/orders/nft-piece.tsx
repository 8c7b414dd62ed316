import type { ReactNode } from 'react';
import { useAssetAddress } from '#/lib/asset-address.ts';
import { formatNumber } from '#/lib/format/format-number.ts';
import { useText } from '#/lib/i18n/use-text.ts';
import { Button } from '#/ui/button.tsx';
import { Sheet } from '#/ui/dialog.tsx';
import { shortAddress } from '#/lib/format/text.ts';
import { Badge } from '#/ui/badge.tsx';
import { ClockIcon, WalletIcon } from '#/ui/icons/more-icons.tsx';
import { CheckIcon } from '#/ui/icons/shell-icons.tsx';
import { Spinner } from '#/ui/spinner.tsx';
import { TransactionLink } from '#/ui/transaction-link.tsx';
import type { Nft } from './goods.ts';

type NftPictureProps = {
  src: string;
  /** CSS pixels; pictures are drawn 4 wide and 5 high. */
  width: number;
  className?: string;
};

/** Shows the picture of an edition; decorative, because the title beside it describes it. */
export function NftPicture({ src, width, className = '' }: NftPictureProps): ReactNode {
  return (
    <img
      alt=""
      src={useAssetAddress(src)}
      width={width}
      height={width * 1.25}
      style={{ aspectRatio: '4 / 5', height: 'auto' }}
      loading="lazy"
      decoding="async"
      draggable={false}
      className={`bg-raise object-cover ${className}`}
    />
  );
}

/** Shows which piece of how many it is: 12 / 100. */
export function SerialChip({ serial, size }: { serial: number; size: number }): ReactNode {
  const t = useText();
  return (
    <span
      className={
        'num inline-flex items-center gap-1 rounded-full ' +
        'bg-brand-soft px-2.5 py-1 text-caption font-bold text-brand'
      }
    >
      <span className="sr-only">{t('nft.serial')}</span>
      {formatNumber(serial)} / {formatNumber(size)}
    </span>
  );
}

type NftSheetProps = {
  title: string;
  description: string;
  pictureUrl: string;
  /** Beneath the description: its numbers, dates or limits. */
  facts: ReactNode;
  /** The one thing to do with it, after which the sheet closes. */
  action?: { readonly text: string; readonly onAct: () => void } | undefined;
  onClose: () => void;
};

/** Shows an NFT at full width, with the whole of its description. */
export function NftSheet({ title, description, pictureUrl, facts, action, onClose }: NftSheetProps): ReactNode {
  const t = useText();
  return (
    <Sheet title={title} onClose={onClose}>
      {(close) => (
        <div className="mt-4 space-y-4">
          <NftPicture src={pictureUrl} width={280} className="mx-auto rounded-card shadow-card" />
          <p className="text-body text-pretty">{description}</p>
          {facts}
          {action ? (
            <Button
              size="large"
              onClick={() => {
                close();
                action.onAct();
              }}
            >
              {action.text}
            </Button>
          ) : null}
          <Button variant="quiet" className="w-full" onClick={close}>
            {t('common.done')}
          </Button>
        </div>
      )}
    </Sheet>
  );
}

type PieceLocation = Pick<Nft, 'place' | 'wallet' | 'transaction'>;

const tones = { custody: 'quiet', onItsWay: 'warn', delayed: 'warn', inWallet: 'ok' } as const;

/** Says where a piece is, in two or three words. */
export function PlaceBadge({ place }: Pick<PieceLocation, 'place'>): ReactNode {
  const t = useText();
  return <Badge tone={tones[place]}>{t(`nft.place.${place}`)}</Badge>;
}

/** Shows where a piece is, with its wallet and its transaction on the chain. */
export function PiecePlace({ piece: { place, wallet, transaction } }: { piece: PieceLocation }): ReactNode {
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
