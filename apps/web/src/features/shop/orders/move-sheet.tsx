import type { Contract, DataOf, ErrorOf } from '@lightstick/contract';
import type { ReactNode } from 'react';
import { Link } from 'wouter';
import { shortAddress } from '#/lib/format/text.ts';
import { useFriendlyDate } from '#/lib/format/format-date.ts';
import type { MessageId, Translate } from '#/lib/i18n/i18n.ts';
import { useText } from '#/lib/i18n/use-text.ts';
import { useIntent } from '#/lib/intents/use-intent.ts';
import { queryKeys } from '#/lib/query-keys.ts';
import { refusalReason, refusalText } from '#/lib/refusal-text.ts';
import { Button, buttonStyle } from '#/ui/button.tsx';
import { InlineAlert } from '#/ui/inline-alert.tsx';
import { LoadError } from '#/ui/load-error.tsx';
import { LoadingRegion } from '#/ui/loading-region.tsx';
import { Skeleton } from '#/ui/skeleton.tsx';
import { SettledActions, SettledNotice, SpendSheet, useSpendState } from '#/ui/spend/spend-sheet.tsx';
import { SpendButton } from '#/ui/spend-button.tsx';
import { TransactionLink } from '#/ui/transaction-link.tsx';
import { type Nft, type MoveTerms, useMoveTerms } from './goods.ts';
import { NftPicture, SerialChip } from './nft-piece.tsx';

const moveRoute = 'POST /wallet/api/v1/pointsMall/moveToWallet';

type MoveAnswer = DataOf<Contract[typeof moveRoute]>;

type MoveSheetProps = {
  /** The piece as the collection shows it now, which is loaded again while it is on its way. */
  nft: Nft;
  /** The fan wants to link a wallet first. */
  onLinkWallet: () => void;
  onClose: () => void;
};

/** Moves a piece from custody to the fan's wallet: shows the target, the cost and the consequences. */
export function MoveSheet({ nft, onLinkWallet, onClose }: MoveSheetProps): ReactNode {
  const t = useText();
  const spend = useSpendState<MoveAnswer>();
  const { goodsId, serial } = nft;
  const move = useIntent({
    route: moveRoute,
    scope: `move:${goodsId}:${serial}`,
    affects: [queryKeys.assets],
    onDone: spend.settle,
  });
  const { unsettled } = move;
  return (
    <SpendSheet
      onClose={onClose}
      title={t('nft.move')}
      subtitle={
        <span className="flex flex-wrap items-center gap-2">
          {nft.title}
          <SerialChip serial={serial} size={nft.size} />
        </span>
      }
      media={<NftPicture src={nft.pictureUrl} width={56} className="shrink-0 rounded-control" />}
      spend={spend}
      sending={move}
      unsettled={
        unsettled && {
          text: t('nft.moveUnsettled'),
          askAgainLabel: t('mall.askAgain'),
          onAskAgain: () => move.mutate(unsettled),
        }
      }
      renderSettled={(moved, close) => (
        <>
          <SettledNotice
            title={t(movedTitles[nft.place])}
            detail={t('nft.moveGoesTo', { wallet: shortAddress(moved.wallet ?? '') })}
          />
          {nft.place === 'inWallet' ? null : (
            <p className="text-small text-pretty text-mute">
              {t(nft.place === 'delayed' ? 'nft.delayedNote' : 'nft.onItsWayNote')}
            </p>
          )}
          <TransactionLink transaction={nft.transaction} />
          <SettledActions onDone={close} />
        </>
      )}
    >
      {(close) => <MoveForm nft={nft} move={move} onLinkWallet={onLinkWallet} onClose={close} />}
    </SpendSheet>
  );
}

const movedTitles = {
  custody: 'nft.moveStarted',
  onItsWay: 'nft.moveStarted',
  delayed: 'nft.placeOf.delayed',
  inWallet: 'nft.moveArrived',
} as const;

type MoveFormProps = Omit<MoveSheetProps, 'onClose'> & {
  move: ReturnType<typeof useIntent<typeof moveRoute>>;
  onClose: () => void;
};

function MoveForm({ nft, move, onLinkWallet, onClose }: MoveFormProps): ReactNode {
  const t = useText();
  const terms = useMoveTerms();
  if (!terms.data) {
    if (terms.isError) {
      return (
        <LoadError
          text={t('nft.moveTermsError')}
          error={terms.error}
          retrying={terms.isFetching}
          onRetry={() => void terms.refetch()}
        />
      );
    }
    return (
      <LoadingRegion className="mt-5 space-y-4">
        <Skeleton className="h-28 rounded-tile" />
        <Skeleton className="h-14 rounded-control" />
      </LoadingRegion>
    );
  }
  const { wallet, fee } = terms.data;
  return (
    <div className="mt-5 space-y-4">
      {wallet === null ? (
        <p className="text-body text-pretty">{t('nft.moveNeedsWallet')}</p>
      ) : (
        <MoveFacts terms={terms.data} wallet={wallet} />
      )}
      <p className="text-small text-pretty text-mute">{t('nft.moveMeans')}</p>
      {wallet === null ? (
        <Button
          size="large"
          onClick={() => {
            onClose();
            onLinkWallet();
          }}
        >
          {t('wallet.link')}
        </Button>
      ) : (
        <MovePress
          terms={terms.data}
          move={move}
          onMove={() => move.mutate({ goodsId: nft.goodsId, serial: nft.serial, fee })}
        />
      )}
      <Button variant="quiet" className="w-full" onClick={onClose}>
        {t('common.notNow')}
      </Button>
    </div>
  );
}

function MoveFacts({ terms, wallet }: { terms: MoveTerms; wallet: string }): ReactNode {
  const t = useText();
  const { fee, movesLeft, movesPerDay } = terms;
  const facts = [
    [t('nft.moveFee'), fee === 0 ? t('nft.moveFree') : t('points.count', { points: fee })],
    [t('nft.movesToday'), t('nft.movesLeft', { left: movesLeft, most: movesPerDay })],
  ] as const;
  return (
    <dl className="num space-y-2 rounded-tile bg-raise p-4 text-small">
      <div>
        <dt className="text-mute">{t('nft.moveTo')}</dt>
        <dd className="font-bold break-all">{wallet}</dd>
      </div>
      {facts.map(([label, value]) => (
        <div key={label} className="flex justify-between gap-3">
          <dt className="text-mute">{label}</dt>
          <dd className="font-bold">{value}</dd>
        </div>
      ))}
    </dl>
  );
}

type MovePressProps = { terms: MoveTerms; move: MoveFormProps['move']; onMove: () => void };

/** Shows the button that moves the piece, or why it cannot be moved now. */
function MovePress({ terms: { fee, movesLeft, nextAt }, move, onMove }: MovePressProps): ReactNode {
  const t = useText();
  const friendly = useFriendlyDate();
  if (movesLeft === 0 && !move.isPending) {
    return <InlineAlert>{t('nft.movesUsedUp', { when: friendly(nextAt) })}</InlineAlert>;
  }
  return (
    <>
      {move.error ? <InlineAlert>{moveErrorText(move.error, t)}</InlineAlert> : null}
      {refusalReason(move.error) === 'INSUFFICIENT_POINTS' ? (
        <Link href="/task" className={buttonStyle('soft', 'large')}>
          {t('vote.earnPoints')}
        </Link>
      ) : null}
      <SpendButton size="large" busy={move.isPending} onClick={onMove}>
        {fee === 0 ? t('nft.moveNow') : t('nft.movePay', { points: fee })}
      </SpendButton>
    </>
  );
}

/** Complete by construction: a refusal added to the contract is a type error here until someone words it. */
const moveTexts: Record<ErrorOf<Contract[typeof moveRoute]>, MessageId> = {
  NFT_STAYS_IN_CUSTODY: 'nft.refused.move',
  NFT_NOT_FOUND: 'nft.refused.move',
  NFT_LEFT_CUSTODY: 'nft.refused.move',
  NFT_WALLET_MISSING: 'nft.refused.move',
  NFT_MOVES_USED_UP: 'nft.refused.move',
  NFT_FEE_CHANGED: 'nft.refused.move',
  INSUFFICIENT_POINTS: 'nft.refused.move',
};

function moveErrorText(error: Error, t: Translate): string {
  return refusalText(error, moveTexts, t);
}
