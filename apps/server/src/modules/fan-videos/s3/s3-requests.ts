import { AwsV4Signer } from 'aws4fetch';
import type { Counter } from 'prom-client';
import type { Log } from '#/log.ts';
import { StorageAway } from '../storage-away.ts';
import { bucketAddress } from './bucket-address.rules.ts';

/** A bucket, and how it is reached. */
export type S3Settings = {
  readonly endpoint: string;
  readonly region: string;
  readonly bucket: string;
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
  /** The bucket stands in the path of its addresses, not in their host's name. */
  readonly pathStyle: boolean;
  /** How long an answer may be waited for. */
  readonly answerMs: number;
};

/** What is put, with its SHA-256 in hexadecimal: it is signed, so that the storage takes these bytes or none. */
export type Content = { readonly body: Blob; readonly sha256: string };

type Asking = {
  readonly method: 'GET' | 'HEAD' | 'PUT' | 'DELETE';
  readonly key?: string;
  readonly query?: Readonly<Record<string, string>>;
  readonly range?: string;
  readonly content?: Content;
  readonly signal: AbortSignal;
};

/** The status of an answer, where there was one, with the code of the error in it, such as AccessDenied. */
type Why = { readonly status?: number; readonly code?: string | undefined; readonly cause?: unknown };

/** Counts failures of the storage by whether it refused, or was away. */
export type StorageFailures = Counter<'reason'>;

/** Requests to one bucket, all of which may be repeated without harm. */
export type S3Requests = {
  /** Resolves when the head of an answer is there, whatever it says. Throws StorageAway where none comes. */
  readonly ask: (asking: Asking) => Promise<Response>;
  /** A failure of the storage, which is written into the log. What is told of it has neither keys nor signatures. */
  readonly away: (what: string, why?: Why) => StorageAway;
};

const emptySha256 = 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855';

/** Signs requests to a bucket (AWS Signature Version 4) and sends them. */
export function createS3Requests(settings: S3Settings, log: Log, failures?: StorageFailures): S3Requests {
  const { region, accessKeyId, secretAccessKey } = settings;
  const root = bucketAddress(settings);
  const cache = new Map<string, ArrayBuffer>();

  async function send({ method, key = '', query = {}, range, content, signal }: Asking): Promise<Response> {
    const address = new URL(root);
    address.pathname += key;
    for (const [name, value] of Object.entries(query)) address.searchParams.set(name, value);
    const sha256 = content?.sha256 ?? emptySha256;
    const signer = new AwsV4Signer({
      method,
      url: address.href,
      headers: { 'x-amz-content-sha256': sha256, ...(range !== undefined && { range }) },
      service: 's3',
      region,
      accessKeyId,
      secretAccessKey,
      cache,
    });
    const { url, headers } = await signer.sign();
    return fetch(url, { method, headers, signal, redirect: 'manual', ...(content && { body: content.body }) });
  }

  function away(what: string, { cause, ...answer }: Why = {}): StorageAway {
    const isRefusal = isRefused(answer);
    const error = new StorageAway(what, { isRefusal, cause });
    failures?.inc({ reason: isRefusal ? 'refused' : 'away' });
    log.error({ err: error, endpoint: settings.endpoint, bucket: settings.bucket }, 'the storage of videos is away');
    return error;
  }

  return {
    away,
    // Asks once more when the line broke: one that was kept open may have been closed by the other side meanwhile.
    async ask(asking) {
      const { method, signal } = asking;
      for (let isAgain = false; ; isAgain = true) {
        try {
          return await send(asking);
        } catch (error) {
          if (isAgain || signal.aborted) throw away(`${method}: ${failureOf(error, signal)}`, { cause: error });
        }
      }
    },
  };
}

/** What the storage says when it is busy, or when a clock is off, goes by itself. */
const passingStatuses = new Set([408, 429]);
const passingCodes = new Set(['RequestTimeout', 'RequestTimeTooSkewed', 'SlowDown']);

function isRefused({ status = 0, code = '' }: Omit<Why, 'cause'>): boolean {
  return status >= 400 && status < 500 && !passingStatuses.has(status) && !passingCodes.has(code);
}

/** Why no answer came, in a few words. */
export function failureOf(error: unknown, signal: AbortSignal): string {
  if (signal.aborted) return 'no answer in time';
  const cause = error instanceof Error ? error.cause : undefined;
  if (!(cause instanceof Error)) return 'the connection broke';
  return 'code' in cause ? String(cause.code) : cause.message;
}
