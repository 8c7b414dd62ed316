import { ErrorCode, type Language, type SystemErrorName, SystemErrorStatus } from '@lightstick/contract';
import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify';
import { Refusal, errorText } from '#/errors.ts';
import { languageOf } from './request-headers.ts';

/** System error codes of a server that is gone, restarting or not there yet. */
const systemCodes = new Set(['ECONNREFUSED', 'ECONNRESET', 'ENOENT', 'EPIPE', 'ETIMEDOUT', 'ENOTFOUND', 'EAI_AGAIN']);

/**
 * SQLSTATE: connection exceptions (class 08); out of connections, memory or disk (class 53); shutting down or starting up
 * (57P01–57P03); timeouts (57014, 55P03); and repeated conflicts (40001, 40P01).
 */
const sqlStates = /^(08...|53...|57P0[123]|57014|55P03|40001|40P01)$/;

/** pg's messages without a code. */
const messages =
  /^(Connection terminated|timeout exceeded when trying to connect|Client has encountered a connection error)/;

/**
 * Whether a failure means that the database is unreachable or overloaded, which is a reason to retry and not a bug. The
 * caller learns the outcome by repeating the call with its idempotency key.
 */
export function isDatabaseAway(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  if (messages.test(error.message)) return true;
  const code = 'code' in error ? error.code : undefined;
  if (typeof code !== 'string') return false;
  return sqlStates.test(code) || ('syscall' in error && systemCodes.has(code));
}

const statuses: Readonly<Partial<Record<string, number>>> = SystemErrorStatus;

/** Why a request could not be read, by Fastify's error code. */
const unreadable: Readonly<Record<string, Readonly<Record<Language, string>>>> = {
  FST_ERR_CTP_BODY_TOO_LARGE: { en_US: 'the body is larger than 64 KB', zh_TW: '內容超過 64 KB' },
  FST_ERR_CTP_INVALID_MEDIA_TYPE: {
    en_US: 'the body must be JSON, with Content-Type: application/json',
    zh_TW: '內容必須是 JSON，並附上 Content-Type: application/json',
  },
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: {
    en_US: 'the body is not as long as Content-Length says',
    zh_TW: '內容長度與 Content-Length 不符',
  },
  FST_ERR_CTP_INVALID_JSON_BODY: { en_US: 'the body is not JSON', zh_TW: '內容不是 JSON' },
  ECONNRESET: { en_US: 'the connection ended before the body did', zh_TW: '內容尚未傳完，連線就已中斷' },
  FST_ERR_BAD_URL: { en_US: 'the address is not well-formed', zh_TW: '網址格式不正確' },
};

/** Turns every failure into an answer; no other place does. */
export function replyWithError(error: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const refusal = asRefusal(error, request);
  const language = languageOf(request.headers['accept-language']);
  let text: string;
  try {
    text = errorText(refusal, language);
  } catch (forgotten) {
    return replyWithError(forgotten, request, reply);
  }
  request.refusal = refusal.reason;
  if (refusal.reason === 'OPERATOR_UNKNOWN') reply.header('www-authenticate', 'Bearer');
  const retryAfter = retryAfterSeconds(refusal);
  if (retryAfter !== undefined) reply.header('retry-after', retryAfter);
  return reply
    .code(statuses[refusal.reason] ?? 200)
    .headers(request.server.apiHeaders)
    .header('cache-control', 'no-store')
    .header('x-request-id', request.id)
    .header('content-type', 'application/json; charset=utf-8')
    .send(JSON.stringify({ code: ErrorCode[refusal.reason], message: text, data: null }));
}

function asRefusal(error: unknown, request: FastifyRequest): Refusal {
  if (error instanceof Refusal) return error;
  const known = isReadError(error) ? unreadable[error.code] : undefined;
  if (known) return new Refusal('REQUEST_UNREADABLE', { reason: known });
  const { log } = request.server.services;
  const where = { requestId: request.id, route: request.routeOptions.config.route };
  if (isDatabaseAway(error)) {
    log.error({ err: error, ...where }, 'the database is away or overloaded');
    return new Refusal('OVERLOADED');
  }
  log.error({ err: error, ...where }, 'a call failed');
  return new Refusal('INTERNAL' satisfies SystemErrorName, { requestId: request.id });
}

/** Only errors of reading a request have a status, unlike those of calls to other servers. */
function isReadError(error: unknown): error is FastifyError {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' && 'statusCode' in error;
}

/** The refusal's own delay, or a moment when the server sheds load. */
function retryAfterSeconds({ reason, parameters }: Refusal): number | undefined {
  if (reason === 'OVERLOADED') return 2;
  const { seconds } = parameters;
  return statuses[reason] === 429 && typeof seconds === 'number' ? seconds : undefined;
}
