import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { goodPassword, sealed, signUp } from '../world/sign-up.ts';
import { createWorld, type World } from '../world/world.ts';
import { endpointOf, exampleCall, routes, sendCall } from './send-call.ts';
import { wholeDatabase } from '../world/whole-database.ts';

const fansOnly = routes.filter((route) => endpointOf(route).auth === 'fan');
const login = 'POST /wallet/api/v1/user/login';
const logout = 'POST /wallet/api/v1/user/logout';
const session = 'POST /wallet/api/v1/user/session';
const dayMs = 24 * 60 * 60_000;

let world: World;
let notGood: readonly Readonly<Record<string, string>>[];
beforeAll(async () => {
  world = await createWorld({ environment: { RATE_LIMIT_FACTOR: '1000' } });
  const expired = await signUp(world);
  world.clock.advance(dayMs);
  const fan = await signUp(world);
  const signedOut = await world.call(login, {
    body: { email: fan.email, password: await sealed(world, goodPassword) },
  });
  await world.call(logout, { body: {}, headers: { token: signedOut.data.token } });
  notGood = [
    {},
    { token: '' },
    { token: randomBytes(32).toString('base64url') },
    { token: 'x'.repeat(5000) },
    { token: expired.token },
    { token: signedOut.data.token },
    { token: fan.passportToken },
    { cookie: `passport=${fan.passportToken}; token=${fan.token}` },
    { authorization: `Bearer ${fan.token}` },
  ];
});
afterAll(() => world[Symbol.asyncDispose]());

describe('a call for fans', () => {
  it('is most of what there is', () => {
    expect(fansOnly.length).toBeGreaterThan(10);
  });

  it.each(fansOnly)('is refused without a token that is good now, and changes nothing: %s', async (route) => {
    const before = await wholeDatabase(world.ownerPool);
    for (const headers of notGood) {
      const answer = await sendCall(world, route, { ...exampleCall(route), headers });
      expect({ sent: headers, ...answer }).toMatchObject({ sent: headers, status: 401, refusal: 'UNAUTHENTICATED' });
    }
    // Without authentication the answer must not reveal what a valid request is.
    const wrong = await sendCall(world, route, { query: { a: 'b' }, body: { '': [] } });
    expect(wrong.status).toBe(401);
    expect(await wholeDatabase(world.ownerPool)).toEqual(before);
  });

  it('ends with the sign-in, for every token of it and at once', async () => {
    const fan = await signUp(world);
    const resumed = await world.call(session, { body: {}, headers: { cookie: `passport=${fan.passportToken}` } });
    const stolen = [fan.token, resumed.data.token];
    // Seen a moment ago, so that this process remembers them.
    const seen = await world.call('POST /wallet/api/v1/userExpand/getUserInfo', {
      body: {},
      headers: { token: fan.token },
    });
    expect(seen.status).toBe(200);
    await world.call(logout, { body: {}, headers: { token: resumed.data.token } });
    for (const token of stolen) {
      for (const route of fansOnly) {
        const answer = await sendCall(world, route, { ...exampleCall(route), headers: { token } });
        expect({ route, ...answer }).toMatchObject({ route, status: 401, refusal: 'UNAUTHENTICATED' });
      }
    }
    const passport = await world.call(session, { body: {}, headers: { cookie: `passport=${fan.passportToken}` } });
    expect(passport.status).toBe(401);
  });
});
