import {
  contract,
  type Contract,
  type DataOf,
  type ErrorName,
  errorName,
  type InputOf,
  type Language,
  type RouteName,
} from '@lightstick/contract';
import type { FastifyInstance } from 'fastify';
import { expect } from 'vitest';
import type { TestFan } from './given-fan.ts';

export type CallWishes<R extends RouteName> = Partial<InputOf<Contract[R]>> & {
  readonly fan?: TestFan | undefined;
  /** Sent as `Idempotency-Key`. */
  readonly key?: string;
  readonly language?: Language;
  readonly headers?: Readonly<Record<string, string>>;
};

export type CallReply<R extends RouteName> = {
  readonly status: number;
  readonly code: number;
  /** The name behind the code of a refusal. */
  readonly refusal: ErrorName | undefined;
  readonly message: string;
  /** Checked against the contract. Null at run time when the call was refused, which a test expects or fails by. */
  readonly data: DataOf<Contract[R]>;
  readonly headers: Readonly<Record<string, unknown>>;
};

/** Makes a call of the contract as a client would, and holds the answer to the contract. */
export async function call<R extends RouteName>(
  app: FastifyInstance,
  route: R,
  wishes: CallWishes<R>,
): Promise<CallReply<R>> {
  const [method, url] = route.split(' ') as ['GET' | 'POST', string];
  const { query, body } = wishes as { query?: Record<string, string | number>; body?: object };
  const reply = await app.inject({
    method,
    url,
    ...(query ? { query: asTexts(query) } : {}),
    ...(body ? { payload: body } : {}),
    headers: {
      ...(wishes.fan ? { token: wishes.fan.token } : {}),
      ...(wishes.key ? { 'idempotency-key': wishes.key } : {}),
      ...(wishes.language ? { 'accept-language': wishes.language } : {}),
      ...wishes.headers,
    },
  });
  const envelope = reply.json<{ code: number; message: string; data: unknown }>();
  expect(Object.keys(envelope).toSorted(), 'the fields of an envelope').toEqual(['code', 'data', 'message']);
  if (envelope.code === 0) {
    expect(reply.statusCode).toBe(200);
    // What the contract does not name must not be there, so the answer has to equal what its schema makes of it.
    expect(envelope.data).toEqual(contract[route].data.parse(envelope.data));
  } else {
    expect(envelope.data).toBeNull();
    expect(errorName(envelope.code), `an error of the registry behind ${envelope.code}`).toBeDefined();
  }
  return {
    status: reply.statusCode,
    code: envelope.code,
    refusal: errorName(envelope.code),
    message: envelope.message,
    data: envelope.data as DataOf<Contract[R]>,
    headers: reply.headers,
  };
}

function asTexts(query: Readonly<Record<string, string | number | undefined>>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(query).flatMap(([name, value]) => (value === undefined ? [] : [[name, String(value)]])),
  );
}
