import { useEffect, useRef, useState, useEffectEvent } from 'react';
import { upload } from '#/lib/api/upload.ts';
import { holdUnsavedWork } from '#/lib/unsaved-work.ts';
import type { RunningUpload, VideoToSend, prepareUpload, UploadListener } from './tus-upload.ts';
import { useRefreshVideos, useWithdrawVideo } from './use-fan-videos.ts';

export type UploadStage =
  | { readonly kind: 'idle' }
  | { readonly kind: 'sending' | 'paused' | 'lost'; readonly sentBytes: number }
  | { readonly kind: 'refused'; readonly error: Error }
  | { readonly kind: 'sent' };

export type VideoUpload = {
  readonly stage: UploadStage;
  /** The size of the video that is being sent. */
  readonly totalBytes: number;
  /** The speed since the last start; undefined until it is meaningful. */
  readonly bytesPerSecond: number | undefined;
  readonly send: (video: VideoToSend) => void;
  readonly pause: () => void;
  readonly goOn: () => void;
  /** Stops, and deletes the uploaded bytes on the server. */
  readonly cancel: () => void;
  readonly reset: () => void;
};

type UploadInProgress = { readonly upload: RunningUpload; readonly video: VideoToSend; videoId: string | undefined };

/** Returns the upload of one video: it resumes when the connection returns, and can be paused and cancelled. */
export function useVideoUpload(): VideoUpload {
  const [stage, setStage] = useState<UploadStage>({ kind: 'idle' });
  const [totalBytes, setTotalBytes] = useState(0);
  const [bytesPerSecond, setBytesPerSecond] = useState<number>();
  const running = useRef<UploadInProgress>(undefined);
  const speedometer = useRef<Speedometer>(createSpeedometer());
  const refresh = useRefreshVideos();
  const withdraw = useWithdrawVideo();
  useUnloadWarning(stage.kind === 'sending' || stage.kind === 'paused' || stage.kind === 'lost');
  useEffect(() => () => running.current?.upload.pause(), []);

  const become = (kind: 'sending' | 'paused' | 'lost') =>
    setStage((before) => ({ kind, sentBytes: 'sentBytes' in before ? before.sentBytes : 0 }));
  const goOn = () => {
    speedometer.current = createSpeedometer();
    setBytesPerSecond(undefined);
    become('sending');
    running.current?.upload.go();
  };
  useWhenOnline(stage.kind === 'lost', goOn);

  const end = (last: UploadStage) => {
    running.current = undefined;
    setStage(last);
    refresh();
  };

  const begin = (video: VideoToSend) => {
    const prepared = uploadInPreparation(video, {
      onBegun: (videoId) => {
        if (running.current) running.current.videoId = videoId;
        refresh();
        void sendPoster(videoId, video.file).then(refresh);
      },
      onProgress: (sentBytes) => {
        setBytesPerSecond(speedometer.current(sentBytes, performance.now()));
        setStage((before) => (before.kind === 'sending' ? { kind: 'sending', sentBytes } : before));
      },
      onDone: () => end({ kind: 'sent' }),
      onLost: () => become('lost'),
      onRefused: (error) => end({ kind: 'refused', error }),
    });
    running.current = { upload: prepared, video, videoId: undefined };
    goOn();
  };

  return {
    stage,
    totalBytes,
    bytesPerSecond,
    send(video) {
      setTotalBytes(video.file.size);
      setStage({ kind: 'sending', sentBytes: 0 });
      begin(video);
    },
    pause() {
      running.current?.upload.pause();
      become('paused');
    },
    goOn,
    cancel() {
      const now = running.current;
      now?.upload.pause();
      if (now) void import('./tus-upload.ts').then(({ forgetUpload }) => forgetUpload(now.video));
      if (now?.videoId !== undefined) withdraw.mutate(now.videoId);
      end({ kind: 'idle' });
    },
    reset: () => setStage({ kind: 'idle' }),
  };
}

/** The longest edge of a poster, in pixels. */
const mostEdge = 720;
/** A first picture is often black; a moment later it is not. */
const atSeconds = 1;
const timeoutMs = 10_000;

/** Draws a frame of a video as a JPEG. Undefined where the browser cannot: a poster is optional. */
async function drawPoster(url: string): Promise<Blob | undefined> {
  const video = document.createElement('video');
  video.muted = true;
  video.playsInline = true;
  video.preload = 'auto';
  try {
    const seeked = waitForEvent(video, 'seeked');
    const ready = waitForEvent(video, 'loadeddata');
    video.src = url;
    await ready;
    const { duration } = video;
    video.currentTime = Number.isFinite(duration) ? Math.min(atSeconds, duration / 2) : atSeconds;
    await seeked;
    return await pictureOf(video);
  } catch {
    return undefined;
  } finally {
    video.removeAttribute('src');
    video.load();
  }
}

function waitForEvent(video: HTMLVideoElement, name: 'loadeddata' | 'seeked'): Promise<void> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error(`No ${name} within ${timeoutMs} ms`)), timeoutMs);
    const settle = (end: () => void) => () => {
      clearTimeout(timer);
      end();
    };
    video.addEventListener(name, settle(resolve), { once: true });
    video.addEventListener(
      'error',
      settle(() => reject(new Error('The video cannot be played'))),
      { once: true },
    );
  });
}

function pictureOf(video: HTMLVideoElement): Promise<Blob | undefined> {
  const { videoWidth: width, videoHeight: height } = video;
  const scale = Math.min(1, mostEdge / Math.max(width, height));
  const canvas = document.createElement('canvas');
  canvas.width = Math.round(width * scale);
  canvas.height = Math.round(height * scale);
  canvas.getContext('2d')?.drawImage(video, 0, 0, canvas.width, canvas.height);
  return new Promise((resolve) => canvas.toBlob((blob) => resolve(blob ?? undefined), 'image/jpeg', 0.85));
}

const posterRoute = 'POST /task/api/v1/fanVideo/setPoster';

/** The poster is optional, so its failure is silent. */
async function sendPoster(videoId: string, file: Blob): Promise<void> {
  // A separate object URL, because the preview's may be revoked before the last bytes are sent.
  const address = URL.createObjectURL(file);
  const poster = await drawPoster(address).finally(() => URL.revokeObjectURL(address));
  if (!poster) return;
  const options = { signal: new AbortController().signal, onProgress: () => undefined };
  await upload(posterRoute, { upload: poster, body: { videoId } }, options).catch(() => undefined);
}

/** Lets the browser ask before a page is left whose upload would stop. */
function useUnloadWarning(isUnderWay: boolean): void {
  useEffect(() => {
    if (!isUnderWay) return undefined;
    const release = holdUnsavedWork();
    const ask = (event: BeforeUnloadEvent) => event.preventDefault();
    globalThis.addEventListener('beforeunload', ask);
    return () => {
      globalThis.removeEventListener('beforeunload', ask);
      release();
    };
  }, [isUnderWay]);
}

/** The interval of connection checks when the device reports nothing. */
const lookAgainMs = 3_000;

/** Acts while waiting as soon as the device has a network, and again every few seconds. */
function useWhenOnline(isWaiting: boolean, act: () => void): void {
  const look = useEffectEvent(() => {
    if (navigator.onLine) act();
  });
  useEffect(() => {
    if (!isWaiting) return undefined;
    const onOnline = () => look();
    const timer = setInterval(onOnline, lookAgainMs);
    globalThis.addEventListener('online', onOnline);
    return () => {
      clearInterval(timer);
      globalThis.removeEventListener('online', onOnline);
    };
  }, [isWaiting]);
}

/**
 * Returns an upload that is usable during its preparation: it starts when prepared if still wanted, waits when paused,
 * and never starts when abandoned.
 */
export function uploadInPreparation(
  video: VideoToSend,
  listener: UploadListener,
  prepare: typeof prepareUpload = prepareWithTus,
): RunningUpload {
  let isWanted = false;
  let ready: RunningUpload | undefined;
  const go = () => {
    isWanted = true;
    ready?.go();
  };
  const become = (running: RunningUpload) => {
    ready = running;
    if (isWanted) running.go();
  };
  prepare(video, listener).then(become, (error: unknown) =>
    become({ go: () => listener.onRefused(error as Error), pause: () => undefined }),
  );
  return {
    go,
    pause: () => {
      isWanted = false;
      ready?.pause();
    },
  };
}

async function prepareWithTus(video: VideoToSend, listener: UploadListener): Promise<RunningUpload> {
  const tus = await import('./tus-upload.ts');
  return await tus.prepareUpload(video, listener);
}

/** Receives the sent bytes; returns bytes a second, or undefined in the first second. */
type Speedometer = (sentBytes: number, atMs: number) => number | undefined;

const leastMs = 1_000;

/** Measures from the first report on: bytes sent before a resume had another speed. */
export function createSpeedometer(): Speedometer {
  let start: { readonly sentBytes: number; readonly atMs: number } | undefined;
  return (sentBytes, atMs) => {
    start ??= { sentBytes, atMs };
    const ms = atMs - start.atMs;
    return ms < leastMs ? undefined : ((sentBytes - start.sentBytes) / ms) * 1000;
  };
}
