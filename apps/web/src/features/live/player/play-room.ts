import { attachHls, attachNative, type Picture, type PictureFailure, playerKind } from './picture.ts';
import { type Beat, openWatchSession, type WatchEnd } from './watch-session.ts';

/** Why nothing plays any more: the room is over, or something failed. */
export type PlayerEnd = WatchEnd | Exclude<PictureFailure, 'refused'>;

type PlayOptions = {
  readonly streamName: string;
  readonly onBeat: (beat: Beat) => void;
  /** Whether there is no picture yet, so that it begins later by itself. */
  readonly onWait: (isAwaited: boolean) => void;
  /** Whether the newest moment is on the screen, looked at once a second. */
  readonly onEdge: (isAtEdge: boolean) => void;
  /** Called once; nothing is called after it. */
  readonly onEnd: (end: PlayerEnd) => void;
};

export type RoomPlayback = {
  /** Moves to the newest moment; does nothing in a replay. */
  readonly toEdge: () => void;
  readonly close: () => void;
};

/** So often a renewed token may be refused before the picture counts as broken. */
const mostRefusals = 3;
const lookMs = 1000;
/** Seconds behind the newest moment from which on it is no longer the newest. */
const behindSeconds = 6;

/** Opens a session and plays its picture in a video, until it is closed or something ends it. */
export function playRoom(video: HTMLVideoElement, options: PlayOptions): RoomPlayback {
  const kind = playerKind(video);
  const playing = new AbortController();
  const { signal } = playing;
  let picture: Picture | undefined;
  let refusals = 0;

  const close = () => {
    playing.abort();
    session.close();
    picture?.detach();
    picture = undefined;
  };
  const end = (why: PlayerEnd) => {
    if (signal.aborted) return;
    close();
    options.onEnd(why);
  };
  const fail = async (failure: PictureFailure) => {
    if (failure !== 'refused') {
      end(failure);
      return;
    }
    refusals += 1;
    if (refusals > mostRefusals) end('failed');
    // The server says why it refused, or gives a new token.
    else if (await session.renew()) picture?.resume();
  };
  const session = openWatchSession({
    streamName: options.streamName,
    isNative: kind === 'native',
    isPlaying: () => !video.paused && !video.ended,
    onBeat: options.onBeat,
    // What is loaded already is shown to its end.
    onEnd: (why) => (why === 'offAir' ? playOut(video, signal, () => end('offAir')) : end(why)),
    onWait: () => options.onWait(true),
    onOpen: () => {
      options.onWait(false);
      if (kind === 'none') {
        end('unsupported');
        return;
      }
      const attach = kind === 'hls' ? attachHls : attachNative;
      picture = attach(video, { address: session.address, onFailure: (failure) => void fail(failure) });
      // Refused where nothing may play by itself; then the fan presses the button.
      video.play().catch(() => undefined);
    },
  });

  // The first beat of a picture that has begun, so that its viewer counts at once.
  video.addEventListener('playing', () => void session.renew(), { signal, once: true });
  video.addEventListener('playing', () => (refusals = 0), { signal });
  video.addEventListener('ended', () => end('offAir'), { signal });
  for (const event of ['waiting', 'durationchange'])
    video.addEventListener(event, () => isAtEnd(video) && end('offAir'), { signal });
  const look = setInterval(() => {
    const newest = picture?.edge();
    options.onEdge(newest === undefined || newest - video.currentTime < behindSeconds);
  }, lookMs);
  signal.addEventListener('abort', () => clearInterval(look));
  return {
    close,
    toEdge: () => {
      const newest = picture?.edge();
      if (newest === undefined) return;
      video.currentTime = newest;
      video.play().catch(() => undefined);
    },
  };
}

/** Sound and picture of a last segment end at different moments. */
const endSlackSeconds = 0.5;

/**
 * Whether nothing is left of a picture that went on until now. hls.js does not say that it has ended when it has loaded the
 * last segment before the list says that it is the last.
 */
function isAtEnd({ readyState, duration, currentTime }: HTMLVideoElement): boolean {
  return readyState < HTMLMediaElement.HAVE_FUTURE_DATA && currentTime > 0 && duration - currentTime < endSlackSeconds;
}

/** Calls back once nothing more of a video can be shown. */
function playOut(video: HTMLVideoElement, signal: AbortSignal, onOver: () => void): void {
  if (video.paused || video.readyState < HTMLMediaElement.HAVE_FUTURE_DATA) onOver();
  else video.addEventListener('waiting', onOver, { signal, once: true });
}
