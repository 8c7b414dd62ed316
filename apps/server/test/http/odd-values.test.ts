import type { OperatorRole, RouteName } from '@lightstick/contract';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import * as z from 'zod';
import { fieldsOf } from '../security/example-of.ts';
import { endpointOf, exampleCall, routes } from '../security/send-call.ts';
import { bearer } from '../world/given-operator.ts';
import { createWorld, type World } from '../world/world.ts';

/** Values that no field expects. */
const values: readonly unknown[] = [
  '',
  ' ',
  '\u0000',
  '\ud800',
  '\u202e',
  '%',
  "'; --",
  '0x10',
  '-0',
  '1e400',
  'NaN',
  '__proto__',
  'a'.repeat(64),
  'a'.repeat(5_000),
  '9'.repeat(40),
  '\u{1f469}\u200d\u{1f469}'.repeat(20),
  true,
  null,
  0,
  -1,
  1.5,
  1e21,
  2 ** 53,
  2 ** 31,
  [],
  [['a']],
  {},
  { toString: 1 },
];

/** A stream that opens has no end, and these need no valid field to open. */
const openStreams: readonly RouteName[] = [
  'GET /activity/api/v1/packet/stream',
  'GET /activity/api/v1/jplive/agent/stream',
];

const oddCall = fc
  .record({
    route: fc.constantFrom(...routes.filter((route) => !openStreams.includes(route))),
    at: fc.nat(),
    value: fc.constantFrom(...values),
    isTwice: fc.boolean(),
    isSignedIn: fc.boolean(),
  })
  .map(({ route, at, value, isTwice, isSignedIn }) => {
    const { query, body } = exampleCall(route);
    const endpoint = endpointOf(route);
    const places = fieldsOf(endpoint.query ?? endpoint.body ?? z.object({}));
    const place = places[at % Math.max(places.length, 1)] ?? ['none'];
    const fields = Object.entries(query ? withField(query, place, value) : {}).map(([name, each]) => pair(name, each));
    return {
      route,
      isSignedIn,
      search: [...fields, ...(isTwice ? fields : [])].join('&'),
      payload: body ? JSON.stringify(withField(body, place, value)) : undefined,
    };
  });

function pair(name: string, value: unknown): string {
  const text = typeof value === 'string' ? value.toWellFormed() : JSON.stringify(value);
  return `${name}=${encodeURIComponent(text)}`;
}

function withField(object: object, [name = '', ...rest]: readonly string[], value: unknown): object {
  const inner = (object as Readonly<Record<string, unknown>>)[name];
  return { ...object, [name]: rest.length === 0 ? value : withField(Object(inner) as object, rest, value) };
}

let world: World;
const lines: string[] = [];
beforeAll(async () => {
  world = await createWorld({
    onLogLine: (line) => lines.push(line),
    environment: { RATE_LIMIT_FACTOR: '1000' },
  });
});
afterAll(() => world[Symbol.asyncDispose]());

/** Signs in a fan, or an operator who may call. */
async function signIn(): Promise<(route: RouteName, n: number) => Readonly<Record<string, string>>> {
  const fans = await Promise.all(Array.from({ length: 40 }, () => world.given.fan({ points: 1_000 })));
  const roles: readonly OperatorRole[] = ['editor', 'moderator', 'auditor'];
  const operators = await Promise.all(roles.map(async (role) => ({ role, ...(await world.given.operator(role)) })));
  return (route, n) => {
    const operator = operators.find(({ role }) => endpointOf(route).roles?.includes(role));
    return operator ? bearer(operator) : { token: fans[n % fans.length]?.token ?? '' };
  };
}

it('No value in a field of a call makes the server fail, two thousand tried.', async () => {
  const credentials = await signIn();
  const waiting = fc.sample(oddCall, { seed: 20_261_124, numRuns: 2_000 });
  const failed: string[] = [];
  const sendAll = async () => {
    for (let call = waiting.pop(); call !== undefined; call = waiting.pop()) {
      const { route, search, payload, isSignedIn } = call;
      const [method, path] = route.split(' ') as ['GET' | 'POST', string];
      const headers = {
        ...(payload !== undefined && { 'content-type': 'application/json' }),
        ...(isSignedIn && credentials(route, waiting.length)),
      };
      const { statusCode } = await world.app.inject({
        method,
        url: search ? `${path}?${search}` : path,
        headers,
        ...(payload !== undefined && { payload }),
      });
      if (statusCode >= 500) failed.push(`${statusCode} ${route} ${(search + (payload ?? '')).slice(0, 400)}`);
    }
  };
  await Promise.all(Array.from({ length: 40 }, sendAll));
  expect(failed).toEqual([]);
  expect(lines.filter((line) => /"level":"(?:error|fatal)"/.test(line))).toEqual([]);
});
