import type * as z from 'zod';
import type { ErrorName } from './errors.ts';

/** `METHOD /path`, exactly as it goes over the wire. The specification's routes take no path parameters. */
export type Route = `${'GET' | 'POST'} /${string}`;

/**
 * Who may call.
 * - `public`: anyone; a token is not looked at.
 * - `optional`: anyone; a valid token adds what is the caller's own. A payload with an `accountId` beside a token that is
 *   no longer valid is answered with 401, so that the client renews the token.
 * - `fan`: a signed-in fan; without a valid token the answer is 401.
 * - `passport`: the HttpOnly passport cookie of a browser that signed in before.
 * - `operator`: an operator of one of the call's `roles`, by `Authorization: Bearer` and a token with the call's `scope`.
 *   Without a token that is good now the answer is 401, in another role or without the scope 403.
 */
export type Auth = 'public' | 'optional' | 'fan' | 'passport' | 'operator';

/**
 * What an operator may do.
 * - `editor`: looks after what fans do and are paid for: forms, and claims that are held.
 * - `moderator`: judges what fans have made and what looks wrong: videos, votes in quarantine, and claims that are held.
 * - `auditor`: reads, and changes nothing.
 */
export type OperatorRole = 'editor' | 'moderator' | 'auditor';

/**
 * What a token of an operator opens: one area of the operators' calls each, named as in their paths. The role bounds what a
 * token may do in it.
 */
export const operatorScopes = [
  'acts',
  'agent',
  'chain',
  'chat',
  'claims',
  'forms',
  'live',
  'videos',
  'votes',
  'webhooks',
] as const;
export type OperatorScope = (typeof operatorScopes)[number];

/**
 * - A call for operators names the roles that may make it, and the scope that a token needs for it.
 * - Scripts of any site may read what a public read answers (CORS): the same for everyone, and nothing about fans.
 */
type Callers =
  | { readonly auth: 'public'; readonly isPublicRead?: true; readonly roles?: never; readonly scope?: never }
  | {
      readonly auth: Exclude<Auth, 'operator' | 'public'>;
      readonly isPublicRead?: never;
      readonly roles?: never;
      readonly scope?: never;
    }
  | {
      readonly auth: 'operator';
      readonly isPublicRead?: never;
      readonly roles: readonly OperatorRole[];
      readonly scope: OperatorScope;
    };

/** The file part of a multipart call. */
export type Upload = {
  /** The form field that holds the file. */
  readonly field: string;
  /** Media types offered by the file chooser. The server detects the real type from the content. */
  readonly accepts: readonly string[];
  readonly maxBytes: number;
  /** The refusal of a larger file. */
  readonly tooLarge: ErrorName;
};

/** The contract of one call. The server, the web types and the OpenAPI document derive from it. */
export type Endpoint = Callers & {
  readonly summary: string;
  readonly query?: z.ZodType;
  readonly body?: z.ZodType;
  readonly data: z.ZodType;
  /** Refusals that clients can distinguish. Any call may also answer with a `SystemErrorName`. */
  readonly errors: readonly ErrorName[];
  /**
   * Moves value: replays the first answer to the same `Idempotency-Key` and body for seven days. Later a repeat is refused
   * where value moved; otherwise the call's own limits apply. `optional` where a client of the specification calls, which
   * sends no key: each call without one is a new call. `required` for all other calls: without a key nothing happens.
   */
  readonly idempotency?: 'required' | 'optional';
  /** Changes nothing, like a safe method of RFC 9110. All other calls of one caller take turns at the database. */
  readonly safe?: true;
  /** A multipart/form-data request with one file; `body` describes the other fields, which are texts. */
  readonly upload?: Upload;
  /** Responds with server-sent events; each carries `data` as JSON without an envelope. */
  readonly streams?: true;
  /** Responds with a downloadable file of one of these media types, without an envelope; as JSON it holds `data`. */
  readonly file?: readonly string[];
};

type InputPart<E, K extends 'query' | 'body', M extends 'in' | 'out'> = E extends {
  readonly [P in K]: infer S extends z.ZodType;
}
  ? { readonly [P in K]: M extends 'in' ? z.input<S> : z.output<S> }
  : unknown;

type FilePart<E, File> = E extends { readonly upload: Upload } ? { readonly upload: File } : unknown;

/** The input of a client, before defaults and coercion. */
export type InputOf<E extends Endpoint> = InputPart<E, 'query', 'in'> & InputPart<E, 'body', 'in'> & FilePart<E, Blob>;

/** The input of a handler, after defaults and coercion. A file is complete. */
export type RequestOf<E extends Endpoint> = InputPart<E, 'query', 'out'> &
  InputPart<E, 'body', 'out'> &
  FilePart<E, Uint8Array>;

export type DataOf<E extends Endpoint> = z.output<E['data']>;
export type ErrorOf<E extends Endpoint> = E['errors'][number];

/** Every JSON response. Code 0 is success; any other code is a key of the error registry, without data. */
export type Envelope<T> =
  | { readonly code: 0; readonly message: string; readonly data: T }
  | { readonly code: number; readonly message: string; readonly data: null };
