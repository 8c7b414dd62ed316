import HlsPlayer, { type ErrorData, ErrorDetails, ErrorTypes, Events } from 'hls.js/light';
import { type Beat, openWatchSession, type WatchEnd } from './watch-session.ts';

/** The reason why nothing plays any more: the room is over, or something failed. */
export type PlayerEnd = WatchEnd | Exclude<PictureFailure, 'refused'>;

type PlayOptions = {
  readonly streamName: string;
  readonly onBeat: (beat: Beat) => void;
  /** Tells whether there is no picture yet, so that it begins later by itself. */
  readonly onWait: (isAwaited: boolean) => void;
  /** Tells whether the newest moment is on the screen, looked at once a second. */
  readonly onEdge: (isAtEdge: boolean) => void;
  /** Runs once; nothing runs after it. */
  readonly onEnd: (end: PlayerEnd) => void;
};

export type RoomPlayback = {
  /** Moves to the newest moment; does nothing in a replay. */
  readonly toEdge: () => void;
  readonly close: () => void;
};

/** The number of times a renewed token may be refused before the picture counts as broken. */
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
 * Tells whether nothing is left of a picture that went on until now. hls.js does not say that it has ended when it has
 * loaded the last segment before the list says that it is the last.
 */
function isAtEnd({ readyState, duration, currentTime }: HTMLVideoElement): boolean {
  return readyState < HTMLMediaElement.HAVE_FUTURE_DATA && currentTime > 0 && duration - currentTime < endSlackSeconds;
}

/** Calls back once nothing more of a video can be shown. */
function playOut(video: HTMLVideoElement, signal: AbortSignal, onOver: () => void): void {
  if (video.paused || video.readyState < HTMLMediaElement.HAVE_FUTURE_DATA) onOver();
  else video.addEventListener('waiting', onOver, { signal, once: true });
}

/** `refused`: the token, as far as can be known. `network`: nothing comes. `unsupported`: the browser cannot show it. */
type PictureFailure = 'refused' | 'network' | 'unsupported';

type Picture = {
  /** Loads on, after a failure that is over. */
  readonly resume: () => void;
  /** The newest moment that can be shown, in seconds of the video; undefined before there is one, and of a replay. */
  readonly edge: () => number | undefined;
  readonly detach: () => void;
};

type PictureOptions = {
  readonly address: () => string;
  readonly onFailure: (failure: PictureFailure) => void;
};

/**
 * Returns how a browser plays: by hls.js, by itself, or not at all. hls.js is asked first, because Chromium says of the
 * system's format that it may be able to.
 */
function playerKind(video: HTMLVideoElement): 'hls' | 'native' | 'none' {
  if (HlsPlayer.isSupported()) return 'hls';
  return video.canPlayType('application/vnd.apple.mpegurl') === '' ? 'none' : 'native';
}

/** Segments behind the newest one: two of four seconds are enough for a connection that stumbles. */
const segmentsBehind = 2;
/** The distance from which on the oldest segments of the window are nearly gone. */
const mostSegmentsBehind = 5;
const refusedStatuses: readonly unknown[] = [401, 403, 409, 410];
const codecErrors: readonly string[] = [
  ErrorDetails.MANIFEST_INCOMPATIBLE_CODECS_ERROR,
  ErrorDetails.BUFFER_ADD_CODEC_ERROR,
  ErrorDetails.BUFFER_INCOMPATIBLE_CODECS_ERROR,
];
/** A decoder that fails twice within this time will fail again. */
const recoveryMs = 10_000;

/**
 * Plays by hls.js, which swaps the token of each address as it asks. Its light build shows no captions, so that the whole one
 * takes its place where a recording has some.
 */
function attachHls(video: HTMLVideoElement, options: PictureOptions): Picture {
  let isDetached = false;
  let hls = startHls(HlsPlayer, video, options, () => {
    void import('hls.js').then(
      (whole) => {
        if (isDetached) return;
        hls.destroy();
        hls = startHls(whole.default, video, options);
        video.play().catch(() => undefined);
      },
      // The picture goes on without captions.
      () => undefined,
    );
  });
  return {
    resume: () => {
      // Without a playlist there is nothing to load on from.
      if (hls.levels.length === 0) hls.loadSource(options.address());
      else hls.startLoad();
    },
    edge: () => (Number.isFinite(video.duration) ? undefined : (hls.liveSyncPosition ?? undefined)),
    detach: () => {
      isDetached = true;
      hls.destroy();
    },
  };
}

function startHls(
  Build: typeof HlsPlayer,
  video: HTMLVideoElement,
  { address, onFailure }: PictureOptions,
  onCaptions?: () => void,
): HlsPlayer {
  const hls = new Build({
    // Its worker is a blob, which the page's policy forbids.
    enableWorker: false,
    liveSyncDurationCount: segmentsBehind,
    liveMaxLatencyDurationCount: mostSegmentsBehind,
    backBufferLength: 30,
    // Else a room that goes on would look like a replay.
    liveDurationInfinity: true,
    xhrSetup: (xhr, url) => xhr.open('GET', freshAddress(url, address()), true),
  });
  let recoveredAtMs = -recoveryMs;
  const recover = () => {
    if (performance.now() - recoveredAtMs < recoveryMs) {
      onFailure('unsupported');
      return;
    }
    recoveredAtMs = performance.now();
    hls.recoverMediaError();
  };
  hls.on(Events.ERROR, (_, { type, details, fatal, response }: ErrorData) => {
    if (type === ErrorTypes.NETWORK_ERROR && refusedStatuses.includes(response?.code)) onFailure('refused');
    else if (!fatal) return;
    else if (type === ErrorTypes.NETWORK_ERROR) onFailure('network');
    else if (type === ErrorTypes.MEDIA_ERROR && !codecErrors.includes(details)) recover();
    else onFailure('unsupported');
  });
  hls.on(Events.MANIFEST_LOADED, (_, { subtitles = [] }) => {
    if (subtitles.length > 0) onCaptions?.();
  });
  hls.loadSource(address());
  hls.attachMedia(video);
  return hls;
}

/** The seconds behind its newest moment at which a player of the system starts. */
const nativeBehind = 10;

/** By the codes MEDIA_ERR_NETWORK and MEDIA_ERR_SRC_NOT_SUPPORTED of `MediaError`. */
const nativeFailures: Readonly<Partial<Record<number, PictureFailure>>> = {
  2: 'network',
  // Systems say the same of an address that is refused and of a picture that they cannot show.
  4: 'refused',
};

/** Plays by the system, for web views without media sources. Its address stays until the room's end. */
function attachNative(video: HTMLVideoElement, { address, onFailure }: PictureOptions): Picture {
  const fail = () => onFailure(nativeFailures[video.error?.code ?? 0] ?? 'unsupported');
  video.addEventListener('error', fail);
  video.src = address();
  return {
    resume: () => video.load(),
    edge: () => {
      const { seekable, duration } = video;
      if (Number.isFinite(duration) || seekable.length === 0) return undefined;
      return Math.max(seekable.start(0), seekable.end(seekable.length - 1) - nativeBehind);
    },
    detach: () => {
      video.removeEventListener('error', fail);
      video.removeAttribute('src');
      video.load();
    },
  };
}

const tokenPart = /(\/live\/v1\/)[^/]+(?=\/)/;

/** Returns the address of a part of the picture with the token of `current`; an address without one stays as it is. */
export function freshAddress(address: string, current: string): string {
  const [token] = tokenPart.exec(current) ?? [];
  return token === undefined ? address : address.replace(tokenPart, () => token);
}
