import { type ReactNode, useState } from 'react';
import { useText } from '#/lib/i18n/use-text.ts';
import { Button } from '#/ui/button.tsx';
import { Cover } from '#/ui/cover.tsx';
import { Empty } from '#/ui/empty.tsx';
import { TicketIcon, ReceiptIcon } from '#/ui/icons/more-icons.tsx';
import { LedgerReceipt } from '#/ui/ledger-receipt.tsx';
import { AmountForm, SettledActions, SettledNotice, SpendSheet, useSpendState } from '#/ui/spend/spend-sheet.tsx';
import { songErrorText, type SongVote, useSongVote } from './use-song-votes.ts';
import type { MySongs, Song } from './songs.ts';

type SongVoteSheetProps = {
  song: Song;
  mine: MySongs;
  /** Shown when the fan has no votes left. */
  topUp: ReactNode;
  onClose: () => void;
};

const presets = [1, 10, 50];

/** The contract's bound on one vote. */
const mostPerVote = 1_000_000;

/** The sheet that casts votes of the final for a song and shows the result. */
export function SongVoteSheet({ song, mine, topUp, onClose }: SongVoteSheetProps): ReactNode {
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
          onAskAgain: () => voting.vote(unsettled.num),
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
            again={
              Math.min(vote.votesLeft, vote.leftToday ?? Number.POSITIVE_INFINITY) > 0
                ? { text: t('songs.voteAgain'), onAgain: spend.again }
                : undefined
            }
          />
        </>
      )}
    >
      {(close) => (
        <div className="mt-5 space-y-4">
          <SongVoteForm mine={mine} voting={voting} takesFocus={spend.isAgain} topUp={topUp} onClose={close} />
        </div>
      )}
    </SpendSheet>
  );
}

type SongVoteFormProps = {
  mine: MySongs;
  voting: ReturnType<typeof useSongVote>;
  /** It has taken the place of what the fan pressed. */
  takesFocus: boolean;
  topUp: ReactNode;
  onClose: () => void;
};

function SongVoteForm({ mine, voting, takesFocus, topUp, onClose }: SongVoteFormProps): ReactNode {
  const t = useText();
  const { votes, leftToday } = mine;
  const most = Math.min(votes, leftToday ?? Number.POSITIVE_INFINITY, mostPerVote);
  if (most < 1 && !voting.isPending) {
    return (
      <>
        <Empty icon={TicketIcon} text={t(votes < 1 ? 'songs.noVotes' : 'songs.capReached')} />
        {votes < 1 ? topUp : null}
      </>
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
      errorText={voting.error ? songErrorText(voting.error, t) : undefined}
      actionLabel={(count) => t('songs.cast', { count })}
      onChange={voting.reset}
      onSpend={voting.vote}
      onClose={onClose}
    />
  );
}

/** The receipt of a vote, one tap away. */
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
