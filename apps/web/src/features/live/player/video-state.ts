import { useEffect, useState } from 'react';
import { isCaptions } from './video-commands.ts';

export type VideoState = {
  readonly isPaused: boolean;
  readonly isMuted: boolean;
  /** It would play, but nothing has come. */
  readonly isWaiting: boolean;
  /** Something was shown. */
  readonly hasBegun: boolean;
  /** Whether captions are shown; null where the recording has none. */
  readonly captions: boolean | null;
  readonly isWhole: boolean;
  /** Seconds of a replay; null while it goes on. */
  readonly duration: number | null;
  /** Whole seconds of a replay that were played; 0 while it goes on, so that nothing is drawn for each second. */
  readonly time: number;
};

const events = [
  'play',
  'pause',
  'playing',
  'waiting',
  'seeking',
  'seeked',
  'ended',
  'emptied',
  'loadeddata',
  'volumechange',
  'durationchange',
  'timeupdate',
];

function stateOf(video: HTMLVideoElement): VideoState {
  const hasEnd = Number.isFinite(video.duration);
  const tracks = [...video.textTracks].filter(isCaptions);
  return {
    isPaused: video.paused,
    isMuted: video.muted,
    isWaiting: !video.paused && !video.ended && video.readyState < HTMLMediaElement.HAVE_FUTURE_DATA,
    hasBegun: video.readyState >= HTMLMediaElement.HAVE_CURRENT_DATA,
    captions: tracks.length === 0 ? null : tracks.some(({ mode }) => mode === 'showing'),
    isWhole: document.fullscreenElement !== null,
    duration: hasEnd ? video.duration : null,
    time: hasEnd ? Math.floor(video.currentTime) : 0,
  };
}

const atFirst: VideoState = {
  isPaused: true,
  isMuted: true,
  isWaiting: false,
  hasBegun: false,
  captions: null,
  isWhole: false,
  duration: null,
  time: 0,
};

/** The state of a video, live. */
export function useVideoState(video: HTMLVideoElement | null): VideoState {
  const [state, setState] = useState(atFirst);
  useEffect(() => {
    if (!video) return undefined;
    const listening = new AbortController();
    const options = { signal: listening.signal };
    const look = () =>
      setState((known) => {
        const next = stateOf(video);
        const isSame = Object.entries(next).every(([name, value]) => known[name as keyof VideoState] === value);
        return isSame ? known : next;
      });
    for (const event of events) video.addEventListener(event, look, options);
    for (const event of ['addtrack', 'removetrack', 'change']) video.textTracks.addEventListener(event, look, options);
    document.addEventListener('fullscreenchange', look, options);
    look();
    return () => listening.abort();
  }, [video]);
  return state;
}
