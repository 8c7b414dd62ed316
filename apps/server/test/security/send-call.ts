import { randomUUID } from 'node:crypto';
import { contract, type Endpoint, type ErrorName, errorName, type RouteName } from '@lightstick/contract';
import type { World } from '../world/world.ts';
import { exampleOf } from './example-of.ts';

export const routes = Object.keys(contract) as RouteName[];

export const endpointOf = (route: RouteName): Endpoint => contract[route];

export type Sent = {
  readonly query?: unknown;
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
  /** The caller's address; by default that of this machine. */
  readonly address?: string;
};

export type Answer = {
  readonly status: number;
  readonly refusal: ErrorName | undefined;
  readonly headers: Readonly<Record<string, unknown>>;
  readonly text: string;
};

/** Makes the least payload of a call from the contract. */
export function exampleCall(route: RouteName): { query?: Record<string, unknown>; body?: Record<string, unknown> } {
  const { query, body } = endpointOf(route);
  return {
    ...(query && { query: exampleOf(query, `the query of ${route}`) as Record<string, unknown> }),
    ...(body && { body: exampleOf(body, `the body of ${route}`) as Record<string, unknown> }),
  };
}

/** Sends a call as anybody could: it need not be right. What comes with a file is sent as a form. */
export async function sendCall(
  { app }: World,
  route: RouteName,
  { query, body, headers, address }: Sent,
): Promise<Answer> {
  const [method, url] = route.split(' ') as ['GET' | 'POST', string];
  const { upload, idempotency } = endpointOf(route);
  const key = idempotency === 'required' ? { 'idempotency-key': randomUUID() } : {};
  const form = upload && body !== undefined ? await formOf(upload.field, body as Record<string, unknown>) : undefined;
  const reply = await app.inject({
    method,
    url,
    ...(address ? { remoteAddress: address } : {}),
    ...(query ? { query: textsOf(query as Record<string, unknown>) } : {}),
    ...(form ? { payload: form.payload } : body === undefined ? {} : { payload: body as object }),
    headers: { ...form?.headers, 'x-deviceid': randomUUID(), ...key, ...headers },
  });
  const { code } = reply.headers['content-type']?.toString().startsWith('application/json')
    ? reply.json<{ code?: number }>()
    : {};
  return {
    status: reply.statusCode,
    refusal: code ? errorName(code) : undefined,
    headers: reply.headers,
    text: reply.payload,
  };
}

function textsOf(query: Readonly<Record<string, unknown>>): Record<string, string> {
  return Object.fromEntries(Object.entries(query).map(([name, value]) => [name, String(value)]));
}

async function formOf(field: string, body: Readonly<Record<string, unknown>>) {
  const form = new FormData();
  for (const [name, text] of Object.entries(textsOf(body))) form.set(name, text);
  form.set(field, new Blob(['no picture'], { type: 'image/png' }), 'picture.png');
  const request = new Request('http://localhost/', { method: 'POST', body: form });
  return {
    payload: Buffer.from(await request.arrayBuffer()),
    headers: { 'content-type': request.headers.get('content-type') ?? '' },
  };
}
