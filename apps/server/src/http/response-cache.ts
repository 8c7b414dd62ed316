import { hash } from 'node:crypto';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { contract, type Contract, type DataOf, type RouteName, type Endpoint } from '@lightstick/contract';

/**
 * Data that is already JSON, for answers that many callers share: encoded once for all. The type parameter keeps the
 * original type.
 */
export class Encoded<Data> {
  readonly json: string;
  declare readonly dataType?: Data;

  constructor(json: string) {
    this.json = json;
  }
}

/** Encodes data once for many answers. */
export function encodeData<Data>(data: Data): Encoded<Data> {
  return new Encoded<Data>(JSON.stringify(data));
}

/**
 * Creates the writer of an endpoint's success envelopes. Checked answers lose fields that the contract does not name, and
 * throw on a contract violation; unchecked data is written as it is.
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

/** Smaller answers fit into one packet, so compression saves nothing. */
const fewestBytes = 1_000;

/** Compressed during storms, so with moderate effort. */
const brotliQuality = 5;

const accepted: Readonly<Record<Encoding, RegExp>> = { br: acceptPattern('br'), gzip: acceptPattern('gzip') };

/**
 * A shared answer, ready to be sent: the envelope's bytes, and their compressed forms on first use. The type parameter
 * keeps the original type.
 */
export class CachedResponse<Data> {
  /** Weak, because compressed and plain bytes share the tag. */
  readonly etag: string;
  readonly #plain: Buffer;
  readonly #compressed = new Map<Encoding, Buffer>();
  declare readonly dataType?: Data;

  constructor(text: string, etag: string) {
    this.etag = etag;
    this.#plain = Buffer.from(text);
  }

  /** Returns the bytes for a caller with this `Accept-Encoding`. */
  bytesFor(acceptEncoding: string | undefined): { readonly encoding: Encoding | undefined; readonly bytes: Buffer } {
    const encoding = this.#plain.length < fewestBytes ? undefined : encodingOf(acceptEncoding);
    if (!encoding) return { encoding, bytes: this.#plain };
    const bytes = this.#compressed.get(encoding) ?? compress(this.#plain, encoding);
    this.#compressed.set(encoding, bytes);
    return { encoding, bytes };
  }
}

/**
 * Returns the bytes of a prepared answer, with the headers of their form; undefined with 304 for a caller who already
 * has it.
 */
export function readyBytes(
  request: FastifyRequest,
  reply: FastifyReply,
  answer: CachedResponse<unknown>,
  variesBy?: string,
): Buffer | undefined {
  reply.header('vary', variesBy === undefined ? 'accept-encoding' : `accept-encoding, ${variesBy}`);
  if (isFresh(request, reply, answer.etag)) {
    reply.code(304);
    return undefined;
  }
  const { encoding, bytes } = answer.bytesFor(request.headers['accept-encoding']);
  if (encoding) reply.header('content-encoding', encoding);
  return bytes;
}

/** Sends a prepared answer, whose content type is already set. */
export function sendReady(
  request: FastifyRequest,
  reply: FastifyReply,
  answer: CachedResponse<unknown>,
  variesBy?: string,
): FastifyReply {
  const bytes = readyBytes(request, reply, answer, variesBy);
  return bytes === undefined ? reply.removeHeader('content-type').send() : reply.send(bytes);
}

/** Sets an answer's entity tag. Whether the caller has that answer, so that 304 suffices (RFC 9110, section 13.1.2). */
export function isFresh(request: FastifyRequest, reply: FastifyReply, etag: string): boolean {
  reply.header('etag', etag);
  const known = request.headers['if-none-match'];
  if (known === undefined || reply.statusCode !== 200) return false;
  // A compressing proxy turns a strong tag into a weak one.
  return known.split(',').some((tag) => tag.trim() === '*' || opaqueTag(tag.trim()) === opaqueTag(etag));
}

function opaqueTag(tag: string): string {
  return tag.replace(/^W\//, '');
}

/** The source of a cached answer. */
type ResponseSource<Data> = {
  /** Distinguishes the call's answers, such as an activity's in one language. There must be few. */
  readonly variant: string;
  /** The inputs: the answer stays valid while all of them are identical. */
  readonly sources: readonly unknown[];
  readonly make: () => Data;
  /** The part that counts as a change; defaults to all. */
  readonly news?: () => unknown;
};

/**
 * Keeps the latest answer of each variant of a call. A rebuilt answer with equal content keeps its bytes and compressed
 * forms. Answers are checked against the contract when built, not when sent.
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

/** Makes a tag from the content alone, so that it is equal on all replicas. */
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

/** Matches a coding in `Accept-Encoding`, unless its weight is zero. */
function acceptPattern(coding: Encoding): RegExp {
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
