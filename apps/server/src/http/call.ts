import type { Contract, Endpoint, Language, RequestOf, RouteName } from '@lightstick/contract';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { Refusal } from '#/errors.ts';
import { uuidV7 } from '#/uuid-v7.ts';
import { idempotencyKeyOf } from './idempotency-key.ts';
import { invalidRequest } from './invalid-request.ts';
import { languageOf } from './language.ts';
import type { Fan } from './session.ts';

export type DeviceType = 'ANDROID' | 'IOS' | 'H5';

type Facts = {
  readonly language: Language;
  /** When the request had arrived whole, by the server's clock. */
  readonly receivedAt: Date;
  readonly requestId: string;
  /** The client's IP address, as far as TRUST_PROXY lets it be known. */
  readonly address: string;
  readonly deviceId: string | undefined;
  readonly deviceType: DeviceType | undefined;
  readonly versionCode: string | undefined;
  /** For what only HTTP knows: cookies, and headers of the answer. */
  readonly reply: FastifyReply;
};

type CallerOf<E extends Endpoint> = E['auth'] extends 'fan'
  ? { readonly fan: Fan }
  : E['auth'] extends 'optional'
    ? { readonly fan: Fan | undefined }
    : unknown;

type KeyOf<E extends Endpoint> = E extends { readonly movesValue: true }
  ? {
      /** The client's, in lower case, or a fresh one when none was sent. */
      readonly idempotencyKey: string;
      /** Whether the client sent it and so may send it again. */
      readonly repeatable: boolean;
    }
  : unknown;

/** A call of an endpoint, checked and parsed. */
export type CallOf<E extends Endpoint> = RequestOf<E> & CallerOf<E> & KeyOf<E> & Facts;

export type Call<R extends RouteName> = CallOf<Contract[R]>;

/**
 * Makes the reader of an endpoint's calls: who calls is found out first, then the payload is checked.
 * It throws Refusal UNAUTHENTICATED, REQUEST_INVALID or FORBIDDEN.
 */
export function callReader<E extends Endpoint>(endpoint: E) {
  const { auth, query: querySchema, body: bodySchema, movesValue } = endpoint;

  return async function readCall(request: FastifyRequest, reply: FastifyReply): Promise<CallOf<E>> {
    // Not when its head arrived: a body held back until after the closing second would be a vote cast with the result in view.
    const receivedAt = request.server.services.clock.now();
    const { headers } = request;
    let fan: Fan | undefined;
    if (auth === 'fan' || auth === 'optional') {
      const { token } = headers;
      if (typeof token === 'string' && token !== '') fan = await request.server.services.sessions.resolve(token);
      if (auth === 'fan' && !fan) throw new Refusal('UNAUTHENTICATED');
      request.fan = fan;
    }
    let query: unknown;
    if (querySchema) {
      const result = querySchema.safeParse(request.query);
      if (!result.success) throw invalidRequest('query', result.error.issues, request.query);
      query = result.data;
    }
    let body: unknown;
    if (bodySchema) {
      const result = bodySchema.safeParse(request.body ?? undefined);
      if (!result.success) throw invalidRequest('body', result.error.issues, request.body);
      body = result.data;
      checkAccount(body, auth, fan);
    }
    const sentKey = movesValue ? idempotencyKeyOf(headers['idempotency-key'], receivedAt) : undefined;
    const call: unknown = {
      query,
      body,
      fan,
      language: languageOf(headers['accept-language']),
      receivedAt,
      requestId: request.id,
      address: request.ip,
      deviceId: bounded(headers['x-deviceid']),
      deviceType: deviceTypeOf(headers['x-custom-device-type']),
      versionCode: bounded(headers['x-versioncode']),
      reply,
      idempotencyKey: movesValue ? (sentKey ?? uuidV7(receivedAt)) : undefined,
      repeatable: sentKey !== undefined,
    };
    // The type follows from the endpoint's fields in a way that the compiler cannot see through a value.
    return call as CallOf<E>;
  };
}

/** A payload's `accountId` must be the caller's own, whatever the call does with it. */
function checkAccount(body: unknown, auth: Endpoint['auth'], fan: Fan | undefined): void {
  if (auth !== 'fan' && auth !== 'optional') return;
  if (typeof body !== 'object' || body === null || !('accountId' in body) || body.accountId === undefined) return;
  if (!fan) throw new Refusal('UNAUTHENTICATED');
  if (body.accountId !== fan.accountId) throw new Refusal('FORBIDDEN');
}

const longestHeader = 128;

/** A header that is only noted down: cut rather than refused, and without what could forge a line of a log. */
function bounded(header: string | string[] | undefined): string | undefined {
  if (typeof header !== 'string' || header === '') return undefined;
  return header.slice(0, longestHeader).replaceAll(/[^\x20-\x7e]/g, '?');
}

function deviceTypeOf(header: string | string[] | undefined): DeviceType | undefined {
  return header === 'ANDROID' || header === 'IOS' || header === 'H5' ? header : undefined;
}
