import { hash } from 'node:crypto';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import { contract, type Contract, type DataOf, type RouteName, type Endpoint } from '@lightstick/contract';

/**
 * An answer's data that is already JSON, for what many callers get alike: it is encoded once for all of them.
 * The type parameter keeps what was encoded in view of the compiler.
 */
export class Encoded<Data> {
  readonly json: string;
  declare readonly dataType?: Data;

  constructor(json: string) {
    this.json = json;
  }
}

/** Encodes data once, to be answered many times. */
export function encoded<Data>(data: Data): Encoded<Data> {
  return new Encoded<Data>(JSON.stringify(data));
}

/**
 * Makes the writer of an endpoint's success envelopes. Where answers are checked, whatever the contract does not name is
 * cut off, and what breaks the contract is thrown as the bug it is; elsewhere the data is written as it is.
 */
export function answerWriter(endpoint: Endpoint, checked: boolean) {
  return function writeAnswer(data: unknown): string {
    if (!checked) return envelope(data instanceof Encoded ? data.json : JSON.stringify(data));
    const result = endpoint.data.safeParse(data instanceof Encoded ? JSON.parse(data.json) : data);
    if (!result.success) throw new Error('The answer breaks the contract', { cause: result.error });
    return envelope(JSON.stringify(result.data));
  };
}

function envelope(json: string): string {
  return `{"code":0,"message":"ok","data":${json}}`;
}

type Encoding = 'br' | 'gzip';

/** Below this a compressed answer saves nothing: it fits into one packet anyway. */
const fewestBytes = 1_000;

/** Compressed while a storm goes on, so not as well as a file could be. */
const brotliQuality = 5;

const accepted: Readonly<Record<Encoding, RegExp>> = { br: accepting('br'), gzip: accepting('gzip') };

/**
 * An answer that many get alike, ready to be sent: the envelope's bytes, and what they are compressed to, which is found
 * out when it is asked for first. The type parameter keeps what was encoded in view of the compiler.
 */
export class CachedResponse<Data> {
  /** Weak, because compressed bytes have the same tag as plain ones. */
  readonly etag: string;
  readonly #plain: Buffer;
  readonly #compressed = new Map<Encoding, Buffer>();
  declare readonly dataType?: Data;

  constructor(text: string, etag: string) {
    this.etag = etag;
    this.#plain = Buffer.from(text);
  }

  /** The bytes for a caller who sent this `Accept-Encoding`. */
  bytesFor(acceptEncoding: string | undefined): { readonly encoding: Encoding | undefined; readonly bytes: Buffer } {
    const encoding = this.#plain.length < fewestBytes ? undefined : encodingOf(acceptEncoding);
    if (!encoding) return { encoding, bytes: this.#plain };
    const bytes = this.#compressed.get(encoding) ?? compress(this.#plain, encoding);
    this.#compressed.set(encoding, bytes);
    return { encoding, bytes };
  }
}

/** How an answer comes to be. */
type ResponseSource<Data> = {
  /** Which of the call's answers it is, such as an activity's in one language. There must be few. */
  readonly variant: string;
  /** What it is made of: the answer stays as it is while all of this does. */
  readonly sources: readonly unknown[];
  readonly make: () => Data;
  /** What of it is news; all of it when left out. */
  readonly news?: () => unknown;
};

/**
 * Keeps the latest answer of each variant of a call. One that is made anew and comes out the same stays what it was, with
 * all that was compressed of it. Each is held to the contract when it is made, and no longer when it is sent.
 */
export function createResponseCache<R extends RouteName>(
  route: R,
): (making: ResponseSource<DataOf<Contract[R]>>) => CachedResponse<DataOf<Contract[R]>> {
  type Data = DataOf<Contract[R]>;
  const write = answerWriter(contract[route], true);
  const latest = new Map<string, { readonly sources: readonly unknown[]; readonly answer: CachedResponse<Data> }>();
  return ({ variant, sources, make, news }) => {
    const known = latest.get(variant);
    if (known && isSame(known.sources, sources)) return known.answer;
    const text = write(make());
    const etag = tagOf(news ? JSON.stringify(news()) : text);
    const answer = known?.answer.etag === etag ? known.answer : new CachedResponse<Data>(text, etag);
    latest.set(variant, { sources, answer });
    return answer;
  };
}

/** By the content alone, so that it is the same on every replica. */
function tagOf(content: string): string {
  return `W/"${hash('sha256', content, 'base64url').slice(0, 24)}"`;
}

function isSame(known: readonly unknown[], sources: readonly unknown[]): boolean {
  return known.length === sources.length && known.every((source, position) => source === sources[position]);
}

function encodingOf(acceptEncoding: string | undefined): Encoding | undefined {
  if (!acceptEncoding) return undefined;
  if (accepted.br.test(acceptEncoding)) return 'br';
  return accepted.gzip.test(acceptEncoding) ? 'gzip' : undefined;
}

/** Finds a coding in `Accept-Encoding`, unless its weight is zero. */
function accepting(coding: Encoding): RegExp {
  return new RegExp(`(?:^|,)\\s*${coding}\\s*(?:;\\s*q=(?!0(?:\\.0*)?\\s*(?:,|$))[\\d.]+\\s*)?(?:,|$)`, 'i');
}

function compress(plain: Buffer, encoding: Encoding): Buffer {
  if (encoding === 'gzip') return gzipSync(plain);
  return brotliCompressSync(plain, {
    params: {
      [constants.BROTLI_PARAM_QUALITY]: brotliQuality,
      [constants.BROTLI_PARAM_SIZE_HINT]: plain.length,
    },
  });
}
