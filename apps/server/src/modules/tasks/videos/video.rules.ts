import type { Language, videoState } from '@lightstick/contract';

/** The limits of duration and size: what a phone records, from a wave to a whole refrain. */
export const minSeconds = 3;
export const maxSeconds = 60;
const minEdge = 64;
export const maxEdge = 3840;

/** Cameras' clocks are inexact, so a minute may be a little longer. */
const toleranceSeconds = 0.5;

/** A fan's unfinished uploads at once, and videos begun on a day; the table repeats both. */
export const mostOpen = 2;
export const mostPerDay = 10;

/** The time an upload has to finish. */
const wholeWithinMs = 24 * 60 * 60_000;
/** An announcement without a part reserves space only this long. */
const firstPartWithinMs = 30 * 60_000;
/** A fan may pause in between, over a lesson or a flight. */
const nextPartWithinMs = 6 * 60 * 60_000;

/** Returns when an upload without any part expires. */
export function expiryWithoutPart(begunAt: Date): Date {
  return new Date(begunAt.getTime() + firstPartWithinMs);
}

/** Returns when an upload expires after a part that begins to arrive at an instant. */
export function expiryAfterPart(at: Date, { begunAt }: Pick<FanVideo, 'begunAt'>): Date {
  return new Date(Math.min(begunAt.getTime() + wholeWithinMs, at.getTime() + nextPartWithinMs));
}

/**
 * Returns the space that unfinished uploads may take, so that announcements cannot exclude others: half, and at least
 * one video.
 */
export function mostUnfinishedBytes({ diskBytes, maxBytes }: { diskBytes: number; maxBytes: number }): number {
  return Math.max(Math.floor(diskBytes / 2), maxBytes);
}

/** The largest PATCH of an upload: over a poor connection it arrives within the request timeout. */
export const chunkBytes = 5_000_000;

export type Container = 'mp4' | 'mov' | 'webm';

/** The facts of a video's content. */
export type VideoFacts = {
  readonly container: Container;
  readonly durationSeconds: number;
  readonly width: number;
  readonly height: number;
};

/** Why a video is refused without review. */
export type VideoFault = Exclude<NonNullable<FanVideo['refusal']>, 'review'>;

/** Returns the fault of a video by its facts; undefined if it may be reviewed. */
export function faultIn({ durationSeconds, width, height }: VideoFacts): VideoFault | undefined {
  if (!(durationSeconds >= minSeconds - toleranceSeconds)) return 'tooShort';
  if (durationSeconds > maxSeconds + toleranceSeconds) return 'tooLong';
  if (Math.min(width, height) < minEdge) return 'tooSmall';
  return Math.max(width, height) > maxEdge ? 'tooLarge' : undefined;
}

/** The states with a file. */
export const heldStates = ['uploading', 'checking', 'inReview', 'accepted'] as const;

/** The states before a verdict, in which the fan may change the poster. */
export const undecidedStates = ['uploading', 'checking', 'inReview'] as const;

/** The state of a video; withdrawn ones stay for a while, because they count for their day. */
export type VideoState = (typeof videoState)['options'][number] | 'withdrawn';

/** A fan's video. */
export type FanVideo = {
  readonly id: string;
  readonly fanId: number;
  readonly taskId: string;
  readonly occurrence: string;
  /** Points, as promised at the beginning. */
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
  /** The time at which a check first missed its file; null while it exists. */
  readonly missingSince: Date | null;
};

type InBothLanguages = Readonly<Record<Language, string>>;

/** States, to end the sentence "the video is …". */
export const stateTexts: Readonly<Record<VideoState, InBothLanguages>> = {
  uploading: { en_US: 'still being uploaded', zh_TW: '上傳中' },
  checking: { en_US: 'being checked', zh_TW: '檢查中' },
  inReview: { en_US: 'in review', zh_TW: '審核中' },
  accepted: { en_US: 'approved', zh_TW: '已通過' },
  refused: { en_US: 'not approved', zh_TW: '未通過' },
  withdrawn: { en_US: 'withdrawn', zh_TW: '已撤下' },
};

const faultWords: Readonly<Record<VideoFault, InBothLanguages>> = {
  notVideo: {
    en_US: 'This file isn’t an MP4, MOV or WebM video.',
    zh_TW: '這個檔案不是 MP4、MOV 或 WebM 影片。',
  },
  unreadable: {
    en_US: 'We couldn’t read the whole video. It may be damaged; record or export it again.',
    zh_TW: '影片無法完整讀取，檔案可能已損壞，請重新錄製或匯出。',
  },
  tooShort: {
    en_US: `The video is shorter than ${minSeconds} seconds.`,
    zh_TW: `影片短於 ${minSeconds} 秒。`,
  },
  tooLong: {
    en_US: `The video is longer than ${maxSeconds} seconds.`,
    zh_TW: `影片長於 ${maxSeconds} 秒。`,
  },
  tooSmall: {
    en_US: `The picture is smaller than ${minEdge} pixels on one side.`,
    zh_TW: `影片畫面有一邊小於 ${minEdge} 像素。`,
  },
  tooLarge: {
    en_US: `The picture is larger than ${maxEdge} pixels on one side (4K).`,
    zh_TW: `影片畫面有一邊大於 ${maxEdge} 像素（4K）。`,
  },
  lost: {
    en_US: 'We lost the video before we could check it. Sorry! Please upload it again.',
    zh_TW: '影片在檢查前遺失了，請重新上傳。非常抱歉！',
  },
};

/** Returns why a video was refused, for its fan; a reviewer's text is unchanged. */
export function refusalTexts(
  { refusal, refusalWords: written }: Pick<FanVideo, 'refusal' | 'refusalWords'>,
  language: Language,
): string | undefined {
  if (refusal === null) return undefined;
  return refusal === 'review' ? (written ?? undefined) : faultWords[refusal][language];
}
