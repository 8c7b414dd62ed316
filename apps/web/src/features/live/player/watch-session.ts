import type { Contract, DataOf, ErrorOf } from '@lightstick/contract';
import { apiBaseUrl } from '#/lib/api/api-address.ts';
import { isTransient } from '#/lib/api/api-error.ts';
import { call } from '#/lib/api/call.ts';
import { refusalReason } from '#/lib/refusal-text.ts';

const tokenRoute = 'POST /activity/api/v1/jplive/token';
const watchRoute = 'POST /activity/api/v1/jplive/watch';

/** A later try may find a picture. */
const noPicture = 'LIVE_NO_PICTURE';

export type Beat = DataOf<Contract[typeof watchRoute]>;

/** The reason why a player has to stop. `failed`: the server did not answer, or not as promised. */
export type WatchEnd = 'taken' | 'expired' | 'offAir' | 'ticket' | 'gone' | 'failed';

const ends: Record<Exclude<ErrorOf<Contract[typeof tokenRoute | typeof watchRoute]>, typeof noPicture>, WatchEnd> = {
  LIVE_ROOM_NOT_FOUND: 'gone',
  LIVE_ROOM_NOT_ON_AIR: 'offAir',
  LIVE_TICKET_MISSING: 'ticket',
  LIVE_SESSION_TAKEN: 'taken',
  LIVE_SESSION_UNKNOWN: 'expired',
};

function endOf(error: unknown): WatchEnd {
  const reason = refusalReason(error);
  return (reason && (ends as Partial<Record<typeof reason, WatchEnd>>)[reason]) ?? 'failed';
}

const beatMs = 20_000;
/**
 * The wait after a beat without an answer, for the token lasts for several; and while a picture is awaited, for the
 * first minute.
 */
const soonMs = 5000;
const mostSoon = 12;
const lateMs = 15_000;
/** The time from which on a play counts, by the server's clock. */
const playSeconds = 30;

type WatchOptions = {
  readonly streamName: string;
  /** True for a player of the system, which cannot change its address. */
  readonly isNative: boolean;
  readonly isPlaying: () => boolean;
  readonly onOpen: (address: string) => void;
  /** There is no picture yet; it opens by itself. */
  readonly onWait: () => void;
  readonly onBeat: (beat: Beat) => void;
  /** Runs once; nothing runs after it. */
  readonly onEnd: (end: WatchEnd) => void;
};

export type WatchSession = {
  /** The address of the playlist with the newest token. */
  readonly address: () => string;
  /** Beats now, after an address was refused: the server says why, or gives a new one. Resolves to whether it did. */
  readonly renew: () => Promise<boolean>;
  readonly close: () => void;
};

/** Opens a session to watch a room, and keeps it by a beat every 20 seconds until it is closed or ends. */
export function openWatchSession(options: WatchOptions): WatchSession {
  const { streamName, isNative, isPlaying } = options;
  const closing = new AbortController();
  const { signal } = closing;
  let address = '';
  let sessionId = '';
  let isCounted = false;
  let timer: ReturnType<typeof setTimeout> | undefined;

  const end = (error: unknown) => {
    if (signal.aborted) return;
    close();
    options.onEnd(endOf(error));
  };
  const close = () => {
    clearTimeout(timer);
    closing.abort();
  };
  const beatIn = (ms: number) => {
    clearTimeout(timer);
    // Random, so that all the players of a room that has just begun do not beat at once.
    if (!signal.aborted) timer = setTimeout(() => void beat(), ms * (0.9 + Math.random() * 0.2));
  };
  const countPlay = async ({ watchedSeconds }: Beat) => {
    if (isCounted || watchedSeconds < playSeconds) return;
    isCounted = true;
    // A play that is not counted is no failure of the picture; the next beat tries again.
    await call('POST /activity/api/v1/jplive/statistics/play_count', { body: { streamName } }, { signal }).catch(() => {
      isCounted = false;
    });
  };
  const beat = async (): Promise<boolean> => {
    try {
      const answer = await call(watchRoute, { body: { sessionId, playing: isPlaying() } }, { signal });
      address = absolute(answer.url);
      options.onBeat(answer);
      beatIn(beatMs);
      void countPlay(answer);
      return true;
    } catch (error) {
      if (isTransient(error)) beatIn(soonMs);
      else end(error);
      return false;
    }
  };

  let waits = 0;
  const open = async () => {
    try {
      const playback = await call(tokenRoute, { body: { streamName, native: isNative } }, { signal });
      sessionId = playback.sessionId;
      address = absolute(playback.url);
      options.onOpen(address);
      // Soon, so that a new viewer counts.
      beatIn(soonMs);
    } catch (error) {
      const isAwaited = refusalReason(error) === noPicture || (waits > 0 && isTransient(error));
      if (!isAwaited) end(error);
      if (!isAwaited || signal.aborted) return;
      options.onWait();
      waits += 1;
      const waitMs = waits > mostSoon ? lateMs : soonMs;
      timer = setTimeout(() => void open(), waitMs * (0.9 + Math.random() * 0.2));
    }
  };
  void open();
  return { address: () => address, renew: beat, close };
}

function absolute(url: string): string {
  return new URL(url, new URL(`${apiBaseUrl}/`, location.href)).href;
}
