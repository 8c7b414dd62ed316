import { randomUUID } from 'node:crypto';
import {
  contract,
  type Contract,
  type DataOf,
  type Endpoint,
  type ErrorName,
  errorName,
  type InputOf,
  type Language,
  type RouteName,
} from '@lightstick/contract';
import type { FastifyInstance } from 'fastify';
import { expect } from 'vitest';
import type { TestFan } from './given-fan.ts';
import { bearer, type TestOperator } from './given-operator.ts';

export type CallOptions<R extends RouteName> = Partial<InputOf<Contract[R]>> & {
  readonly fan?: TestFan | undefined;
  readonly operator?: TestOperator;
  /** Sent as `Idempotency-Key`. Where the contract requires one, a new one is sent by default. */
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
  options: CallOptions<R>,
): Promise<CallReply<R>> {
  const [method, url] = route.split(' ') as ['GET' | 'POST', string];
  const { query, body, upload } = options as {
    query?: Record<string, string | number>;
    body?: object;
    upload?: Blob;
  };
  const { upload: form, idempotency }: Endpoint = contract[route];
  const key = options.key ?? (idempotency === 'required' ? randomUUID() : undefined);
  const sent = form ? await asForm({ ...body, [form.field]: upload }) : { payload: body, headers: {} };
  const reply = await app.inject({
    method,
    url,
    ...(query ? { query: asTexts(query) } : {}),
    ...(sent.payload ? { payload: sent.payload } : {}),
    headers: {
      ...sent.headers,
      ...(options.fan ? { token: options.fan.token } : {}),
      ...(options.operator ? bearer(options.operator) : {}),
      ...(key ? { 'idempotency-key': key } : {}),
      ...(options.language ? { 'accept-language': options.language } : {}),
      ...options.headers,
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

/** Fields and a file as a browser sends them. */
async function asForm(fields: Readonly<Record<string, string | Blob | undefined>>) {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) {
    if (value instanceof Blob) form.set(name, value, 'the name that the fan gave it');
    else if (value !== undefined) form.set(name, value);
  }
  const encoded = new Response(form);
  const payload = Buffer.from(await encoded.arrayBuffer());
  return { payload, headers: { 'content-type': encoded.headers.get('content-type') ?? '' } };
}

function asTexts(query: Readonly<Record<string, string | number | undefined>>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(query).flatMap(([name, value]) => (value === undefined ? [] : [[name, String(value)]])),
  );
}
