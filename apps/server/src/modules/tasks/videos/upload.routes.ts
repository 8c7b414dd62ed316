import { randomBytes } from 'node:crypto';
import { contract, type ErrorName, videoUploadPath, videoUploadMetadata } from '@lightstick/contract';
import { Metadata } from '@tus/server';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { Refusal } from '#/errors.ts';
import { readCaller } from '#/http/call.ts';
import { limitConcurrency } from '#/http/concurrency-limit.ts';
import { invalidRequest } from '#/http/invalid-request.ts';
import { countryOf } from '#/http/request-headers.ts';
import type { Fan } from '#/http/caller.ts';
import { createTusServer, type TusServer } from './tus-server.ts';
import type { SocialAccounts } from '#/modules/tasks/completion-check.ts';
import type { Services } from '#/services.ts';
import { createSemaphore } from '#/lib/turns.ts';
import { beginUpload } from './begin-upload.ts';
import { finishUpload, giveUpUpload } from './video-jobs.ts';
import type { VideoStorage } from './video-storage.ts';
import { chunkBytes, expiryAfterPart, type FanVideo, stateTexts } from './video.rules.ts';
import { findVideo, putOffExpiry } from './videos.store.ts';

/** The most parts of a process, and of one fan. They go straight to the disk, but each holds a connection. */
const mostAtOnce = 200;
const mostOfFan = 4;

/**
 * Clients of the protocol only read the status, so every refusal needs an error status. A conflict makes them ask again.
 */
const statusOfRefusal: Readonly<Partial<Record<ErrorName, number>>> = {
  VIDEO_NOT_FOUND: 404,
  VIDEO_MOVED_ON: 409,
  VIDEO_TOO_LARGE: 413,
};

type UploadHandler = (fan: Fan, request: FastifyRequest, reply: FastifyReply) => Promise<void>;

/**
 * Serves uploads of videos by the tus protocol. Its requests are no calls of the contract, whose bodies are JSON;
 * authorisation and the envelope of refusals are the same.
 */
export function uploadRoutes(
  server: FastifyInstance,
  services: Pick<Services, 'db' | 'settings' | 'log' | 'clock'> & { readonly social: SocialAccounts },
  storage: VideoStorage,
): void {
  const ofFan = limitConcurrency(services.settings.rateLimitFactor, { mostAtOnce: mostOfFan });
  const withPlace = createSemaphore(mostAtOnce, 0);
  const inTurn = server.connectionTurns({ route: `tus ${videoUploadPath}`, isSafe: false });
  const openTus = tusOpener(services, storage);

  async function tus(videoId: string, request: FastifyRequest, reply: FastifyReply): Promise<boolean> {
    const answer = await openTus();
    reply.hijack();
    for (const [name, value] of Object.entries(server.apiHeaders)) reply.raw.setHeader(name, value);
    reply.raw.setHeader('cache-control', 'no-store');
    return answer(videoId, request.raw, reply.raw);
  }

  async function begin(fan: Fan, request: FastifyRequest, reply: FastifyReply): Promise<void> {
    const upload = readNewUpload(request);
    const videoId = randomBytes(videoIdBytes).toString('hex');
    await openTus();
    const attempt = { fanId: fan.id, at: services.clock.now(), country: countryOf(request), social: services.social };
    await beginUpload(services, { ...upload, videoId, ...attempt });
    let isSent = false;
    try {
      isSent = await tus(videoId, request, reply);
    } finally {
      // A client without the upload's address cannot continue it, and begins another.
      if (!isSent || reply.raw.statusCode !== 201) await giveUpUpload(services, videoId);
    }
  }

  async function goOn(fan: Fan, request: FastifyRequest, reply: FastifyReply): Promise<void> {
    assertSupported(request);
    assertOffset(request);
    const video = await ownVideo(services, fan, request);
    await expectPart(services, video, request);
    await tus(video.id, request, reply);
  }

  /** Answers the offset to a client that lost an answer. The last byte may already have arrived. */
  async function tellOffset(fan: Fan, request: FastifyRequest, reply: FastifyReply): Promise<void> {
    const video = await ownVideo(services, fan, request);
    const isWhole = video.state !== 'uploading' || (await storage.arrivedBytes(video.id)) === video.sizeBytes;
    if (!isWhole) return void (await tus(video.id, request, reply));
    await finishUpload(services, video.id);
    return reply
      .headers({ ...server.apiHeaders, 'cache-control': 'no-store' })
      .headers({ 'upload-offset': video.sizeBytes, 'upload-length': video.sizeBytes })
      .send();
  }

  void server.register((uploads, _options, done) => {
    speakTus(uploads);
    const serve = (method: 'POST' | 'PATCH' | 'HEAD', url: string, work: UploadHandler) =>
      uploads.route({
        method,
        url,
        config: { route: `${method} ${url}`, rate: method === 'POST' ? 'tight' : 'usual' },
        async handler(request, reply) {
          const caller = await readCaller(contract['POST /task/api/v1/fanVideo/getMyVideos'], request);
          const { fan } = caller;
          if (!fan) throw new Refusal('UNAUTHENTICATED');
          const callOf = { request, reply, caller };
          await ofFan(fan, () => withPlace(() => inTurn(callOf, () => work(fan, request, reply))));
          return reply;
        },
      });
    serve('POST', videoUploadPath, begin);
    serve('PATCH', `${videoUploadPath}/:videoId`, goOn);
    serve('HEAD', `${videoUploadPath}/:videoId`, tellOffset);
    describeProtocol(uploads, services.settings);
    done();
  });
}

/** Answers OPTIONS, by which clients learn what the server supports. */
function describeProtocol(uploads: FastifyInstance, { fanVideos }: Services['settings']): void {
  for (const url of [videoUploadPath, `${videoUploadPath}/:videoId`]) {
    uploads.options(url, { config: { route: `OPTIONS ${url}`, rate: 'usual' } }, (_request, reply) =>
      reply
        .code(204)
        .headers({ ...uploads.apiHeaders, 'tus-version': tusVersion, 'tus-extension': tusExtensions })
        .header('tus-max-size', fanVideos.maxBytes)
        .send(),
    );
  }
}

/** Opens the tus server once, at the first upload, because it creates the folder. */
function tusOpener(
  services: Pick<Services, 'db' | 'settings' | 'log'>,
  storage: VideoStorage,
): () => Promise<TusServer> {
  let opening: Promise<TusServer> | undefined;
  return () =>
    (opening ??= createTusServer(services, storage).catch((error: unknown) => {
      opening = undefined;
      throw error;
    }));
}

/**
 * Leaves bodies unread for the tus server, refuses other versions of the protocol, and maps refusals to statuses that its
 * clients understand.
 */
function speakTus(uploads: FastifyInstance): void {
  uploads.removeAllContentTypeParsers();
  uploads.addContentTypeParser('*', (_request, _payload, parsed) => parsed(null));
  const isOtherVersion = ({ method, headers }: FastifyRequest) =>
    method !== 'OPTIONS' && headers['tus-resumable'] !== tusVersion;
  uploads.addHook('onRequest', (request, _reply, done) => {
    if (!isOtherVersion(request)) return done();
    done(fieldRefusal('Tus-Resumable', { en_US: `must be ${tusVersion}`, zh_TW: `必須是 ${tusVersion}` }));
  });
  uploads.addHook('onSend', (request, reply, _payload, sent) => {
    if (request.method !== 'OPTIONS') void reply.header('tus-resumable', tusVersion);
    const isRefusedVersion = isOtherVersion(request) && request.refusal === 'REQUEST_INVALID';
    if (isRefusedVersion) void reply.code(412).header('tus-version', tusVersion);
    else if (request.refusal && reply.statusCode === 200) void reply.code(statusOfRefusal[request.refusal] ?? 403);
    sent();
  });
}

/** Extends the expiry of an upload, because a part arrives. Throws Refusal VIDEO_MOVED_ON when it is over. */
async function expectPart(
  { db, clock }: Pick<Services, 'db' | 'clock'>,
  video: FanVideo,
  request: FastifyRequest,
): Promise<void> {
  const now = clock.now();
  const isOver = video.state !== 'uploading' || now >= video.expiresAt;
  if (isOver) throw new Refusal('VIDEO_MOVED_ON', { state: stateTexts[video.state] });
  if (bringsPart(request)) await putOffExpiry(db, video.id, expiryAfterPart(now, video));
}

/** Finds the fan's own video of a request. Videos of others are indistinguishable from missing ones. */
async function ownVideo({ db }: Pick<Services, 'db'>, fan: Fan, request: FastifyRequest): Promise<FanVideo> {
  const { videoId } = request.params as { videoId: string };
  const video = videoIdPattern.test(videoId) ? await findVideo(db, videoId) : undefined;
  if (video?.fanId !== fan.id || video.state === 'withdrawn') throw new Refusal('VIDEO_NOT_FOUND');
  return video;
}

/** The supported version of the tus protocol, and its extensions. */
const tusVersion = '1.0.0';
const tusExtensions = 'creation,creation-with-upload';

const videoIdBytes = 16;
const videoIdPattern = /^[0-9a-f]{32}$/;

/** The media type of a part. */
const partType = 'application/offset+octet-stream';

const longestMetadata = 4096;

/** Reads the video of a request that begins an upload. Throws Refusal REQUEST_INVALID with the header or field. */
function readNewUpload(request: FastifyRequest) {
  assertSupported(request);
  const length = textOf(request.headers['upload-length']);
  if (!/^[1-9]\d{0,11}$/.test(length)) {
    throw fieldRefusal('Upload-Length', {
      en_US: 'must be the size of the video in bytes',
      zh_TW: '必須是影片的位元組數',
    });
  }
  if (bytesBrought(request) > Number(length)) {
    throw fieldRefusal('Content-Length', { en_US: 'must be at most Upload-Length', zh_TW: '不可超過 Upload-Length' });
  }
  const metadata = readMetadata(textOf(request.headers['upload-metadata']));
  const result = videoUploadMetadata.safeParse(metadata);
  if (!result.success) throw invalidRequest('body', result.error.issues, metadata);
  const { taskId, title, filename: fileName } = result.data;
  return { taskId, title, fileName, sizeBytes: Number(length), bringsPart: bringsPart(request) };
}

/** Returns whether a request includes a part of a video; one that begins an upload may. */
function bringsPart(request: FastifyRequest): boolean {
  return bytesBrought(request) > 0;
}

/**
 * Throws Refusal REQUEST_INVALID for an extension that is not supported, and for a part of another type, that is too large or
 * of unknown size.
 */
function assertSupported(request: FastifyRequest): void {
  const { headers, method } = request;
  const unsupported = ['Upload-Concat', 'Upload-Defer-Length', ...(method === 'PATCH' ? ['Upload-Length'] : [])];
  const field = unsupported.find((name) => headers[name.toLowerCase()] !== undefined);
  if (field) throw fieldRefusal(field, { en_US: 'is not supported here', zh_TW: '此處不支援' });
  const needsType = method === 'PATCH' || bringsPart(request);
  if (needsType && headers['content-type']?.split(';', 1)[0]?.trim() !== partType) {
    throw fieldRefusal('Content-Type', { en_US: `must be ${partType}`, zh_TW: `必須是 ${partType}` });
  }
  if (headers['transfer-encoding'] !== undefined || bytesBrought(request) > chunkBytes) {
    throw fieldRefusal('Content-Length', {
      en_US: `is required, and at most ${chunkBytes}`,
      zh_TW: `必須提供，且最多為 ${chunkBytes}`,
    });
  }
}

/** Throws Refusal REQUEST_INVALID unless a part tells where it begins. */
function assertOffset({ headers }: FastifyRequest): void {
  if (/^\d{1,12}$/.test(textOf(headers['upload-offset']))) return;
  throw fieldRefusal('Upload-Offset', {
    en_US: 'must be the number of bytes that arrived',
    zh_TW: '必須是已收到的位元組數',
  });
}

function bytesBrought({ headers }: FastifyRequest): number {
  return Number(headers['content-length'] ?? 0);
}

function readMetadata(header: string): Record<string, string | undefined> {
  try {
    if (header.length > longestMetadata) throw new Error('too long');
    const pairs = Object.entries(Metadata.parse(header));
    return Object.fromEntries(pairs.map(([name, value]) => [name, value ?? undefined]));
  } catch {
    throw fieldRefusal('Upload-Metadata', {
      en_US: 'must be pairs of a name and a value in Base64, separated by commas',
      zh_TW: '必須是以逗號分隔的「名稱 Base64 值」',
    });
  }
}

function textOf(header: string | string[] | undefined): string {
  return typeof header === 'string' ? header : '';
}

function fieldRefusal(field: string, expected: { en_US: string; zh_TW: string }): Refusal {
  return new Refusal('REQUEST_INVALID', { field, expected });
}
