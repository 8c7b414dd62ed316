import type { Contract, DataOf, Envelope, InputOf, RouteName } from '@lightstick/contract';
import { observeServerDate } from '../clock/server-clock.ts';
import { currentSession, endSession, resumeSession } from '../session/session.ts';
import { ApiError, TransportError } from './api-error.ts';
import { startDeadline } from './deadline.ts';
import { queryString } from './query-string.ts';
import { requestHeaders } from './request-headers.ts';

const timeoutMs = 60_000;

type Parts = { query?: Record<string, unknown>; body?: unknown };

export type CallOptions = {
  readonly signal?: AbortSignal;
  /** Made with the fan's intent and sent again with every repeat of it, so that it is carried out once. */
  readonly idempotencyKey?: string;
};

/**
 * Calls one endpoint of the contract, whose schemas are only types here: none of them reaches the browser.
 * Throws `ApiError` when the server refused, `TransportError` when nobody knows whether it heard.
 * An expired token is renewed once from the passport cookie; where that is refused too the session ends.
 */
export async function call<R extends RouteName>(
  route: R,
  input: InputOf<Contract[R]>,
  options: CallOptions = {},
): Promise<DataOf<Contract[R]>> {
  const token = currentSession()?.token;
  try {
    return await send(route, input, options);
  } catch (error) {
    const expired = token !== undefined && error instanceof ApiError && error.status === 401;
    if (!expired) throw error;
    const resumption = await resumeSession(token);
    if (resumption === 'resumed') return send(route, input, options);
    if (resumption === 'unreachable') throw new TransportError('network', error.path, { cause: error });
    endSession('expired');
    throw error;
  }
}

async function send<R extends RouteName>(
  route: R,
  input: InputOf<Contract[R]>,
  options: CallOptions,
): Promise<DataOf<Contract[R]>> {
  const { query, body } = input as Parts;
  const [method = 'GET', path = '/'] = route.split(' ');
  const deadline = startDeadline(timeoutMs, options.signal);
  try {
    const sentAtMs = Date.now();
    const response = await fetch(path + queryString(query), {
      method,
      // A cached answer would carry an old Date, and the server's clock is read from it.
      cache: 'no-cache',
      headers: requestHeaders(route, options.idempotencyKey),
      signal: deadline.signal,
      ...(method === 'POST' && { body: JSON.stringify(body ?? {}) }),
    });
    observeServerDate(response.headers, sentAtMs, Date.now());
    return await dataOf<DataOf<Contract[R]>>(path, response);
  } catch (cause) {
    throw options.signal?.aborted || cause instanceof ApiError ? cause : transportError(path, cause);
  } finally {
    deadline.clear();
  }
}

async function dataOf<T>(path: string, response: Response): Promise<T> {
  const envelope = await response.json().then(
    (answer: Envelope<T>) => answer,
    // A time-out while reading stays one; anything else that is not our envelope was written by a proxy.
    (cause: unknown) => {
      throw cause instanceof SyntaxError ? new TransportError('http', path, { status: response.status, cause }) : cause;
    },
  );
  if (typeof envelope?.code !== 'number') throw new TransportError('http', path, { status: response.status });
  if (envelope.code === 0) return envelope.data as T;
  const requestId = response.headers.get('x-request-id');
  throw new ApiError({ code: envelope.code, message: envelope.message, status: response.status, requestId, path });
}

function transportError(path: string, cause: unknown): TransportError {
  if (cause instanceof TransportError) return cause;
  const timedOut = cause instanceof DOMException && cause.name === 'TimeoutError';
  return new TransportError(timedOut ? 'timeout' : 'network', path, { cause });
}
