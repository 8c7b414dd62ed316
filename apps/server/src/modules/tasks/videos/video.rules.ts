import type { videoState } from '@lightstick/contract';

/** How long a video lasts, and how large its picture is: what a phone records, from a first wave to a whole refrain. */
export const minSeconds = 3;
export const maxSeconds = 60;
export const minEdge = 64;
export const maxEdge = 3840;

/** Clocks of cameras are not exact, so that a minute may last a little longer. */
const toleranceSeconds = 0.5;

/** Unfinished uploads that a fan may have at once, and videos that they may begin on a day; the table repeats both. */
export const mostOpen = 2;
export const mostPerDay = 10;

/** How long an upload has to become whole. */
const wholeWithinMs = 24 * 60 * 60_000;
/** What was only announced takes room for so long, and no longer. */
const firstPartWithinMs = 30 * 60_000;
/** A fan may pause in between, over a lesson or a flight. */
const nextPartWithinMs = 6 * 60 * 60_000;

/** When an upload is given up that begins at an instant and of which nothing comes. */
export function expiryWithoutPart(begunAt: Date): Date {
  return new Date(begunAt.getTime() + firstPartWithinMs);
}

/** When an upload is given up of which nothing comes after a part that begins to arrive at an instant. */
export function expiryAfterPart(at: Date, { begunAt }: Pick<FanVideo, 'begunAt'>): Date {
  return new Date(Math.min(begunAt.getTime() + wholeWithinMs, at.getTime() + nextPartWithinMs));
}

/**
 * How much of the room unfinished uploads may take, so that what was only announced keeps out nothing that is there: half,
 * and always as much as one video.
 */
export function mostUnfinishedBytes({ diskBytes, maxBytes }: { diskBytes: number; maxBytes: number }): number {
  return Math.max(Math.floor(diskBytes / 2), maxBytes);
}

/** How large one PATCH of an upload may be: over a poor connection it arrives within the time a request may take. */
export const chunkBytes = 5_000_000;

export type Container = 'mp4' | 'mov' | 'webm';

/** What the content of a video says of it. */
export type VideoFacts = {
  readonly container: Container;
  readonly durationSeconds: number;
  readonly width: number;
  readonly height: number;
};

/** Why a video is refused without a look at what it shows. */
export type VideoFault = Exclude<NonNullable<FanVideo['refusal']>, 'review'>;

/** What is wrong with a video by the facts of its content; nothing when it may be reviewed. */
export function faultIn({ durationSeconds, width, height }: VideoFacts): VideoFault | undefined {
  if (!(durationSeconds >= minSeconds - toleranceSeconds)) return 'tooShort';
  if (durationSeconds > maxSeconds + toleranceSeconds) return 'tooLong';
  if (Math.min(width, height) < minEdge) return 'tooSmall';
  return Math.max(width, height) > maxEdge ? 'tooLarge' : undefined;
}

/** The states in which a video has a file. */
export const heldStates = ['uploading', 'checking', 'inReview', 'accepted'] as const;

/** The states in which nobody has judged a video yet, so that its fan may still give it another poster. */
export const undecidedStates = ['uploading', 'checking', 'inReview'] as const;

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
