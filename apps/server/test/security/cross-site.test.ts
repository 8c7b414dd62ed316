import { contract, type RouteName } from '@lightstick/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { goodPassword, sealed, signUp } from '../world/sign-up.ts';
import { createWorld, type World } from '../world/world.ts';
import { endpointOf, exampleCall, routes, sendCall } from './send-call.ts';
import { wholeDatabase } from '../world/whole-database.ts';

const session = 'POST /wallet/api/v1/user/session';
const login = 'POST /wallet/api/v1/user/login';
const getUserInfo = 'POST /wallet/api/v1/userExpand/getUserInfo';

const byCookie = routes.filter((route) => endpointOf(route).auth === 'passport');
const reads = routes.filter((route) => route.startsWith('GET') && !endpointOf(route).streams);
const publicReads = routes.filter((route) => endpointOf(route).isPublicRead);
const closedToSites = routes.filter((route) => !endpointOf(route).isPublicRead);
const writes = routes.filter((route) => route.startsWith('POST'));

/** What a browser sends along when another site makes it call. */
const fromElsewhere = [
  { 'sec-fetch-site': 'cross-site', origin: 'https://evil.example' },
  { 'sec-fetch-site': 'same-site', origin: 'https://other.example.com' },
  { 'sec-fetch-site': 'cross-site' },
  { origin: 'https://evil.example' },
  { origin: 'https://vote.example.com.evil.example' },
  { origin: 'http://vote.example.com' },
  { origin: 'null' },
];

let world: World;
let fan: Awaited<ReturnType<typeof signUp>>;
beforeAll(async () => {
  world = await createWorld({ environment: { RATE_LIMIT_FACTOR: '1000', PUBLIC_URL: 'https://vote.example.com' } });
  fan = await signUp(world);
});
afterAll(() => world[Symbol.asyncDispose]());

const cookie = () => `passport=${fan.passportToken}`;

describe('a page of another site', () => {
  it.each(byCookie)('gets nothing by the fan’s cookie: %s', async (route) => {
    const before = await wholeDatabase(world.ownerPool);
    for (const headers of fromElsewhere) {
      const answer = await sendCall(world, route, { ...exampleCall(route), headers: { ...headers, cookie: cookie() } });
      expect(answer).toMatchObject({ status: 401, refusal: 'UNAUTHENTICATED' });
      expect(answer.headers['set-cookie']).toBeUndefined();
    }
    expect(await wholeDatabase(world.ownerPool)).toEqual(before);
  });

  it('could use the cookie for one call alone', () => {
    expect(byCookie).toEqual([session]);
    expect(fan.headers['set-cookie']).toContain(`Path=${session.split(' ')[1]};`);
    expect(fan.headers['set-cookie']).toContain('SameSite=Lax');
  });

  it.each(publicReads)('may read the same answer as everyone, without credentials: %s', async (route) => {
    const url = route.slice('GET '.length);
    const { query } = exampleCall(route);
    const headers = { origin: 'https://evil.example' };
    const preflight = await world.app.inject({
      method: 'OPTIONS',
      url,
      headers: { ...headers, 'access-control-request-method': 'POST', 'access-control-request-headers': 'token' },
    });
    expect(preflight.statusCode).toBe(204);
    expect(preflight.headers).toMatchObject({
      'access-control-allow-origin': '*',
      'access-control-allow-methods': 'GET',
      'access-control-allow-headers': 'if-none-match, x-request-id, x-versioncode',
    });
    const plain = await sendCall(world, route, { query, headers: {} });
    for (const sent of [headers, { ...headers, cookie: cookie(), token: fan.token }]) {
      const answer = await sendCall(world, route, { query, headers: sent });
      expect([answer.text, answer.status]).toEqual([plain.text, plain.status]);
      expect(answer.headers['access-control-allow-origin']).toBe('*');
      // Constant, so that a cache in between need not tell origins apart.
      expect(JSON.stringify(answer.headers['vary'] ?? '')).not.toMatch(/origin|cookie/i);
      expect(answer.headers['set-cookie']).toBeUndefined();
    }
    for (const answer of [preflight, plain]) {
      expect(answer.headers['access-control-allow-credentials']).toBeUndefined();
    }
  });

  it('may read rankings, results, rules and the decisions about votes, and nothing by a fan’s sign-in', () => {
    for (const call of ['ranking', 'result', 'rules', 'decisions', 'summary']) {
      expect(publicReads).toContain(`GET /activity/api/v1/vote/${call}`);
    }
    for (const route of publicReads) {
      const { auth, safe, body, streams } = endpointOf(route);
      expect({ route, auth, safe, body, streams }).toEqual({ route, auth: 'public', safe: true });
      expect(route).toMatch(/^GET /);
    }
  });

  it.each(closedToSites)('is never told by CORS that it may read an answer: %s', async (route) => {
    const [method, url] = route.split(' ') as [string, string];
    const headers = { origin: 'https://evil.example', 'access-control-request-method': method };
    const preflight = await world.app.inject({ method: 'OPTIONS', url, headers });
    expect(preflight.statusCode).toBeGreaterThanOrEqual(400);
    expect(preflight.headers['access-control-allow-origin']).toBeUndefined();
    if (endpointOf(route).streams) return;
    const answer = await sendCall(world, route, { ...exampleCall(route), headers: { origin: headers.origin } });
    expect(answer.headers['access-control-allow-origin']).toBeUndefined();
    expect(answer.headers['cross-origin-resource-policy']).toBe('same-origin');
  });

  it.each(writes)('cannot send a form, which browsers let it do without asking: %s', async (route) => {
    const before = await wholeDatabase(world.ownerPool);
    const { body } = exampleCall(route);
    // Analytics may arrive as text, because a beacon cannot send JSON; it is anonymous.
    const forms = ['application/x-www-form-urlencoded', 'text/plain', 'multipart/form-data; boundary=x'].filter(
      (type) => !(route === 'POST /analytics/api/v1/events' && type === 'text/plain'),
    );
    for (const type of forms) {
      const [, url = ''] = route.split(' ');
      const answer = await world.app.inject({
        method: 'POST',
        url,
        payload: JSON.stringify(body ?? {}),
        headers: { 'content-type': type, cookie: cookie() },
      });
      expect(answer.statusCode).toBeGreaterThanOrEqual(400);
      expect(answer.statusCode).toBeLessThan(500);
    }
    expect(await wholeDatabase(world.ownerPool)).toEqual(before);
  });
});

describe('reading', () => {
  it.each(reads)('changes no session: %s', async (route) => {
    const sessions = () => world.db.selectFrom('session').selectAll().orderBy('token_hash').execute();
    const before = await sessions();
    const answer = await sendCall(world, route, { ...exampleCall(route), headers: { cookie: cookie() } });
    expect(answer.headers['set-cookie']).toBeUndefined();
    expect(answer.text).not.toContain(fan.passportToken);
    expect(await sessions()).toEqual(before);
  });

  it('is all that a link can do: what takes POST takes nothing else', async () => {
    for (const route of writes) {
      const url = route.slice('POST '.length);
      if (`GET ${url}` in contract) continue;
      const answer = await world.app.inject({ method: 'GET', url, headers: { cookie: cookie() } });
      expect({ route, isRefused: answer.statusCode >= 400 }).toEqual({ route, isRefused: true });
      expect(answer.headers['set-cookie']).toBeUndefined();
    }
  });
});

const infoBy = async (token: string) => world.call(getUserInfo, { body: {}, headers: { token } });

/**
 * Returns a sign-in's answer in a browser that already holds a token and a passport of another fan, or unknown ones.
 */
async function signInOver(route: RouteName, body: object, planted: { token: string; passport: string }) {
  const answer = await sendCall(world, route, {
    body,
    headers: { token: planted.token, cookie: `passport=${planted.passport}` },
  });
  expect(answer.status).toBe(200);
  const { data } = JSON.parse(answer.text) as { data: { token: string; passportToken: string } };
  return { ...data, setCookie: String(answer.headers['set-cookie']) };
}

describe('a session planted by a stranger', () => {
  it('is not taken over by signing in: token and passport are new, the planted ones stay the attacker’s', async () => {
    const [victim, attacker] = [await signUp(world), await signUp(world)];
    const body = { email: victim.email, password: await sealed(world, goodPassword) };
    const planted = { token: attacker.token, passport: attacker.passportToken };
    const signedIn = await signInOver(login, body, planted);
    expect(new Set([signedIn.token, signedIn.passportToken, ...Object.values(planted)]).size).toBe(4);
    expect(signedIn.setCookie).toContain(`passport=${signedIn.passportToken};`);
    expect((await infoBy(attacker.token)).data.accountId).toBe(attacker.userInfo.accountId);
    const resumed = await world.call(session, { body: {}, headers: { cookie: `passport=${planted.passport}` } });
    expect(resumed.data.userInfo.accountId).toBe(attacker.userInfo.accountId);
    expect((await infoBy(signedIn.token)).data.accountId).toBe(victim.userInfo.accountId);
  });

  it('that did not exist does not come to exist by signing in', async () => {
    const victim = await signUp(world);
    const invented = { token: 'A'.repeat(43), passport: 'B'.repeat(43) };
    const body = { email: victim.email, password: await sealed(world, goodPassword) };
    await signInOver(login, body, invented);
    expect((await infoBy(invented.token)).status).toBe(401);
    const resumed = await world.call(session, { body: {}, headers: { cookie: `passport=${invented.passport}` } });
    expect(resumed.status).toBe(401);
  });

  it('cannot be brought along in the payload', async () => {
    const victim = await signUp(world);
    const own = { token: 'C'.repeat(43), passportToken: 'D'.repeat(43) };
    const body = { ...own, email: victim.email, password: await sealed(world, goodPassword) };
    const signedIn = await signInOver(login, body, { token: 'x', passport: 'y' });
    expect(signedIn).not.toMatchObject(own);
    expect((await infoBy(own.token)).status).toBe(401);
  });

  it('gives every sign-in its own secrets', async () => {
    const seen = new Set<string>();
    for (let n = 0; n < 5; n += 1) {
      const { token, passportToken } = (
        await world.call(login, { body: { email: fan.email, password: await sealed(world, goodPassword) } })
      ).data;
      seen.add(token).add(passportToken);
      expect(token).toMatch(/^[\w-]{43}$/);
    }
    expect(seen.size).toBe(10);
  });
});
