import type * as z from 'zod';
import type { ErrorName } from './errors.ts';

/** `METHOD /path`, exactly as it goes over the wire. The specification's routes take no path parameters. */
export type Route = `${'GET' | 'POST'} /${string}`;

/**
 * Who may call.
 * - `public`: anyone; a token is not looked at.
 * - `optional`: anyone; a valid token adds what is the caller's own.
 * - `fan`: a signed-in fan; without a valid token the answer is 401.
 * - `passport`: the HttpOnly passport cookie of a browser that signed in before.
 */
export type Auth = 'public' | 'optional' | 'fan' | 'passport';

/** Everything that is promised about one call; server, web types and OpenAPI document are all derived from it. */
export type Endpoint = {
  readonly summary: string;
  readonly auth: Auth;
  readonly query?: z.ZodType;
  readonly body?: z.ZodType;
  readonly data: z.ZodType;
  /** Refusals this call promises to tell apart. The system's own (`SystemErrorName`) may come from any call. */
  readonly errors: readonly ErrorName[];
  /** Moves value: accepts `Idempotency-Key`, and answers a repeat of the same key and body with the first answer. */
  readonly movesValue?: true;
  /** Answers as server-sent events, each carrying `data` as JSON without an envelope. */
  readonly streams?: true;
};

type Part<E, K extends 'query' | 'body', M extends 'in' | 'out'> = E extends {
  readonly [P in K]: infer S extends z.ZodType;
}
  ? { readonly [P in K]: M extends 'in' ? z.input<S> : z.output<S> }
  : unknown;

/** What a client sends: before defaults and coercion. */
export type InputOf<E extends Endpoint> = Part<E, 'query', 'in'> & Part<E, 'body', 'in'>;

/** What a handler receives: after defaults and coercion. */
export type RequestOf<E extends Endpoint> = Part<E, 'query', 'out'> & Part<E, 'body', 'out'>;

export type DataOf<E extends Endpoint> = z.output<E['data']>;
export type ErrorOf<E extends Endpoint> = E['errors'][number];

/** Every JSON answer. Code 0 is success; any other code is a key of the error registry and carries no data. */
export type Envelope<T> =
  | { readonly code: 0; readonly message: string; readonly data: T }
  | { readonly code: number; readonly message: string; readonly data: null };
