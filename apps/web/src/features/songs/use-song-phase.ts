import { useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useSyncExternalStore } from 'react';
import { untilNextTickMs } from '#/lib/clock/remaining-time.ts';
import { serverNowMs } from '#/lib/clock/server-clock.ts';
import { queryKeys } from '#/lib/query-keys.ts';
import { deadlineOf, type SongEvent, type SongPhase, songPhase } from './song-phase.ts';

/**
 * Where the event stands, turning at the very second; each turn asks the server for what is behind it. Between two turns
 * nothing is drawn anew.
 */
export function useSongPhase(event: SongEvent): SongPhase {
  const queryClient = useQueryClient();
  const deadline = deadlineOf(event, event.state);
  const subscribe = useCallback((look: () => void) => watchUntil(deadline, look), [deadline]);
  const phase = useSyncExternalStore(subscribe, () => songPhase(event, serverNowMs()));
  const { state } = event;

  useEffect(() => {
    if (phase !== state) void queryClient.invalidateQueries({ queryKey: queryKeys.songs });
  }, [phase, state, queryClient]);

  return phase;
}

/** Calls `look` once a second until the server's clock has reached a deadline, and right at it. */
function watchUntil(deadline: string | undefined, look: () => void): () => void {
  if (deadline === undefined) return () => undefined;
  const targetMs = Date.parse(deadline);
  let timer: ReturnType<typeof setTimeout>;
  const tick = () => {
    look();
    const nowMs = serverNowMs();
    if (nowMs < targetMs) timer = setTimeout(tick, untilNextTickMs(targetMs, nowMs));
  };
  tick();
  return () => clearTimeout(timer);
}
