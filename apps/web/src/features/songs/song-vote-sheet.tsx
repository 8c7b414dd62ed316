import { type ReactNode, useState } from 'react';
import { Link } from 'wouter';
import { useFailureText } from '#/lib/failure/use-failure-text.ts';
import { useText } from '#/lib/i18n/use-text.ts';
import { buttonStyle } from '#/ui/button-style.ts';
import { Button } from '#/ui/button.tsx';
import { celebrate } from '#/ui/confetti.ts';
import { Cover } from '#/ui/cover.tsx';
import { Sheet } from '#/ui/dialog/sheet.tsx';
import { Empty } from '#/ui/empty.tsx';
import { CheckIcon } from '#/ui/icons/first-icons.tsx';
import { TicketIcon, ReceiptIcon } from '#/ui/icons/more-icons.tsx';
import { InlineAlert } from '#/ui/inline-alert.tsx';
import { LedgerReceipt } from '#/ui/ledger-receipt.tsx';
import { SpendButton } from '#/ui/spend-button.tsx';
import { Stepper } from '#/ui/stepper.tsx';
import { useArrivingFocus } from '#/ui/use-arriving-focus.ts';
import { songErrorText, type SongVote, useSongVote } from './use-song-votes.ts';
import type { MySongs, Song } from './songs.ts';

type SongVoteSheetProps = { song: Song; mine: MySongs; onClose: () => void };

const presets = [1, 10, 50];

/** The contract's bound on one vote. */
const mostPerVote = 1_000_000;

/** Where votes of the final are cast for a song: how many, and what came of it. */
export function SongVoteSheet({ song, mine, onClose }: SongVoteSheetProps): ReactNode {
  const t = useText();
  const [counted, setCounted] = useState<SongVote | null>(null);
  const [isAgain, setIsAgain] = useState(false);
  const voting = useSongVote(song.songId, (answer) => {
    setCounted(answer);
    celebrate();
  });
  const { unsettled } = voting;
  return (
    <Sheet
      onClose={onClose}
      title={counted ? t('songs.thanks') : t('songs.voteFor', { title: song.title })}
      subtitle={song.artist}
      media={<Cover src={song.coverUrl} width={72} height={72} className="size-18 shrink-0 rounded-tile" />}
    >
      {(close) => (
        <div className="mt-5 space-y-4">
          {counted ? (
            <SongVoteSuccess
              vote={counted}
              title={song.title}
              onAgain={() => {
                setIsAgain(true);
                setCounted(null);
              }}
              onDone={close}
            />
          ) : null}
          {!counted && unsettled ? (
            <SongVoteUnsettled count={unsettled.num} voting={voting} onAskAgain={() => voting.vote(unsettled.num)} />
          ) : null}
          {!counted && !unsettled ? (
            <SongVoteForm mine={mine} voting={voting} takesFocus={isAgain} onClose={close} />
          ) : null}
        </div>
      )}
    </Sheet>
  );
}

type SongVoteFormProps = {
  mine: MySongs;
  voting: ReturnType<typeof useSongVote>;
  /** It has taken the place of what the fan pressed. */
  takesFocus: boolean;
  onClose: () => void;
};

function SongVoteForm({ mine, voting, takesFocus, onClose }: SongVoteFormProps): ReactNode {
  const t = useText();
  const [wanted, setWanted] = useState(1);
  const most = Math.min(mine.votes, mine.leftToday ?? Number.POSITIVE_INFINITY, mostPerVote);
  const num = Math.min(wanted, Math.max(1, most));
  if (most < 1 && !voting.isPending) {
    return (
      <>
        <Empty icon={TicketIcon} text={t(mine.votes < 1 ? 'songs.noVotes' : 'songs.capReached')} />
        {mine.votes < 1 ? (
          <Link href="/mall" className={buttonStyle('primary', 'large')}>
            {t('songs.getVotes')}
          </Link>
        ) : null}
      </>
    );
  }
  return (
    <>
      <Stepper
        label={t('songs.amount')}
        value={num}
        max={most}
        presets={presets}
        disabled={voting.isPending}
        takesFocus={takesFocus}
        onChange={(next) => {
          voting.reset();
          setWanted(next);
        }}
      />
      <p className="num text-small text-pretty text-mute">
        {t('songs.haveVotes', { votes: mine.votes })}
        {mine.leftToday === null ? null : ` ${t('songs.leftToday', { left: mine.leftToday })}`}
      </p>
      {voting.error ? <InlineAlert>{songErrorText(voting.error, t)}</InlineAlert> : null}
      <SpendButton size="large" busy={voting.isPending} disabled={num < 1} onClick={() => voting.vote(num)}>
        {t('songs.cast', { count: num })}
      </SpendButton>
      <Button variant="quiet" className="w-full" onClick={onClose}>
        {t('common.notNow')}
      </Button>
    </>
  );
}

type SongVoteSuccessProps = { vote: SongVote; title: string; onAgain: () => void; onDone: () => void };

/** A vote for a song that was counted: where it stands now, and the receipt one tap away. */
function SongVoteSuccess({ vote, title, onAgain, onDone }: SongVoteSuccessProps): ReactNode {
  const t = useText();
  const [showsReceipt, setShowsReceipt] = useState(false);
  const status = useArrivingFocus<HTMLDivElement>();
  const canVoteAgain = Math.min(vote.votesLeft, vote.leftToday ?? Number.POSITIVE_INFINITY) > 0;
  return (
    <div className="enter space-y-4">
      <div
        ref={status}
        role="status"
        tabIndex={-1}
        className="flex items-center gap-4 rounded-tile bg-ok-soft p-4 text-ok outline-none"
      >
        <span className="grid size-12 shrink-0 place-content-center rounded-full bg-ok text-surface">
          <CheckIcon size={28} />
        </span>
        <div className="min-w-0">
          <p className="text-title font-extrabold">{t('songs.counted', { count: vote.num })}</p>
          <p className="num text-small font-semibold">
            {t('songs.standsAt', { title, rank: vote.rank, votes: vote.songVotes })}
          </p>
        </div>
      </div>
      {showsReceipt ? (
        <LedgerReceipt
          transferId={vote.transferId}
          moved={{ kind: 'songVotes', num: vote.num }}
          at={vote.votedAt}
          record={vote}
          takesFocus
        />
      ) : (
        <Button variant="soft" className="w-full" onClick={() => setShowsReceipt(true)}>
          <ReceiptIcon size={18} />
          {t('songs.receipt')}
        </Button>
      )}
      <Button size="large" onClick={onDone}>
        {t('common.done')}
      </Button>
      {canVoteAgain ? (
        <Button variant="quiet" className="w-full" onClick={onAgain}>
          {t('songs.voteAgain')}
        </Button>
      ) : null}
    </div>
  );
}

type SongVoteUnsettledProps = { count: number; voting: ReturnType<typeof useSongVote>; onAskAgain: () => void };

/** The server never answered an earlier vote for this song; asking again repeats the same request, which counts once. */
function SongVoteUnsettled({ count, voting: { error, isPending }, onAskAgain }: SongVoteUnsettledProps): ReactNode {
  const t = useText();
  const failure = useFailureText()(error);
  const notice = useArrivingFocus<HTMLDivElement>();
  return (
    <div ref={notice} tabIndex={-1} className="space-y-4 outline-none">
      <InlineAlert>
        <p>{t('songs.unsettled', { count })}</p>
        {error && failure ? <p className="mt-1 font-normal">{failure.detail}</p> : null}
      </InlineAlert>
      <SpendButton size="large" busy={isPending} onClick={onAskAgain}>
        {t('cheer.askAgain')}
      </SpendButton>
    </div>
  );
}
