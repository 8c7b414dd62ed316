import type { videoState } from '@lightstick/contract';

/** Where a video is on its way; a withdrawn one is kept for a while, so that it counts among the day's. */
export type VideoState = (typeof videoState)['options'][number] | 'withdrawn';

/** A fan's video as its row tells it. */
export type FanVideo = {
  readonly id: string;
  readonly fanId: number;
  readonly taskId: string;
  readonly occurrence: string;
  /** Points, as promised when the upload began. */
  readonly reward: number;
  readonly title: string;
  readonly fileName: string;
  readonly sizeBytes: number;
  readonly state: VideoState;
  readonly hasPoster: boolean;
  readonly container: 'mp4' | 'mov' | 'webm' | null;
  readonly durationMs: number | null;
  readonly width: number | null;
  readonly height: number | null;
  readonly refusal:
    | 'notVideo'
    | 'unreadable'
    | 'tooShort'
    | 'tooLong'
    | 'tooSmall'
    | 'tooLarge'
    | 'lost'
    | 'review'
    | null;
  readonly refusalWords: string | null;
  readonly begunAt: Date;
  readonly expiresAt: Date;
  /** When a look first missed its file, which none has found since; null while it is there as far as anybody knows. */
  readonly missingSince: Date | null;
};
