import { environment, languageTag } from '#/lib/environment.ts';

/** iPhones show only the video itself on the whole screen. */
type PhoneVideo = HTMLVideoElement & { readonly webkitEnterFullscreen?: () => void };

/** What the browser refuses, such as sound without a touch, changes nothing. */
const refused = () => undefined;

export function isCaptions({ kind }: TextTrack): boolean {
  return kind === 'captions' || kind === 'subtitles';
}

export function togglePlay(video: HTMLVideoElement): void {
  if (video.paused) video.play().catch(refused);
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
  if (document.pictureInPictureElement) document.exitPictureInPicture().catch(refused);
  else if (document.pictureInPictureEnabled) video.requestPictureInPicture().catch(refused);
}

/** Shows the frame of the video on the whole screen, with its controls. */
export function toggleWhole(video: PhoneVideo): void {
  const frame: HTMLElement | null = video.parentElement;
  if (document.fullscreenElement) document.exitFullscreen().catch(refused);
  else if (document.fullscreenEnabled) frame?.requestFullscreen().catch(refused);
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
