import { readFileSync } from 'node:fs';
import { ErrorCode, type Language, type SystemErrorName, SystemErrorStatus } from '@lightstick/contract';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { Refusal, errorText } from '#/errors.ts';
import { languageOf } from './request-headers.ts';

/** System error codes of a server that is gone, restarting or not there yet. */
const systemCodes = new Set(['ECONNREFUSED', 'ECONNRESET', 'ENOENT', 'EPIPE', 'ETIMEDOUT', 'ENOTFOUND', 'EAI_AGAIN']);

/**
 * SQLSTATE: connection exceptions (class 08); out of memory or disk (class 53, except for 53300); shutting down or starting
 * up (57P01–57P03); and a primary that became a standby (25006).
 */
const awayStates = /^(08...|53[^3]..|57P0[123]|25006)$/;

/** SQLSTATE: too many connections (53300), timeouts (57014, 55P03), and repeated conflicts (40001, 40P01). */
const busyStates = /^(533..|57014|55P03|40001|40P01)$/;

/** pg's messages without a code. */
const awayMessages = /^(Connection terminated|Client has encountered a connection error)/;
/** No connection of the pool became free in time. */
const busyMessage = /^timeout exceeded when trying to connect/;

type DatabaseTrouble = 'SERVICE_UNAVAILABLE' | 'OVERLOADED';

/** Returns whether a failure means that the database is away or has too much to do; undefined for any other. */
function databaseTrouble(error: unknown): DatabaseTrouble | undefined {
  if (!(error instanceof Error)) return undefined;
  if (awayMessages.test(error.message)) return 'SERVICE_UNAVAILABLE';
  if (busyMessage.test(error.message)) return 'OVERLOADED';
  const code = 'code' in error ? error.code : undefined;
  if (typeof code !== 'string') return undefined;
  if (busyStates.test(code)) return 'OVERLOADED';
  return awayStates.test(code) || ('syscall' in error && systemCodes.has(code)) ? 'SERVICE_UNAVAILABLE' : undefined;
}

/**
 * Returns whether a failure means that the database is unreachable or overloaded, which is a reason to retry and not a
 * bug. The caller learns the outcome by repeating the call with its idempotency key.
 */
export function isDatabaseAway(error: unknown): boolean {
  return databaseTrouble(error) !== undefined;
}

const statuses: Readonly<Partial<Record<string, number>>> = SystemErrorStatus;

const malformedAddress = { en_US: 'the address is malformed', zh_TW: '網址格式不正確' };

/** Why a request could not be read, by Fastify's error code. */
const unreadable: Readonly<Record<string, Readonly<Record<Language, string>>>> = {
  FST_ERR_CTP_BODY_TOO_LARGE: { en_US: 'the body is larger than 64 KB', zh_TW: '內容超過 64 KB' },
  FST_ERR_CTP_INVALID_MEDIA_TYPE: {
    en_US: 'the body must be JSON, with Content-Type: application/json',
    zh_TW: '內容必須是 JSON，並附上 Content-Type: application/json',
  },
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: {
    en_US: 'the body’s length doesn’t match Content-Length',
    zh_TW: '內容長度與 Content-Length 不符',
  },
  FST_ERR_CTP_INVALID_JSON_BODY: { en_US: 'the body is not JSON', zh_TW: '內容不是 JSON' },
  ECONNRESET: { en_US: 'the connection ended before the body did', zh_TW: '內容尚未傳完，連線就已中斷' },
  FST_ERR_BAD_URL: malformedAddress,
  FST_ERR_ROUTE_MISSING_CONTENT_TYPE: {
    en_US: 'the Content-Type header is missing',
    zh_TW: '缺少 Content-Type 標頭',
  },
};

const unmetCondition = {
  en_US: 'the file doesn’t meet If-Match or If-Unmodified-Since',
  zh_TW: '檔案不符合 If-Match 或 If-Unmodified-Since 的條件',
};

/** The page that nginx shows while no replica answers; it needs nothing else and retries without the reader. */
const backSoon = readFileSync(new URL('../../../../deploy/back-soon.html', import.meta.url), 'utf8');
const backSoonPolicy = "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'self'";

/** Turns every failure into an answer: the envelope, or for a reader who opens a page under load, a page. */
export function replyWithError(error: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const envelope = writeError(error, request, reply);
  if (!opensPage(request) || (reply.statusCode !== 503 && reply.statusCode !== 429)) return reply.send(envelope);
  reply.header('content-security-policy', backSoonPolicy);
  return reply.type('text/html; charset=utf-8').send(backSoon);
}

function opensPage({ method, headers, routeOptions }: FastifyRequest): boolean {
  const { rate = 'file' } = routeOptions.config ?? {};
  return rate === 'file' && (method === 'GET' || method === 'HEAD') && /text\/html/.test(headers.accept ?? '');
}

/** Sets status and headers of the answer to a failure, and returns its body; no other place does. */
export function writeError(error: unknown, request: FastifyRequest, reply: FastifyReply): string {
  const refusal = refusalOfRead(error) ?? asRefusal(error, request);
  const language = languageOf(request.headers['accept-language']);
  let body: string;
  try {
    body = bodyOf(refusal, language);
  } catch (forgotten) {
    return writeError(forgotten, request, reply);
  }
  request.refusal = refusal.reason;
  if (refusal.reason === 'OPERATOR_UNKNOWN') reply.header('www-authenticate', 'Bearer');
  const retryAfter = retryAfterSeconds(refusal);
  if (retryAfter !== undefined) reply.header('retry-after', retryAfter);
  reply
    .code(isUnmetCondition(error) ? 412 : (statuses[refusal.reason] ?? 200))
    .headers(request.server.apiHeaders)
    .header('cache-control', 'no-store')
    .header('x-request-id', request.id)
    .header('content-type', 'application/json; charset=utf-8');
  return body;
}

/** The bodies of refusals whose text is always the same: those that come in storms are written once. */
const writtenBodies = new Map<string, string>();

/** @throws Error when the refusal lacks a parameter of its text */
function bodyOf(refusal: Refusal, language: Language): string {
  const name = Object.keys(refusal.parameters).length === 0 ? `${refusal.reason} ${language}` : undefined;
  const written = name === undefined ? undefined : writtenBodies.get(name);
  if (written !== undefined) return written;
  const body = JSON.stringify({ code: ErrorCode[refusal.reason], message: errorText(refusal, language), data: null });
  if (name !== undefined) writtenBodies.set(name, body);
  return body;
}

function asRefusal(error: unknown, request: FastifyRequest): Refusal {
  if (error instanceof Refusal) return error;
  const { log } = request.server.services;
  const where = { requestId: request.id, route: request.routeOptions.config.route };
  const trouble = databaseTrouble(error);
  if (trouble) {
    log.error({ err: error, ...where }, 'the database is away or overloaded');
    return new Refusal(trouble);
  }
  log.error({ err: error, ...where }, 'a call failed');
  return new Refusal('INTERNAL' satisfies SystemErrorName, { requestId: request.id });
}

/** What Fastify and its file server throw. Errors of calls to other servers have no `statusCode`. */
type HttpError = Error & { readonly statusCode: unknown; readonly code?: unknown };

function isHttpError(error: unknown): error is HttpError {
  return error instanceof Error && 'statusCode' in error;
}

/** Returns whether a file is refused because of If-Match or If-Unmodified-Since. */
function isUnmetCondition(error: unknown): boolean {
  return isHttpError(error) && error.statusCode === 412;
}

/** Returns the refusal of a request that Fastify could not read, or its file server not serve. */
function refusalOfRead(error: unknown): Refusal | undefined {
  if (!isHttpError(error)) return undefined;
  const { code, statusCode } = error;
  const known = typeof code === 'string' ? unreadable[code] : undefined;
  if (known) return new Refusal('REQUEST_UNREADABLE', { reason: known });
  if (isUnmetCondition(error)) return new Refusal('REQUEST_UNREADABLE', { reason: unmetCondition });
  // The file server refuses a path that leaves its folder or is spelled in another way, and one that it cannot decode.
  if (statusCode === 403 || statusCode === 404) return new Refusal('NOT_FOUND');
  return statusCode === 400 && code === undefined
    ? new Refusal('REQUEST_UNREADABLE', { reason: malformedAddress })
    : undefined;
}

/** Returns the refusal's own delay, or a moment when the server sheds load or misses what it depends on. */
function retryAfterSeconds({ reason, parameters }: Refusal): number | undefined {
  if (reason === 'OVERLOADED' || reason === 'SERVICE_UNAVAILABLE') return 2;
  const { seconds } = parameters;
  return statuses[reason] === 429 && typeof seconds === 'number' ? seconds : undefined;
}
