import type { Contract, Endpoint, Language, RequestOf, RouteName } from '@lightstick/contract';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { Refusal } from '#/errors.ts';
import { uuidV7 } from '#/lib/uuid.ts';
import { invalidRequest } from './invalid-request.ts';
import { assertNamedAccount, clientAddressOf, countryOf, idempotencyKeyOf, languageOf } from './request-headers.ts';
import { type Form, missingFile, readUpload } from './uploads.ts';
import type { Operator, Fan } from './caller.ts';

export type DeviceType = 'ANDROID' | 'IOS' | 'H5';

/** The client's claims about its device; nothing is verified. */
export type Device = {
  readonly id: string | undefined;
  readonly type: DeviceType | undefined;
  readonly userAgent: string | undefined;
};

type CallFacts = {
  readonly language: Language;
  /** The arrival of the whole request, by the server's clock. */
  readonly receivedAt: Date;
  readonly requestId: string;
  /** The client's address, or `noAddress`. */
  readonly address: string;
  /** The client's country (ISO 3166-1), where COUNTRY_HEADER lets it be known. */
  readonly country: string | undefined;
  readonly device: Device;
  /** The reply, for cookies and response headers only. */
  readonly reply: FastifyReply;
};

type CallerOf<E extends Endpoint> = E['auth'] extends 'fan'
  ? { readonly fan: Fan }
  : E['auth'] extends 'optional'
    ? { readonly fan: Fan | undefined }
    : E['auth'] extends 'operator'
      ? { readonly operator: Operator }
      : unknown;

type KeyOf<E extends Endpoint> = E extends { readonly idempotency: 'required' | 'optional' }
  ? {
      /** The client's key in lower case, or a new one. */
      readonly idempotencyKey: string;
      /** Whether the client sent a key, and so may repeat the call. */
      readonly repeatable: boolean;
    }
  : unknown;

/** A call of an endpoint with checked input. */
export type CallOf<E extends Endpoint> = RequestOf<E> & CallerOf<E> & KeyOf<E> & CallFacts;

export type Call<R extends RouteName> = CallOf<Contract[R]>;

/** The caller, and when the whole request had arrived, except for an upload's form. */
type Caller = {
  readonly fan: Fan | undefined;
  readonly operator: Operator | undefined;
  readonly receivedAt: Date;
};

/**
 * Identifies the caller of an endpoint before the payload is read. Throws Refusal UNAUTHENTICATED, ACCOUNT_CHANGED,
 * OPERATOR_UNKNOWN, OPERATOR_ROLE_LACKING or OPERATOR_SCOPE_LACKING.
 */
export async function readCaller(endpoint: Endpoint, request: FastifyRequest): Promise<Caller> {
  const { clock, sessions } = request.server.services;
  const { auth } = endpoint;
  // Not when its head arrived: a body held back past the close would be a vote cast with knowledge of the result.
  const receivedAt = clock.now();
  let fan: Fan | undefined;
  if (auth === 'fan' || auth === 'optional') {
    const { token } = request.headers;
    const isGiven = typeof token === 'string' && token !== '';
    if (isGiven) fan = await sessions.resolve(token);
    // A page that names its account renews an expired token, instead of showing less than its fan's own.
    const isExpected = auth === 'fan' || (isGiven && request.headers['x-account-id'] !== undefined);
    if (isExpected && !fan) throw new Refusal('UNAUTHENTICATED');
    if (fan) assertNamedAccount(request.headers, fan.accountId);
    request.fan = fan;
  }
  const operator = auth === 'operator' ? await readOperator(endpoint, request) : undefined;
  return { fan, operator, receivedAt };
}

async function readOperator(
  { roles, scope }: Endpoint & { auth: 'operator' },
  request: FastifyRequest,
): Promise<Operator> {
  const operator = await request.server.services.operators.resolve(request.headers.authorization);
  if (!operator) throw new Refusal('OPERATOR_UNKNOWN');
  request.operator = operator;
  if (!roles.includes(operator.role)) throw new Refusal('OPERATOR_ROLE_LACKING', { roles: roles.join(', ') });
  if (!operator.scopes.includes(scope)) throw new Refusal('OPERATOR_SCOPE_LACKING', { scope });
  return operator;
}

/**
 * Creates the reader of an endpoint's calls, which checks the input. Only uploads are asynchronous, because calls answered
 * from memory come in thousands a second. The reader throws Refusal REQUEST_INVALID or FORBIDDEN, and for uploads what
 * `readUpload` throws.
 */
export function callReader<E extends Endpoint>(endpoint: E) {
  const { auth, query: querySchema, body: bodySchema, upload, idempotency } = endpoint;

  function readQuery(request: FastifyRequest, { fan }: Caller): unknown {
    if (!querySchema) return undefined;
    const result = querySchema.safeParse(request.query);
    if (!result.success) throw invalidRequest('query', result.error.issues, request.query);
    checkAccount(result.data, auth, fan, request);
    return result.data;
  }

  function readBody(given: unknown, { fan }: Caller, request: FastifyRequest): unknown {
    if (!bodySchema) return undefined;
    const result = bodySchema.safeParse(given ?? undefined);
    if (!result.success) throw invalidRequest('body', result.error.issues, given);
    checkAccount(result.data, auth, fan, request);
    return result.data;
  }

  function assemble(request: FastifyRequest, reply: FastifyReply, caller: Caller, query: unknown, form?: Form) {
    const { headers } = request;
    const { fan, operator } = caller;
    const receivedAt = form ? request.server.services.clock.now() : caller.receivedAt;
    const body = readBody(form ? form.fields : request.body, caller, request);
    if (upload && !form?.file) throw missingFile(upload);
    const sentKey = idempotency && idempotencyKeyOf(headers['idempotency-key'], receivedAt, idempotency);
    const call: unknown = {
      query,
      body,
      upload: form?.file,
      fan,
      operator,
      language: languageOf(headers['accept-language']),
      receivedAt,
      requestId: request.id,
      address: clientAddressOf(request),
      country: countryOf(request),
      device: {
        id: boundHeader(headers['x-deviceid']),
        type: deviceTypeOf(headers['x-custom-device-type']),
        userAgent: boundHeader(headers['user-agent'], longestUserAgent),
      },
      reply,
      idempotencyKey: idempotency ? (sentKey ?? uuidV7(receivedAt)) : undefined,
      repeatable: sentKey !== undefined,
    };
    // The type follows from the endpoint's fields in a way that the compiler cannot derive from a value.
    return call as CallOf<E>;
  }

  return function readCall(
    request: FastifyRequest,
    reply: FastifyReply,
    caller: Caller,
  ): CallOf<E> | Promise<CallOf<E>> {
    const query = readQuery(request, caller);
    if (!upload) return assemble(request, reply, caller, query);
    return readUpload(request, upload).then((form) => assemble(request, reply, caller, query, form));
  };
}

/** The fields that identify the caller; the specification has two. */
export const callerFields = ['accountId', 'userId'] as const;

/**
 * Checks that a payload's `accountId` or `userId` is the caller's own, for any use of it. A call that serves anyone
 * ignores it without a token; a token that has expired is refused, so that the client renews it instead of showing
 * less.
 */
function checkAccount(
  payload: unknown,
  auth: Endpoint['auth'],
  fan: Fan | undefined,
  { headers: { token } }: FastifyRequest,
): void {
  if (auth !== 'fan' && auth !== 'optional') return;
  if (typeof payload !== 'object' || payload === null) return;
  for (const field of callerFields) {
    const named = (payload as Readonly<Record<string, unknown>>)[field];
    if (named === undefined) continue;
    if (fan && named !== fan.accountId) throw new Refusal('FORBIDDEN');
    if (!fan && token) throw new Refusal('UNAUTHENTICATED');
  }
}

const longestHeader = 128;
const longestUserAgent = 256;

/** Limits a header that is only recorded: cut, and without characters that could forge a log line. */
function boundHeader(header: string | string[] | undefined, most = longestHeader): string | undefined {
  if (typeof header !== 'string' || header === '') return undefined;
  return header.slice(0, most).replaceAll(/[^\x20-\x7e]/g, '?');
}

function deviceTypeOf(header: string | string[] | undefined): DeviceType | undefined {
  return header === 'ANDROID' || header === 'IOS' || header === 'H5' ? header : undefined;
}
