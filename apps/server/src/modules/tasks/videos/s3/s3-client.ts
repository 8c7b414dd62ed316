import { Readable } from 'node:stream';
import {
  S3Client as AwsClient,
  DeleteObjectCommand,
  GetObjectCommand,
  HeadObjectCommand,
  ListObjectsV2Command,
  PutObjectCommand,
} from '@aws-sdk/client-s3';
import { FetchHttpHandler } from '@smithy/fetch-http-handler';
import type { Counter } from 'prom-client';
import type { Log } from '#/log.ts';
import { StorageUnavailable } from '#/modules/tasks/videos/video-storage.ts';
import { machineClock } from '#/lib/clock.ts';

/** A bucket and its endpoint. */
export type S3Settings = {
  readonly endpoint: string;
  readonly region: string;
  readonly bucket: string;
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
  /** The bucket is in the path of addresses, not in the host name. */
  readonly pathStyle: boolean;
  /** The longest wait for an answer. */
  readonly answerMs: number;
};

/** An object's content with its SHA-256 in hexadecimal, which is signed, so that the storage stores exactly these bytes. */
export type Content = { readonly body: Blob; readonly sha256: string };

export type StoredObject = { readonly key: string; readonly modified: Date };

/** Counts failures of the storage: refusals and unavailability. */
export type StorageFailures = Counter<'reason'>;

/** The five operations on a bucket. All are repeatable, and all throw StorageUnavailable. */
export type S3Client = {
  put(key: string, content: Content): Promise<void>;
  /** Gets an object; undefined if it is missing. A connection that breaks midway throws StorageUnavailable too. */
  get(key: string, range: { start: number; end: number }): Promise<Readable | undefined>;
  sizeOf(key: string): Promise<number | undefined>;
  /** Removes an object; a missing one counts as removed. */
  remove(key: string): Promise<void>;
  /** Objects with the key prefix, in key order. */
  list(prefix: string): AsyncIterable<StoredObject>;
};

type Send<Answer> = (options: { readonly abortSignal: AbortSignal }) => Promise<Answer>;
type Away = (what: string, why?: FailureCause) => StorageUnavailable;
/** The status of an answer, if any, with its error code, such as AccessDenied. */
type FailureCause = { readonly status?: number; readonly code?: string | undefined; readonly cause?: unknown };

/** Content gets a second more per this number of bytes. */
const slowestBytesPerSecond = 1_000_000;
const noBucket = 'it says that there is no such bucket';

/** Creates a client of one bucket by the S3 protocol. */
export function createS3Client(settings: S3Settings, log: Log, failures?: StorageFailures): S3Client {
  const { answerMs, bucket: Bucket } = settings;
  const aws = createAwsClient(settings);
  const away = awayTeller(settings, log, failures);
  const askBriefly = <Answer>(method: string, send: Send<Answer>, bytes = 0) =>
    ask({
      method,
      send,
      away,
      signal: AbortSignal.timeout(answerMs + Math.ceil((bytes / slowestBytesPerSecond) * 1000)),
    });

  return {
    async put(Key, { body, sha256 }) {
      const send: Send<unknown> = (options) => {
        const command = new PutObjectCommand({ Bucket, Key, Body: body });
        // The signature covers it; the client would leave a byte stream unsigned.
        command.middlewareStack.add(
          (next) => (call) => {
            Object.assign((call.request as { headers: object }).headers, { 'x-amz-content-sha256': sha256 });
            return next(call);
          },
          { step: 'build' },
        );
        return aws.send(command, options);
      };
      if (!(await askBriefly('PUT', send, body.size))) throw away(noBucket, { status: 404 });
    },
    async get(Key, { start, end }) {
      const giveUp = new AbortController();
      const timer = machineClock.after(answerMs, () => giveUp.abort());
      const command = new GetObjectCommand({ Bucket, Key, Range: `bytes=${start}-${end}` });
      const send = () => aws.send(command, { abortSignal: giveUp.signal });
      const answer = await ask({ method: 'GET', send, away, signal: giveUp.signal }).finally(() => timer.cancel());
      if (answer === undefined) return undefined;
      const { httpStatusCode: status = 0 } = answer.$metadata;
      if (status !== 206 || !answer.Body) {
        giveUp.abort();
        throw away(`GET is answered with ${status}`, { status });
      }
      return limitReading(answer.Body.transformToWebStream(), { mostMs: answerMs, giveUp, away });
    },
    async sizeOf(Key) {
      const answer = await askBriefly('HEAD', (options) => aws.send(new HeadObjectCommand({ Bucket, Key }), options));
      return answer?.ContentLength;
    },
    async remove(Key) {
      await askBriefly('DELETE', (options) => aws.send(new DeleteObjectCommand({ Bucket, Key }), options));
    },
    async *list(Prefix) {
      let token: string | undefined;
      do {
        const command = new ListObjectsV2Command({
          Bucket,
          Prefix,
          ...(token !== undefined && { ContinuationToken: token }),
        });
        const page = await askBriefly('GET', (options) => aws.send(command, options));
        if (!page) throw away(noBucket, { status: 404 });
        // The client takes any XML, such as an HTML page, for an empty listing.
        if (page.Name === undefined) throw away('GET is answered with something else than a listing');
        for (const { Key: key, LastModified: modified } of page.Contents ?? [])
          if (key && modified) yield { key, modified };
        token = page.IsTruncated === true ? page.NextContinuationToken : undefined;
      } while (token !== undefined);
    },
  };
}

function createAwsClient({ endpoint, region, accessKeyId, secretAccessKey, pathStyle }: S3Settings): AwsClient {
  return new AwsClient({
    endpoint,
    region,
    credentials: { accessKeyId, secretAccessKey },
    forcePathStyle: pathStyle,
    // Retries and timeouts are decided here.
    maxAttempts: 1,
    requestHandler: new FetchHttpHandler({ requestInit: () => ({ redirect: 'manual' }) }),
    // Content is signed by its SHA-256; storages other than Amazon's support no other checksum.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    expectContinueHeader: false,
  });
}

type S3Request<Answer> = {
  readonly method: string;
  readonly send: Send<Answer>;
  readonly signal: AbortSignal;
  readonly away: Away;
};

/**
 * Repeats once after a broken connection, because the other side may have closed an idle one. Undefined when the storage
 * reports a missing object.
 */
async function ask<Answer>({ method, send, signal, away }: S3Request<Answer>): Promise<Answer | undefined> {
  for (let isAgain = false; ; isAgain = true) {
    try {
      return await Promise.race([send({ abortSignal: signal }), waitForAbort(signal)]);
    } catch (error) {
      const { status, code } = answerIn(error);
      if (status === 404) return undefined;
      // The rest of the answer is missing or unreadable.
      if (status !== undefined && status < 300) throw away(`${method}, in the middle: ${failureOf(error, signal)}`);
      if (status !== undefined) {
        throw away(`${method} is answered with ${status}${code === undefined ? '' : ` ${code}`}`, { status, code });
      }
      if (isAgain || signal.aborted) throw away(`${method}: ${failureOf(error, signal)}`, { cause: error });
    }
  }
}

/** Rejects when a signal aborts. The client does not: its signal no longer reaches a body once its request is collected. */
function waitForAbort(signal: AbortSignal): Promise<never> {
  return new Promise((_, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason as Error), { once: true });
  });
}

/** Returns an error's status and code. The rest of the storage's text may repeat the key and the signed request. */
function answerIn(error: unknown): { status?: number | undefined; code?: string | undefined } {
  if (!(error instanceof Error)) return {};
  const { $metadata, $response, Code } = error as Error & {
    $metadata?: { httpStatusCode?: number };
    $response?: { statusCode?: number };
    Code?: unknown;
  };
  const code = typeof Code === 'string' && /^\w{1,60}$/.test(Code) ? Code : undefined;
  return { status: $metadata?.httpStatusCode ?? $response?.statusCode, code };
}

function awayTeller({ endpoint, bucket }: S3Settings, log: Log, failures?: StorageFailures): Away {
  return (what, { cause, ...answer } = {}) => {
    const isRefusal = isRefused(answer);
    const error = new StorageUnavailable(what, { isRefusal, cause });
    failures?.inc({ reason: isRefusal ? 'refused' : 'away' });
    log.error({ err: error, endpoint, bucket }, 'the storage of videos is away');
    return error;
  };
}

/** Statuses of a busy storage or a wrong clock, which are temporary. */
const passingStatuses = new Set([408, 429]);
const passingCodes = new Set(['RequestTimeout', 'RequestTimeTooSkewed', 'SlowDown']);

function isRefused({ status = 0, code = '' }: Omit<FailureCause, 'cause'>): boolean {
  return status >= 400 && status < 500 && !passingStatuses.has(status) && !passingCodes.has(code);
}

/** Returns the reason of a missing answer in a few words. */
function failureOf(error: unknown, signal: AbortSignal): string {
  if (signal.aborted) return 'no answer in time';
  const cause = error instanceof Error ? error.cause : undefined;
  if (!(cause instanceof Error)) return 'the connection broke';
  return 'code' in cause ? String(cause.code) : cause.message;
}

type S3Limits = {
  /** The longest wait for a chunk. The reader may take any time. */
  readonly mostMs: number;
  /** Aborted after a longer wait, and when reading stops. */
  readonly giveUp: AbortController;
  readonly away: Away;
};

/** Returns a response body with a time limit for each chunk. */
function limitReading(body: ReadableStream<Uint8Array>, { mostMs, giveUp, away }: S3Limits): Readable {
  const reader = body.getReader();
  let isLeft = false;

  async function* chunksInTime(): AsyncGenerator<Uint8Array> {
    const stopped = waitForAbort(giveUp.signal);
    stopped.catch(() => undefined);
    for (;;) {
      const timer = machineClock.after(mostMs, () =>
        giveUp.abort(new Error('The storage of videos stopped in the middle')),
      );
      const { done, value } = await Promise.race([reader.read(), stopped])
        .catch((error: unknown) => {
          throw isLeft ? error : away(`GET, in the middle: ${failureOf(error, giveUp.signal)}`, { cause: error });
        })
        .finally(() => timer.cancel());
      if (done) return;
      yield value;
    }
  }

  return Readable.from(chunksInTime(), { objectMode: false }).once('close', () => {
    isLeft = true;
    giveUp.abort();
    reader.cancel().catch(() => undefined);
  });
}
