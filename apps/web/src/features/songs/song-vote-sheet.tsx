import { type ReactNode, useState } from 'react';
import { useText } from '#/lib/i18n/use-text.ts';
import { Button } from '#/ui/button.tsx';
import { Cover } from '#/ui/cover.tsx';
import { Empty } from '#/ui/empty.tsx';
import { TicketIcon, ReceiptIcon } from '#/ui/icons/more-icons.tsx';
import { LedgerReceipt } from '#/ui/receipt-card.tsx';
import { AmountForm, SettledActions, SettledNotice, SpendSheet, useSpendState } from '#/ui/spend/spend-sheet.tsx';
import { TicketCost } from '#/ui/spend/ticket-cost.tsx';
import { useArrivingFocus } from '#/ui/use-arriving-focus.ts';
import { songErrorText, type SongVote, useSongVote } from './use-song-votes.ts';
import type { MySongs, Song } from './songs.ts';

/** The fan's votes and tickets in the election whose votes the final takes. */
export type SongWallet = {
  readonly votes: number;
  /** The votes with all tickets converted. */
  readonly reachable: number;
  /** The tickets that so many votes need, and their votes; undefined while the votes in hand suffice. */
  readonly conversionFor: (num: number) => { readonly tickets: number; readonly votes: number } | undefined;
  /** The tickets used today; undefined where every ticket brings the same. */
  readonly ticketsToday: number | undefined;
};

type SongVoteSheetProps = {
  song: Song;
  mine: MySongs;
  /** Undefined while it is not known. */
  wallet: SongWallet | undefined;
  /** Replaces the form until then. */
  walletToCome: ReactNode;
  /** Replaces the form when the fan has neither votes nor tickets left. */
  topUp: ReactNode;
  onClose: () => void;
};

const presets = [1, 10, 50];

/** The contract's bound on one vote. */
const mostPerVote = 1_000_000;

/** Shows the sheet that casts votes of the final for a song and shows the result. */
export function SongVoteSheet(props: SongVoteSheetProps): ReactNode {
  const { song, mine, wallet, walletToCome, topUp, onClose } = props;
  const t = useText();
  const spend = useSpendState<SongVote>();
  const voting = useSongVote(song.songId, spend.settle);
  const { unsettled } = voting;
  return (
    <SpendSheet
      onClose={onClose}
      title={spend.settled ? t('songs.thanks') : t('songs.voteFor', { title: song.title })}
      subtitle={song.artist}
      media={<Cover src={song.coverUrl} width={72} height={72} className="size-18 shrink-0 rounded-tile" />}
      spend={spend}
      sending={voting}
      unsettled={
        unsettled && {
          text: t('songs.unsettled', { count: unsettled.num }),
          askAgainLabel: t('cheer.askAgain'),
          onAskAgain: () => voting.vote(unsettled),
        }
      }
      renderSettled={(vote, close) => (
        <>
          <SettledNotice
            title={t('songs.counted', { count: vote.num })}
            detail={t('songs.standsAt', { title: song.title, rank: vote.rank, votes: vote.songVotes })}
          />
          <SongReceipt vote={vote} />
          <SettledActions
            onDone={close}
            again={vote.leftToday === 0 ? undefined : { text: t('songs.voteAgain'), onAgain: spend.again }}
          />
        </>
      )}
    >
      {(close) => (
        <div className="mt-5 space-y-4">
          {wallet ? (
            <SongVoteForm
              mine={mine}
              wallet={wallet}
              voting={voting}
              takesFocus={spend.isAgain}
              topUp={topUp}
              onClose={close}
            />
          ) : (
            walletToCome
          )}
        </div>
      )}
    </SpendSheet>
  );
}

type SongVoteFormProps = {
  mine: MySongs;
  wallet: SongWallet;
  voting: ReturnType<typeof useSongVote>;
  /** It replaces the pressed button. */
  takesFocus: boolean;
  topUp: ReactNode;
  onClose: () => void;
};

/** Shows the number of votes and the tickets that it uses, or leads to some. */
function SongVoteForm({ mine, wallet, voting, takesFocus, topUp, onClose }: SongVoteFormProps): ReactNode {
  const t = useText();
  const { leftToday } = mine;
  const { votes, reachable, conversionFor, ticketsToday } = wallet;
  const most = Math.min(reachable, leftToday ?? Number.POSITIVE_INFINITY, mostPerVote);
  const hasNothing = most < 1 && !voting.isPending;
  const place = useArrivingFocus<HTMLDivElement>(takesFocus && hasNothing);
  if (hasNothing) {
    return (
      <div ref={place} tabIndex={-1} className="outline-none">
        <Empty icon={TicketIcon} text={t(reachable < 1 ? 'songs.noVotes' : 'songs.capReached')} />
        {reachable < 1 ? topUp : null}
      </div>
    );
  }
  const have = t('songs.haveVotes', { votes });
  return (
    <AmountForm
      label={t('songs.amount')}
      max={most}
      presets={presets}
      takesFocus={takesFocus}
      isBusy={voting.isPending}
      note={leftToday === null ? have : `${have} ${t('songs.leftToday', { left: leftToday })}`}
      renderCost={(num) => {
        const conversion = conversionFor(num);
        return conversion ? <TicketCost conversion={conversion} ticketsToday={ticketsToday} /> : null;
      }}
      errorText={voting.error ? songErrorText(voting.error, t) : undefined}
      actionLabel={(count) => t('songs.cast', { count })}
      onChange={voting.reset}
      onSpend={(num) => voting.vote({ num, conversion: conversionFor(num) })}
      onClose={onClose}
    />
  );
}

/** Shows the receipt of a vote, one tap away. */
function SongReceipt({ vote }: { vote: SongVote }): ReactNode {
  const t = useText();
  const [isShown, setIsShown] = useState(false);
  if (!isShown) {
    return (
      <Button variant="soft" className="w-full" onClick={() => setIsShown(true)}>
        <ReceiptIcon size={18} />
        {t('songs.receipt')}
      </Button>
    );
  }
  return (
    <LedgerReceipt
      transferId={vote.transferId}
      moved={{ kind: 'songVotes', num: vote.num }}
      at={vote.votedAt}
      record={vote}
      takesFocus
    />
  );
}
