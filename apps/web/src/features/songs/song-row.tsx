import type { ComponentType, ReactNode } from 'react';
import { Link } from 'wouter';
import { formatNumber } from '#/lib/format/format-number.ts';
import { useText } from '#/lib/i18n/use-text.ts';
import { Badge } from '#/ui/badge.tsx';
import { Button } from '#/ui/button.tsx';
import { CheckIcon } from '#/ui/icons/shell-icons.tsx';
import { InlineAlert } from '#/ui/inline-alert.tsx';
import { RollingNumber } from '#/ui/rolling-number.tsx';
import { SpendButton } from '#/ui/spend-button.tsx';
import { useArrivingFocus } from '#/ui/use-arriving-focus.ts';
import { PreviewCover } from './preview-button.tsx';
import { type SongPhase, standsIn, standsInNominations, type Song, type SongList, type MySongs } from './songs.ts';
import { songErrorText, useNominate } from './use-song-votes.ts';

type SongRowProps = {
  song: Song;
  phase: SongPhase;
  /** Shows the nominations also of songs that are in the final. */
  byNominations?: boolean;
  /** The fan's state and actions; full-width content goes below the row. */
  mine?: ReactNode;
};

const medals = ['', 'medal-1', 'medal-2', 'medal-3'];

/** Shows one song in a list: its place, its preview behind the cover, and the way to its page. */
export function SongRow({ song, phase, byNominations = false, mine }: SongRowProps): ReactNode {
  const t = useText();
  const { round, rank, count } = byNominations ? standsInNominations(song) : standsIn(song, phase);
  const medal = medals[rank];
  return (
    <div className="flex min-h-17 flex-wrap items-center gap-3 py-2">
      <span className="w-8 shrink-0">
        <span className="sr-only">{t('votes.rank', { rank })}</span>
        <span
          aria-hidden="true"
          className={
            'num grid size-7 place-content-center rounded-full text-small font-extrabold ' +
            (medal ? `${medal} text-medal` : 'text-mute')
          }
        >
          {rank}
        </span>
      </span>
      <PreviewCover song={song} />
      <Link href={songPath(song.songId)} className="press min-w-0 flex-1">
        <span className="block font-bold text-pretty">{song.title}</span>
        <span className="block text-caption text-mute">{song.artist}</span>
        <span className="num flex flex-wrap items-center gap-x-2 text-small font-semibold">
          <span>
            <RollingNumber value={count} /> {t(round === 'final' ? 'votes.unit' : 'songs.nominationsUnit', { count })}
          </span>
          {byNominations && song.isNominated ? <Badge tone="brand">{t('songs.inFinal')}</Badge> : null}
        </span>
      </Link>
      {mine}
    </div>
  );
}

function songPath(songId: string): string {
  return `/snh48vote/song-detail?songId=${encodeURIComponent(songId)}`;
}

type SongFiguresProps = { song: Song; phase: SongPhase; mine: MySongs | null };

/** Shows a song's rank and count, and the fan's part after a vote. */
export function SongFigures({ song, phase, mine }: SongFiguresProps): ReactNode {
  const t = useText();
  const { round, rank, count } = standsIn(song, phase);
  const isInFinal = round === 'final';
  const myVotes = mine?.finalVotes.find(({ songId }) => songId === song.songId)?.votes ?? 0;
  return (
    <dl className="grid grid-cols-3 gap-2.5">
      <Figure label={t(isInFinal ? 'songs.rankInFinal' : 'songs.rankInNominations')}>#{rank}</Figure>
      <Figure label={t(isInFinal ? 'songs.votesOfAll' : 'songs.nominationCount')}>
        <RollingNumber value={count} />
      </Figure>
      {isInFinal ? (
        <Figure label={t('cheer.mine')}>{formatNumber(myVotes)}</Figure>
      ) : (
        <Figure label={t('songs.length')}>{lengthOf(song.seconds)}</Figure>
      )}
    </dl>
  );
}

function lengthOf(seconds: number): string {
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
}

function Figure({ label, children }: { label: string; children: ReactNode }): ReactNode {
  return (
    <div className="flex flex-col-reverse justify-end rounded-tile bg-raise p-3 text-center">
      <dt className="text-caption font-semibold text-mute">{label}</dt>
      <dd className="num text-title font-extrabold">{children}</dd>
    </div>
  );
}

type SongActionProps = {
  song: Song;
  phase: SongPhase;
  /** Null for visitors, who sign in before they nominate. */
  mine: MySongs | null;
  onSignIn: () => void;
  onVote: () => void;
  /** Whether it is as wide as the page, on the song's own page. */
  isLarge?: boolean;
};

/** Offers what can be done for a song now: nominate it, vote for it, or nothing. */
export function SongAction(props: SongActionProps): ReactNode {
  const { song, phase, onVote, isLarge = false } = props;
  const t = useText();
  if (phase === 'nominating') return <Nominate {...props} />;
  if (phase !== 'final' || !song.isNominated) return null;
  return (
    <Button
      size={isLarge ? 'large' : 'medium'}
      aria-label={isLarge ? undefined : t('songs.voteFor', { title: song.title })}
      onClick={onVote}
    >
      {isLarge ? t('songs.voteFor', { title: song.title }) : t('vote.short')}
    </Button>
  );
}

function Nominate({ song, mine, onSignIn, isLarge = false }: SongActionProps): ReactNode {
  const t = useText();
  const { nominate, isPending, isSuccess, error } = useNominate(song.songId);
  const isDone = mine?.nominatedToday.includes(song.songId) ?? false;
  if (isDone) return <Nominated isLarge={isLarge} isOwnPress={isSuccess} />;
  const isAgain = error !== null && !isLarge;
  return (
    <>
      <SpendButton
        size={isLarge ? 'large' : 'medium'}
        className="shrink-0"
        busy={isPending}
        aria-label={isAgain ? undefined : t('songs.nominateOf', { title: song.title })}
        onClick={() => (mine ? nominate() : onSignIn())}
      >
        {t(isAgain ? 'common.retry' : 'songs.nominate')}
      </SpendButton>
      {error ? (
        <div className="w-full">
          <InlineAlert>{songErrorText(error, t)}</InlineAlert>
        </div>
      ) : null}
    </>
  );
}

/** Takes the place of the button, and its focus where the fan has just pressed it. */
function Nominated({ isLarge, isOwnPress }: { isLarge: boolean; isOwnPress: boolean }): ReactNode {
  const t = useText();
  const place = useArrivingFocus<HTMLParagraphElement>(isOwnPress);
  return (
    <p
      ref={place}
      role="status"
      tabIndex={-1}
      className={`flex shrink-0 items-center justify-center gap-2 bg-ok-soft font-bold text-ok outline-none ${
        isLarge ? 'min-h-14 rounded-tile px-4 text-title' : 'min-h-11 rounded-full px-4 text-small'
      }`}
    >
      <CheckIcon size={18} />
      {t(isLarge ? 'songs.nominatedToday' : 'songs.nominated')}
    </p>
  );
}

/** What a list of songs shows. The app makes the rows, because a vote needs what the fan has in the election. */
export type SongRowsProps = {
  label: string;
  phase: SongPhase;
  /** The songs to show. */
  songs: readonly Song[];
  /** All songs: the sheet of one stays open when it is no longer among those shown. */
  list: SongList;
  /** The election whose votes are cast. */
  activityId: string;
  /** Shows the order of the nominations, also for songs of the final. */
  byNominations?: boolean;
};

/** A screen of the song event that lists songs. */
export type WithRows = { Rows: ComponentType<SongRowsProps> };
