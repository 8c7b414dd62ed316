import type { ReactNode } from 'react';
import { Link } from 'wouter';
import { formatNumber } from '#/lib/format/format-number.ts';
import { useText } from '#/lib/i18n/use-text.ts';
import { Badge } from '#/ui/badge.tsx';
import { RollingNumber } from '#/ui/rolling-number.tsx';
import { PreviewCover } from './preview-button.tsx';
import { type SongPhase, standsIn, standsInNominations, type Song, type MySongs } from './songs.ts';

type SongRowProps = {
  song: Song;
  phase: SongPhase;
  /** Shows the nominations also of songs that are in the final. */
  byNominations?: boolean;
  /** The fan's state and actions; full-width content goes below the row. */
  mine?: ReactNode;
};

const medals = ['', 'medal-1', 'medal-2', 'medal-3'];

/** One song in a list: its place, its preview behind the cover, and the way to its page. */
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
          className={`num grid size-7 place-content-center rounded-full text-small font-extrabold ${medal ? `${medal} text-medal` : 'text-mute'}`}
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

/** The page of one song. */
function songPath(songId: string): string {
  return `/snh48vote/song-detail?songId=${encodeURIComponent(songId)}`;
}

type SongFiguresProps = { song: Song; phase: SongPhase; mine: MySongs | null };

/** A song's rank and count, and the fan's part after a vote. */
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
