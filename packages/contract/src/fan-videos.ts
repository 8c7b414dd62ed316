import * as z from 'zod';
import type { Endpoint, Route } from './endpoint.ts';
import { expectation } from './wording.ts';
import { why } from './operators.ts';
import { accountId, amount, instant, page, pageOf } from './primitives.ts';
import { fileName, visibleLine } from './visible-text.ts';

/**
 * Where a video is on its way: its bytes arrive, its content is looked at, somebody reviews it, and then it is accepted or
 * refused. One that its fan withdraws is gone from every list.
 */
export const videoState = z.enum(['uploading', 'checking', 'inReview', 'accepted', 'refused']);

/** The address of the tus server (https://tus.io, version 1.0.0) by which videos are uploaded, with the fan's `token`. */
export const videoUploadPath = '/task/api/v1/fanVideo/upload';

const videoId = z
  .string()
  .regex(
    /^[0-9a-f]{32}$/,
    expectation({ en_US: 'the id of a video, 32 hexadecimal digits', zh_TW: '影片的 ID，32 個十六進位字元' }),
  );

/** `Upload-Metadata` of a new upload. The server detects the type from the content and ignores a declared one. */
export const videoUploadMetadata = z.object({
  taskId: z.string().min(1).max(64),
  title: visibleLine(60),
  filename: fileName,
  /** The fan agrees to the video rules at /video-rules. */
  agreed: z.literal('yes'),
});

const video = z.object({
  videoId,
  taskId: z.string(),
  /** In the caller's language. */
  taskTitle: z.string(),
  title: z.string(),
  fileName: z.string(),
  sizeBytes: amount,
  /** The bytes that have arrived; absent while the video storage is unavailable. */
  receivedBytes: amount.optional(),
  state: videoState,
  begunAt: instant,
  /** The time at which an unfinished upload expires. */
  expiresAt: instant.optional(),
  durationMs: z.int().positive().optional(),
  /** The reason for the refusal, shown to the fan. */
  refusal: z.string().optional(),
  /** The reward; absent when none was paid. */
  points: amount.optional(),
  /** Valid for an hour or two. */
  videoUrl: z.string().optional(),
  posterUrl: z.string().optional(),
});

const reviewedVideo = z.object({
  videoId,
  accountId: z.string(),
  nickname: z.string(),
  taskId: z.string(),
  taskTitle: z.string(),
  title: z.string(),
  state: videoState,
  begunAt: instant,
  sizeBytes: amount,
  container: z.enum(['mp4', 'mov', 'webm']).optional(),
  durationMs: z.int().positive().optional(),
  width: z.int().positive().optional(),
  height: z.int().positive().optional(),
});

const decision = z.object({ videoId, why });

export const fanVideoEndpoints = {
  'POST /task/api/v1/fanVideo/getVideoLimits': {
    summary: 'The limits of a video, how many more the caller can send today, and the task that takes one now.',
    auth: 'fan',
    safe: true,
    body: z.object({ accountId: accountId.optional() }).default({}),
    data: z.object({
      /** Null when no open task asks for a video. */
      task: z
        .object({
          taskId: z.string(),
          title: z.string(),
          reward: amount,
          /** `inReview` while a video waits for review, `awarded` when one was rewarded. */
          state: z.enum(['available', 'inReview', 'awarded']),
          endsAt: instant.optional(),
        })
        .nullable(),
      maxBytes: amount,
      minSeconds: z.number().positive(),
      maxSeconds: z.number().positive(),
      /** The longest edge of the picture, in pixels. */
      maxEdge: z.int().positive(),
      leftToday: z.int().nonnegative(),
      /** The maximum size of one PATCH of the upload. */
      chunkBytes: z.int().positive(),
    }),
    errors: [],
  },
  'POST /task/api/v1/fanVideo/getMyVideos': {
    summary: "The caller's videos, newest first.",
    auth: 'fan',
    safe: true,
    body: page.default({ pageNum: 1, pageSize: 20 }),
    data: pageOf(video),
    errors: [],
  },
  'POST /task/api/v1/fanVideo/setPoster': {
    summary:
      'Uploads the poster of a video: PNG, JPEG or WebP, kept as a WebP of at most 720 by 720. ' +
      'Possible until the video is reviewed.',
    auth: 'fan',
    upload: {
      field: 'poster',
      accepts: ['image/png', 'image/jpeg', 'image/webp'],
      maxBytes: 5_000_000,
      tooLarge: 'PICTURE_TOO_LARGE',
    },
    body: z.object({ videoId }),
    data: z.object({ videoId, posterUrl: z.string() }),
    errors: ['VIDEO_NOT_FOUND', 'VIDEO_MOVED_ON', 'PICTURE_UNREADABLE', 'PICTURE_TOO_LARGE', 'PICTURE_TOO_MANY_PIXELS'],
  },
  'POST /task/api/v1/fanVideo/withdraw': {
    summary: 'Deletes a video for good, whatever its state. Points paid for it stay.',
    auth: 'fan',
    body: z.object({ videoId }),
    data: z.object({ videoId }),
    errors: ['VIDEO_NOT_FOUND'],
  },
  'GET /operator/api/v1/videos/list': {
    summary: 'Videos in a given state, those waiting longest first.',
    auth: 'operator',
    safe: true,
    roles: ['moderator', 'editor', 'auditor'],
    scope: 'videos',
    query: page.extend({ state: videoState.default('inReview') }),
    data: pageOf(reviewedVideo),
    errors: [],
  },
  'GET /operator/api/v1/videos/file': {
    summary: 'Addresses of a video and its poster, valid for an hour or two.',
    auth: 'operator',
    safe: true,
    roles: ['moderator', 'auditor'],
    scope: 'videos',
    query: z.object({ videoId }),
    data: z.object({ videoUrl: z.string(), posterUrl: z.string().nullable(), expiresAt: instant }),
    errors: ['VIDEO_NOT_FOUND'],
  },
  'POST /operator/api/v1/videos/accept': {
    summary: 'Accepts a video and pays its reward, once per fan, task and occurrence.',
    auth: 'operator',
    roles: ['moderator'],
    scope: 'videos',
    idempotency: 'required',
    body: decision,
    data: z.object({
      videoId,
      /** The reward; 0 when the fan already has the reward of this occurrence. */
      points: amount,
    }),
    errors: ['VIDEO_NOT_FOUND', 'VIDEO_MOVED_ON', 'TASK_SOLD_OUT'],
  },
  'POST /operator/api/v1/videos/refuse': {
    summary: 'Refuses a video; `why` is shown to its fan. Its file is deleted.',
    auth: 'operator',
    roles: ['moderator'],
    scope: 'videos',
    body: decision,
    data: z.object({ videoId }),
    errors: ['VIDEO_NOT_FOUND', 'VIDEO_MOVED_ON'],
  },
} as const satisfies Record<Route, Endpoint>;
