import { randomBytes, randomUUID } from 'node:crypto';
import type { RouteName } from '@lightstick/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createWorld, type World } from '../world/world.ts';
import { fieldsOf } from './example-of.ts';
import { endpointOf, exampleCall, routes, sendCall } from './send-call.ts';
import { wholeDatabase } from '../world/whole-database.ts';

/** A field of a payload that names an account: the part of the call and the path of the field in it. */
type AccountField = { readonly route: RouteName; readonly part: 'query' | 'body'; readonly path: readonly string[] };

const places: readonly AccountField[] = routes.flatMap((route) =>
  (['query', 'body'] as const).flatMap((part) => {
    const schema = endpointOf(route)[part];
    return schema ? fieldsOf(schema).map((path) => ({ route, part, path })) : [];
  }),
);
/** The specification has two names for it. */
const accountNames = ['accountId', 'userId'];
const isAccountName = ({ path }: AccountField) => accountNames.includes(path.at(-1) ?? '');
/** An operator names the accounts of fans; operators-only.test.ts covers who is one. */
const namesAnAccount = places.filter((place) => isAccountName(place) && endpointOf(place.route).auth !== 'operator');

let world: World;
beforeAll(async () => {
  world = await createWorld({ environment: { RATE_LIMIT_FACTOR: '1000' } });
});
afterAll(() => world[Symbol.asyncDispose]());

/** Makes a call that is right except for the account that it names. */
function callNaming({ route, part, path }: AccountField, accountId: string) {
  const example = exampleCall(route);
  return { ...example, [part]: withField(example[part] ?? {}, path, accountId) };
}

function withField(object: Record<string, unknown>, path: readonly string[], value: string): Record<string, unknown> {
  const [name = '', ...rest] = path;
  if (rest.length === 0) return { ...object, [name]: value };
  return { ...object, [name]: withField((object[name] ?? {}) as Record<string, unknown>, rest, value) };
}

describe('an account that a header names', () => {
  const withToken = routes.filter((route) => ['fan', 'optional'].includes(endpointOf(route).auth));

  it('is the caller’s own or nothing is done, by any call', async () => {
    const [fan, other] = [await world.given.fan({ points: 100 }), await world.given.fan()];
    const before = await wholeDatabase(world.ownerPool);
    for (const accountId of [other.accountId, `${fan.accountId} x`, '']) {
      for (const route of withToken) {
        const headers = { token: fan.token, 'x-account-id': accountId, 'idempotency-key': randomUUID() };
        const answer = await sendCall(world, route, { ...exampleCall(route), headers });
        expect({ route, ...answer }).toMatchObject({ route, status: 412, refusal: 'ACCOUNT_CHANGED' });
        expect(answer.headers['set-cookie']).toBeUndefined();
      }
    }
    expect(await wholeDatabase(world.ownerPool)).toEqual(before);
  });

  it('is refused beside a token that is no longer valid, by any call', async () => {
    const { accountId } = await world.given.fan();
    const before = await wholeDatabase(world.ownerPool);
    for (const route of withToken) {
      const headers = { token: 'x'.repeat(43), 'x-account-id': accountId, 'idempotency-key': randomUUID() };
      const answer = await sendCall(world, route, { ...exampleCall(route), headers });
      expect({ route, ...answer }).toMatchObject({ route, status: 401, refusal: 'UNAUTHENTICATED' });
    }
    expect(await wholeDatabase(world.ownerPool)).toEqual(before);
  });

  it('lets the call through when it is the caller’s', async () => {
    const fan = await world.given.fan();
    const headers = { token: fan.token, 'x-account-id': fan.accountId };
    const answer = await sendCall(world, 'POST /wallet/api/v1/userExpand/getUserInfo', { body: {}, headers });
    expect(answer.status).toBe(200);
  });
});

describe('an account that a payload names', () => {
  it('is found in the contract at all', () => {
    expect(namesAnAccount.length).toBeGreaterThan(4);
  });

  it.each(namesAnAccount)('is the caller’s own or the call is refused: $route $part $path', async (place) => {
    const [fan, other] = [await world.given.fan({ points: 100 }), await world.given.fan({ points: 100 })];
    const headers = { token: fan.token };
    const before = await wholeDatabase(world.ownerPool);
    for (const accountId of [other.accountId, randomBytes(10).toString('hex'), `${fan.accountId} `, '__proto__']) {
      const answer = await sendCall(world, place.route, { ...callNaming(place, accountId), headers });
      expect(answer).toMatchObject({ status: 403, refusal: 'FORBIDDEN' });
      expect(answer.text).not.toContain(other.email);
    }
    const stale = { token: 'a token that has expired' };
    const callers = endpointOf(place.route).auth === 'optional' ? [stale] : [{}, stale];
    for (const caller of callers) {
      const answer = await sendCall(world, place.route, { ...callNaming(place, fan.accountId), headers: caller });
      expect(answer).toMatchObject({ status: 401, refusal: 'UNAUTHENTICATED' });
    }
    expect(await wholeDatabase(world.ownerPool)).toEqual(before);

    const own = await sendCall(world, place.route, { ...callNaming(place, fan.accountId), headers });
    expect([401, 403, 500]).not.toContain(own.status);
    expect(own.refusal).not.toBe('REQUEST_INVALID');
  });

  it.each(namesAnAccount.filter(({ route }) => endpointOf(route).auth === 'optional'))(
    'adds nothing to a call without a token: $route',
    async (place) => {
      const fan = await world.given.fan({ points: 100 });
      const answer = await sendCall(world, place.route, callNaming(place, fan.accountId));
      expect(answer.status).toBe(200);
      expect(answer.text).toBe((await sendCall(world, place.route, exampleCall(place.route))).text);
    },
  );

  it('is only where it is checked: not deeper in a payload, and never in an anonymous call', () => {
    const unchecked = namesAnAccount.filter(
      ({ route, path }) => path.length > 1 || !['fan', 'optional'].includes(endpointOf(route).auth),
    );
    expect(unchecked).toEqual([]);
  });

  it('has one of its names, so that no other field can pass for it', () => {
    const alike = /account_?ids?$|(fan|user|owner|member|session_?owner)_?ids?$|^(owner|fan|user|member)$/i;
    expect(places.filter((place) => !isAccountName(place) && alike.test(place.path.at(-1) ?? ''))).toEqual([]);
  });
});
