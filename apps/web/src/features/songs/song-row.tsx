import type { ReactNode } from 'react';
import { Link } from 'wouter';
import { useText } from '#/lib/i18n/use-text.ts';
import { Badge } from '#/ui/badge.tsx';
import { RollingNumber } from '#/ui/rolling-number.tsx';
import { PreviewCover } from './preview-button.tsx';
import { songPath } from './song-path.ts';
import type { SongPhase } from './song-phase.ts';
import { standsIn, standsInNominations } from './standing.ts';
import type { Song } from './use-songs.ts';

type SongRowProps = {
  song: Song;
  phase: SongPhase;
  /** Shows the nominations also of songs that are in the final. */
  byNominations?: boolean;
  /** What the fan did, and what they can do; what is as wide as the row stands beneath it. */
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
        <span className="block truncate text-caption text-mute">{song.artist}</span>
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
