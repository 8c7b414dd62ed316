import { useEffect, useState } from 'react';
import { environment, languageTag } from '#/lib/environment.ts';

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

/** Returns the state of a video, live. */
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

/** iPhones show only the video itself on the whole screen. */
type PhoneVideo = HTMLVideoElement & { readonly webkitEnterFullscreen?: () => void };

/** Ignores what the browser refuses, such as sound without a touch. */
const ignoreRefusal = () => undefined;

function isCaptions({ kind }: TextTrack): boolean {
  return kind === 'captions' || kind === 'subtitles';
}

export function togglePlay(video: HTMLVideoElement): void {
  if (video.paused) video.play().catch(ignoreRefusal);
  else video.pause();
}

export function toggleMute(video: HTMLVideoElement): void {
  video.muted = !video.muted;
}

/** Shows the captions in the language on screen, else the first ones; or none if some are shown. */
export function toggleCaptions(video: HTMLVideoElement): void {
  const language = languageTag(environment().languageType);
  const tracks = [...video.textTracks].filter(isCaptions);
  const isShown = tracks.some(({ mode }) => mode === 'showing');
  const chosen = isShown ? undefined : (tracks.find((track) => track.language === language) ?? tracks[0]);
  for (const track of tracks) track.mode = track === chosen ? 'showing' : 'disabled';
}

export function toggleInset(video: HTMLVideoElement): void {
  if (document.pictureInPictureElement) document.exitPictureInPicture().catch(ignoreRefusal);
  else if (document.pictureInPictureEnabled) video.requestPictureInPicture().catch(ignoreRefusal);
}

/** Shows the frame of the video on the whole screen, with its controls. */
export function toggleWhole(video: PhoneVideo): void {
  const frame: HTMLElement | null = video.parentElement;
  if (document.fullscreenElement) document.exitFullscreen().catch(ignoreRefusal);
  else if (document.fullscreenEnabled) frame?.requestFullscreen().catch(ignoreRefusal);
  else video.webkitEnterFullscreen?.();
}

export function seek(video: HTMLVideoElement, seconds: number): void {
  video.currentTime = seconds;
}

/** Moves a replay; what goes on stays at its newest moment. */
export function skip(video: HTMLVideoElement, seconds: number): void {
  if (Number.isFinite(video.duration)) seek(video, video.currentTime + seconds);
}

const stillMs = 3000;

/** Tells when nothing has moved over an element for a while, and when something does again. */
export function watchStillness(element: HTMLElement, onChange: (isStill: boolean) => void): () => void {
  const watching = new AbortController();
  let timer: ReturnType<typeof setTimeout>;
  const wake = () => {
    clearTimeout(timer);
    onChange(false);
    timer = setTimeout(() => onChange(true), stillMs);
  };
  for (const event of ['pointermove', 'pointerdown', 'keydown', 'focusin'])
    element.addEventListener(event, wake, { signal: watching.signal });
  timer = setTimeout(() => onChange(true), stillMs);
  return () => {
    clearTimeout(timer);
    watching.abort();
  };
}
