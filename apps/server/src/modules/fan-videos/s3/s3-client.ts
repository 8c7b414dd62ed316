import { Readable } from 'node:stream';
import type { Log } from '#/log.ts';
import { chunksInTime } from './chunks-in-time.ts';
import { readListing, type StoredObject } from './listing.rules.ts';
import {
  type Content,
  createS3Requests,
  failureOf,
  type S3Requests,
  type S3Settings,
  type StorageFailures,
} from './s3-requests.ts';

/** The five things that are asked of a bucket. All may be repeated, and all throw StorageAway. */
export type S3Client = {
  put(key: string, content: Content): Promise<void>;
  /** Undefined where there is no such object. What breaks in the middle of it is StorageAway too. */
  get(key: string, range: { start: number; end: number }): Promise<Readable | undefined>;
  sizeOf(key: string): Promise<number | undefined>;
  /** An object that is not there counts as removed. */
  remove(key: string): Promise<void>;
  /** The objects whose keys begin so, in the order of their keys. */
  list(prefix: string): AsyncIterable<StoredObject>;
};

type Asking = Omit<Parameters<S3Requests['ask']>[0], 'signal'>;
type ShortAnswer = { readonly headers: Headers; readonly text: string };

/** Content is given a second more for so many bytes. */
const slowestBytesPerSecond = 1_000_000;
const noBucket = 'it says that there is no such bucket';

/** Speaks with one bucket by the S3 protocol. */
export function createS3Client(settings: S3Settings, log: Log, failures?: StorageFailures): S3Client {
  const { answerMs } = settings;
  const requests = createS3Requests(settings, log, failures);
  const { ask, away } = requests;
  const askBriefly = (asking: Asking) => askForShort(requests, asking, answerMs);

  return {
    async put(key, content) {
      if (!(await askBriefly({ method: 'PUT', key, content }))) throw away(noBucket, { status: 404 });
    },
    async get(key, { start, end }) {
      const giveUp = new AbortController();
      const timer = setTimeout(() => giveUp.abort(), answerMs);
      const asking = { method: 'GET', key, range: `bytes=${start}-${end}`, signal: giveUp.signal } as const;
      const response = await ask(asking).finally(() => clearTimeout(timer));
      if (response.status !== 206 || !response.body) {
        giveUp.abort();
        if (response.status === 404) return undefined;
        throw away(`GET is answered with ${response.status}`, { status: response.status });
      }
      let isLeft = false;
      const broken = (error: unknown) =>
        isLeft ? error : away(`GET, in the middle: ${failureOf(error, giveUp.signal)}`, { cause: error });
      const chunks = chunksInTime(response.body, { mostMs: answerMs, giveUp, broken });
      return Readable.from(chunks, { objectMode: false }).once('close', () => {
        isLeft = true;
        giveUp.abort();
      });
    },
    async sizeOf(key) {
      const answer = await askBriefly({ method: 'HEAD', key });
      return answer && Number(answer.headers.get('content-length'));
    },
    async remove(key) {
      await askBriefly({ method: 'DELETE', key });
    },
    async *list(prefix) {
      let token: string | undefined;
      do {
        const query = { 'list-type': '2', prefix, ...(token !== undefined && { 'continuation-token': token }) };
        const answer = await askBriefly({ method: 'GET', query });
        if (!answer) throw away(noBucket, { status: 404 });
        const page = readListing(answer.text);
        if (!page) throw away('GET is answered with something else than a listing');
        yield* page.objects;
        token = page.next;
      } while (token !== undefined);
    },
  };
}

/** Asks for what has a short answer, or none; undefined where the storage says that there is no such thing. */
async function askForShort(
  { ask, away }: S3Requests,
  asking: Asking,
  answerMs: number,
): Promise<ShortAnswer | undefined> {
  const { method, content } = asking;
  const signal = AbortSignal.timeout(answerMs + Math.ceil(((content?.body.size ?? 0) / slowestBytesPerSecond) * 1000));
  const response = await ask({ ...asking, signal });
  const { status, headers } = response;
  let text: string;
  try {
    text = await response.text();
  } catch (error) {
    throw away(`${method}: ${failureOf(error, signal)}`, { cause: error });
  }
  if (status === 404) return undefined;
  if (status < 200 || status > 299) {
    const code = codeIn(text);
    throw away(`${method} is answered with ${status}${code === undefined ? '' : ` ${code}`}`, { status, code });
  }
  return { headers, text };
}

/** The code of an error, such as AccessDenied. The rest of what the storage writes may repeat the key and what was signed. */
function codeIn(text: string): string | undefined {
  return /<Code>(\w{1,60})<\/Code>/.exec(text)?.[1];
}
