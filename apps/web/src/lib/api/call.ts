import type { Contract, DataOf, Envelope, InputOf, RouteName, UploadRoute } from '@lightstick/contract';
import { observeServerDate } from '#/lib/clock/server-clock.ts';
import { connection, deviceConnection } from '#/lib/connection.ts';
import { parseJson } from '#/lib/parse-json.ts';
import { currentSession, endSession, resumeSession, sessionEnding } from '#/lib/session/session.ts';
import { apiBaseUrl, queryString } from './api-address.ts';
import { ApiError, TransportError } from './api-error.ts';
import { commonHeaders } from './common-headers.ts';
import { startDeadline } from '../timing/waiting.ts';

const timeoutMs = 60_000;

type CallInput = { query?: Record<string, unknown>; body?: unknown };

type CallOptions = {
  /** A query's: it waits while the session is being ended, and is aborted when it has. */
  readonly signal?: AbortSignal;
  /** Made with the fan's intent and sent again with every repeat of it, so that it is carried out once. */
  readonly idempotencyKey?: string;
  /** The account that has made the intent; the server refuses any other. The page's by default. */
  readonly accountId?: string;
};

/**
 * Calls one endpoint; the contract's schemas are used as types only. Throws `ApiError` for a refusal, `TransportError` when
 * the outcome is unknown, and the signal's reason on abort. File uploads use `upload`.
 */
export async function call<R extends Exclude<RouteName, UploadRoute>>(
  route: R,
  input: InputOf<Contract[R]>,
  options: CallOptions = {},
): Promise<DataOf<Contract[R]>> {
  if (options.signal) await sessionEnding();
  return withFreshToken(() => send(route, input, options), { isQuery: options.signal !== undefined });
}

/**
 * Sends a request. An expired token is renewed once; where that is refused too the session ends, and a query is sent without
 * it, because anyone may make some of them.
 */
export async function withFreshToken<T>(request: () => Promise<T>, { isQuery = false } = {}): Promise<T> {
  const token = currentSession()?.token;
  try {
    return await request();
  } catch (error) {
    const expired = token !== undefined && error instanceof ApiError && error.status === 401;
    if (!expired) throw error;
    const resumption = await resumeSession(token);
    if (resumption === 'resumed') return request();
    if (resumption === 'unreachable') throw new TransportError('network', error.path, { cause: error });
    // It has ended otherwise meanwhile.
    if (currentSession()?.token !== token) throw error;
    endSession('expired');
    if (isQuery) return request();
    throw error;
  }
}

async function send<R extends RouteName>(
  route: R,
  input: InputOf<Contract[R]>,
  options: CallOptions,
): Promise<DataOf<Contract[R]>> {
  const { query, body } = input as CallInput;
  const [method = 'GET', path = '/'] = route.split(' ');
  const deadline = startDeadline(timeoutMs, options.signal);
  try {
    const sentAtMs = Date.now();
    const response = await fetch(apiBaseUrl + path + queryString(query), {
      method,
      // Sends the passport cookie to an API on another origin, too.
      credentials: 'include',
      // A cached answer would carry an old Date, and the server's clock is read from it.
      cache: 'no-cache',
      headers: requestHeaders(route, options),
      signal: deadline.signal,
      ...(method === 'POST' && { body: JSON.stringify(body ?? {}) }),
    });
    connection.write(deviceConnection('online'));
    observeServerDate(response.headers, sentAtMs, Date.now());
    const { status } = response;
    const requestId = response.headers.get('x-request-id');
    // Read as text, so that a time-out while reading stays one and is not taken for an answer that makes no sense.
    return readAnswer(path, await response.text(), { status, requestId }) as DataOf<Contract[R]>;
  } catch (cause) {
    if (options.signal?.aborted || cause instanceof ApiError) throw cause;
    const error = transportError(path, cause);
    if (error.kind === 'network') connection.write(deviceConnection('unreachable'));
    throw error;
  } finally {
    deadline.clear();
  }
}

/** Returns the data of a response. Throws `ApiError` for a refusal and `TransportError` for a foreign format. */
export function readAnswer(path: string, text: string, about: { status: number; requestId: string | null }): unknown {
  const envelope = parseJson(text, `The answer of ${path}`) as Envelope<unknown> | null;
  // A response without our envelope comes from a proxy.
  if (typeof envelope?.code !== 'number') throw new TransportError('http', path, about);
  if (envelope.code === 0) return envelope.data;
  throw new ApiError({ code: envelope.code, message: envelope.message, ...about, path });
}

function transportError(path: string, cause: unknown): TransportError {
  if (cause instanceof TransportError) return cause;
  const timedOut = cause instanceof DOMException && cause.name === 'TimeoutError';
  return new TransportError(timedOut ? 'timeout' : 'network', path, { cause });
}

/** Mail codes are typed into the page, also where a host app shows it, so this call always counts as a browser's. */
const browserOnly: RouteName = 'GET /wallet/api/v1/user/sendEmail';

/** Returns all headers of one call: the common ones, the fan's token and the key of a value-moving intent. */
export function requestHeaders(
  route: RouteName,
  { idempotencyKey, accountId }: CallOptions = {},
): Record<string, string> {
  const token = currentSession()?.token;
  return {
    ...(route === browserOnly ? commonHeaders('H5') : commonHeaders()),
    ...(token !== undefined && { token }),
    ...(idempotencyKey !== undefined && { 'Idempotency-Key': idempotencyKey }),
    ...(accountId !== undefined && { 'X-Account-Id': accountId }),
  };
}
