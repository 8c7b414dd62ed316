import { useEffect, useState } from 'react';
import { videoDurationSeconds } from '#/lib/media/video-duration.ts';

/** A video in the browser's own hands: nothing of it leaves the device. */
export type LocalVideo = {
  readonly name: string;
  readonly sizeBytes: number;
  /** An address that only this page knows. */
  readonly url: string;
  /** Undefined until it is known, 0 where the browser cannot tell. */
  readonly durationSeconds: number | undefined;
};

/** Why a file that was picked is not shown. */
export type VideoProblem = { readonly kind: 'notVideo' | 'unreadable'; readonly name: string };

type LocalVideoChoice = {
  readonly video: LocalVideo | null;
  readonly problem: VideoProblem | null;
  readonly pick: (file: File) => void;
  /** Told by the player that the browser cannot play it. */
  readonly reject: () => void;
  readonly remove: () => void;
};

/** The video that a fan has picked on this device, and its real length. */
export function useLocalVideo(): LocalVideoChoice {
  const [video, setVideo] = useState<LocalVideo | null>(null);
  const [problem, setProblem] = useState<VideoProblem | null>(null);
  const url = video?.url;

  useEffect(() => {
    if (url === undefined) return undefined;
    let isShown = true;
    void videoDurationSeconds(url).then((durationSeconds) => {
      if (isShown) setVideo((shown) => shown && { ...shown, durationSeconds });
    });
    return () => {
      isShown = false;
      URL.revokeObjectURL(url);
    };
  }, [url]);

  return {
    video,
    problem,
    pick: (file) => {
      const { name, size, type } = file;
      const isVideo = type.startsWith('video/');
      setProblem(isVideo ? null : { kind: 'notVideo', name });
      setVideo(isVideo ? { name, sizeBytes: size, url: URL.createObjectURL(file), durationSeconds: undefined } : null);
    },
    reject: () => {
      if (video) setProblem({ kind: 'unreadable', name: video.name });
      setVideo(null);
    },
    remove: () => setVideo(null),
  };
}
