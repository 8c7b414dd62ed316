import type { ReactNode } from 'react';
import { formatNumber } from '#/lib/format/format-number.ts';
import { useText } from '#/lib/i18n/use-text.ts';
import { RollingNumber } from '#/ui/rolling-number.tsx';
import type { SongPhase } from './song-phase.ts';
import { standsIn } from './standing.ts';
import type { MySongs, Song } from './use-songs.ts';

type SongFiguresProps = { song: Song; phase: SongPhase; mine: MySongs | null };

/** Where a song stands, and the fan's part of it once it is voted for. */
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
