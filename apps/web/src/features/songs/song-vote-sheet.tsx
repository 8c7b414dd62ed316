import { type ReactNode, useState } from 'react';
import { Link } from 'wouter';
import { useText } from '#/lib/i18n/use-text.ts';
import { buttonStyle } from '#/ui/button-style.ts';
import { Button } from '#/ui/button.tsx';
import { celebrate } from '#/ui/confetti.ts';
import { Cover } from '#/ui/cover.tsx';
import { Sheet } from '#/ui/dialog/sheet.tsx';
import { Empty } from '#/ui/empty.tsx';
import { TicketIcon } from '#/ui/icons/more-icons.tsx';
import { InlineAlert } from '#/ui/inline-alert.tsx';
import { SpendButton } from '#/ui/spend-button.tsx';
import { Stepper } from '#/ui/stepper.tsx';
import { songErrorText } from './song-error-text.ts';
import { SongVoteSuccess } from './song-vote-success.tsx';
import { SongVoteUnsettled } from './song-vote-unsettled.tsx';
import { type SongVote, useSongVote } from './use-song-votes.ts';
import type { MySongs, Song } from './use-songs.ts';

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
