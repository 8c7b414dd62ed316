import HlsPlayer, { type ErrorData, ErrorDetails, ErrorTypes, Events } from 'hls.js/light';
import { freshAddress } from './fresh-address.ts';

/** `refused`: the token, as far as can be known. `network`: nothing comes. `unsupported`: the browser cannot show it. */
export type PictureFailure = 'refused' | 'network' | 'unsupported';

export type Picture = {
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
 * How a browser plays: by hls.js, by itself, or not at all. hls.js is asked first, because Chromium says of the system's
 * format that it may be able to.
 */
export function playerKind(video: HTMLVideoElement): 'hls' | 'native' | 'none' {
  if (HlsPlayer.isSupported()) return 'hls';
  return video.canPlayType('application/vnd.apple.mpegurl') === '' ? 'none' : 'native';
}

/** Segments behind the newest one: two of four seconds are enough for a connection that stumbles. */
const segmentsBehind = 2;
/** From here on the oldest segments of the window are nearly gone. */
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
export function attachHls(video: HTMLVideoElement, options: PictureOptions): Picture {
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

/** How far behind its newest moment a player of the system starts, in seconds. */
const nativeBehind = 10;

const nativeFailures: Readonly<Partial<Record<number, PictureFailure>>> = {
  [MediaError.MEDIA_ERR_NETWORK]: 'network',
  // Systems say the same of an address that is refused and of a picture that they cannot show.
  [MediaError.MEDIA_ERR_SRC_NOT_SUPPORTED]: 'refused',
};

/** Plays by the system, for web views without media sources. Its address stays until the room's end. */
export function attachNative(video: HTMLVideoElement, { address, onFailure }: PictureOptions): Picture {
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
