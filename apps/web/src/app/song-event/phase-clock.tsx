import type { ReactNode } from 'react';
import { deadlineOf } from '#/features/songs/song-phase.ts';
import { useSongPhase } from '#/features/songs/use-song-phase.ts';
import type { SongEvent } from '#/features/songs/use-songs.ts';
import { useText } from '#/lib/i18n/use-text.ts';
import { Countdown } from '#/ui/countdown.tsx';

const words = {
  scheduled: 'songs.phase.scheduled',
  nominating: 'songs.phase.nominating',
  between: 'songs.phase.between',
  final: 'songs.phase.final',
  counting: 'songs.phase.counting',
  ended: 'songs.phase.ended',
} as const;

/** Where the event stands, and how long that lasts. Lives on a stage. */
export function PhaseClock({ event }: { event: SongEvent }): ReactNode {
  const t = useText();
  const phase = useSongPhase(event);
  const until = deadlineOf(event, phase);
  return (
    <>
      <p className="mb-2 text-small font-semibold">{t(words[phase])}</p>
      {until === undefined ? null : <Countdown key={until} until={until} />}
    </>
  );
}
