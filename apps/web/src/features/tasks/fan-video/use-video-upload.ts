import { useEffect, useRef, useState } from 'react';
import { useRefreshVideos, useWithdrawVideo } from './use-fan-videos.ts';
import { sendPoster } from './send-poster.ts';
import type { RunningUpload, VideoToSend } from './tus-upload.ts';
import { uploadInPreparation } from './upload-in-preparation.ts';
import { createSpeedometer, type Speedometer } from './upload-speed.ts';
import { useLeavingWarning } from './use-leaving-warning.ts';
import { useWhenOnline } from './use-when-online.ts';

export type UploadStage =
  | { readonly kind: 'idle' }
  | { readonly kind: 'sending' | 'paused' | 'lost'; readonly sentBytes: number }
  | { readonly kind: 'refused'; readonly error: Error }
  | { readonly kind: 'sent' };

export type VideoUpload = {
  readonly stage: UploadStage;
  /** Of the video that is being sent. */
  readonly totalBytes: number;
  /** Since it last began to go; undefined until that says something. */
  readonly bytesPerSecond: number | undefined;
  readonly send: (video: VideoToSend) => void;
  readonly pause: () => void;
  readonly goOn: () => void;
  /** Stops, and takes what has arrived away from the server. */
  readonly cancel: () => void;
  readonly reset: () => void;
};

type Running = { readonly upload: RunningUpload; readonly video: VideoToSend; videoId: string | undefined };

/** The upload of one video: it goes on by itself when the connection comes back, and can be paused and cancelled. */
export function useVideoUpload(): VideoUpload {
  const [stage, setStage] = useState<UploadStage>({ kind: 'idle' });
  const [totalBytes, setTotalBytes] = useState(0);
  const [bytesPerSecond, setBytesPerSecond] = useState<number>();
  const running = useRef<Running>(undefined);
  const speedometer = useRef<Speedometer>(createSpeedometer());
  const refresh = useRefreshVideos();
  const withdraw = useWithdrawVideo();
  useLeavingWarning(stage.kind === 'sending' || stage.kind === 'paused' || stage.kind === 'lost');
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
    const upload = uploadInPreparation(video, {
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
    running.current = { upload, video, videoId: undefined };
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
