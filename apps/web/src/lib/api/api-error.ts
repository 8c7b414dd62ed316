/** The server refused the call, with a text in the caller's language. */
export class ApiError extends Error {
  override readonly name = 'ApiError';
  /** A code of the registry of errors; `refusalReason` knows its name. */
  readonly code: number;
  readonly status: number;
  /** The id to quote to the operators. */
  readonly requestId: string | null;
  readonly path: string;

  constructor(answer: { code: number; message: string; status: number; requestId: string | null; path: string }) {
    super(answer.message);
    this.code = answer.code;
    this.status = answer.status;
    this.requestId = answer.requestId;
    this.path = answer.path;
  }
}

/** No answer, or one that is not the envelope (a proxy's page). Whether the request was carried out is unknown. */
export class TransportError extends Error {
  override readonly name = 'TransportError';
  readonly kind: 'network' | 'timeout' | 'http';
  readonly status: number | undefined;
  /** The id of an answer that a proxy wrote after our server had seen the request. */
  readonly requestId: string | null;
  readonly path: string;

  constructor(
    kind: TransportError['kind'],
    path: string,
    options: { status?: number; requestId?: string | null; cause?: unknown } = {},
  ) {
    super(`${path}: ${kind}${options.status === undefined ? '' : ` ${options.status}`}`, { cause: options.cause });
    this.kind = kind;
    this.status = options.status;
    this.requestId = options.requestId ?? null;
    this.path = path;
  }
}

/** These statuses precede the handling of a request, so they reveal nothing about an earlier attempt. */
const statusesAtTheDoor: readonly number[] = [401, 412, 429];

/**
 * Tells whether the server has decided the request and all its earlier attempts, so that a repeat gets the same answer.
 * After anything else (a lost connection, a time-out, an overload, a crash) the outcome is unknown.
 */
export function isFinalAnswer(error: unknown): boolean {
  return error instanceof ApiError && error.status < 500 && !statusesAtTheDoor.includes(error.status);
}

/** Tells whether an automatic retry may help: after a network failure or overload, not after a refusal. */
export function isTransient(error: unknown): boolean {
  return error instanceof TransportError || (error instanceof ApiError && error.status >= 500);
}
