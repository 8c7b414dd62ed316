import { randomBytes } from 'node:crypto';
import { type Endpoint, type OperatorRole, operatorScopes, type RouteName } from '@lightstick/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import * as z from 'zod';
import { revokeOperator, revokeOperatorToken, scopesOfRole } from '#/modules/operators/index.ts';
import { bearer, type TestOperator } from '../world/given-operator.ts';
import { signUp } from '../world/sign-up.ts';
import { createWorld, type World } from '../world/world.ts';
import { endpointOf, exampleCall, routes, sendCall } from './send-call.ts';
import { wholeDatabase } from '../world/whole-database.ts';

const allRoles = ['editor', 'moderator', 'auditor'] as const satisfies readonly OperatorRole[];

type OperatorCall = { readonly route: RouteName; readonly endpoint: Extract<Endpoint, { auth: 'operator' }> };

const calls: readonly OperatorCall[] = routes.flatMap((route) => {
  const endpoint = endpointOf(route);
  return endpoint.auth === 'operator' ? [{ route, endpoint }] : [];
});
const changing = calls.filter(({ route }) => route.startsWith('POST'));
const closedToSome = calls.filter(({ endpoint }) => endpoint.roles.length < allRoles.length);
const forFans = routes.filter((route) => endpointOf(route).auth === 'fan');

let world: World;
let staff: Readonly<Record<OperatorRole, TestOperator>>;
let notGood: readonly Readonly<Record<string, string>>[];
beforeAll(async () => {
  world = await createWorld({ environment: { RATE_LIMIT_FACTOR: '1000' } });
  const [editor, moderator, auditor] = await Promise.all(allRoles.map((role) => world.given.operator(role)));
  if (!editor || !moderator || !auditor) throw new Error('There is an operator of each role');
  staff = { editor, moderator, auditor };
  const revoked = await world.given.operator('editor');
  // Seen a moment before it is revoked, so that whatever remembers it is found out.
  await world.call('GET /operator/api/v1/acts/list', { operator: revoked });
  await revokeOperator(world.ownerPool, { name: revoked.name, at: world.clock.now() });
  const withoutToken = await world.given.operator('editor');
  await world.call('GET /operator/api/v1/acts/list', { operator: withoutToken });
  const firstToken = { operator: withoutToken.name, name: 'first', at: world.clock.now() };
  await revokeOperatorToken(world.ownerPool, firstToken);
  const expired = await world.given.operator('editor', { lifetimeMs: 60_000 });
  await world.call('GET /operator/api/v1/acts/list', { operator: expired });
  world.clock.advance(60_000);
  const fan = await signUp(world);
  notGood = [
    {},
    { authorization: '' },
    { authorization: 'Bearer' },
    bearer({ name: 'nobody', token: randomBytes(32).toString('base64url') }),
    { authorization: `Bearer ${'x'.repeat(5000)}` },
    { authorization: `Basic ${Buffer.from(`${editor.name}:${editor.token}`).toString('base64')}` },
    bearer(revoked),
    bearer(withoutToken),
    bearer(expired),
    bearer({ name: 'a fan', token: fan.token }),
    bearer({ name: 'a fan', token: fan.passportToken }),
    { token: fan.token },
    { token: editor.token },
    { cookie: `passport=${editor.token}; token=${editor.token}; authorization=Bearer ${editor.token}` },
    { cookie: `passport=${fan.passportToken}` },
  ];
});
afterAll(() => world[Symbol.asyncDispose]());

describe('a call for operators', () => {
  it.each(calls)('is refused without a token that is good now, and changes nothing: $route', async ({ route }) => {
    const before = await wholeDatabase(world.ownerPool);
    for (const headers of notGood) {
      const answer = await sendCall(world, route, { ...exampleCall(route), headers });
      expect({ sent: headers, ...answer }).toMatchObject({ sent: headers, status: 401, refusal: 'OPERATOR_UNKNOWN' });
      expect(answer.headers['www-authenticate']).toBe('Bearer');
    }
    // Without authentication the answer must not reveal what a valid request is.
    const wrong = await sendCall(world, route, { query: { pageNum: 'b' }, body: { '': [] } });
    expect(wrong.status).toBe(401);
    expect(await wholeDatabase(world.ownerPool)).toEqual(before);
  });

  it.each(closedToSome)('is refused to other roles, told apart, and changes nothing: $route', async (one) => {
    const { route, endpoint } = one;
    const before = await wholeDatabase(world.ownerPool);
    for (const role of allRoles.filter((other) => !endpoint.roles.includes(other))) {
      const answer = await sendCall(world, route, { ...exampleCall(route), headers: bearer(staff[role]) });
      expect({ role, ...answer }).toMatchObject({ role, status: 403, refusal: 'OPERATOR_ROLE_LACKING' });
      expect(answer.text).toContain(endpoint.roles.join(', '));
    }
    expect(await wholeDatabase(world.ownerPool)).toEqual(before);
  });

  it.each(calls)(
    'is refused to a token without its scope, which it names, and changes nothing: $route',
    async (one) => {
      const { route, endpoint } = one;
      const roles = endpoint.roles.filter((role) => scopesOfRole(role).length > 1);
      expect(roles).toEqual(endpoint.roles);
      const narrow = await Promise.all(
        roles.map((role) =>
          world.given.operator(role, { scopes: scopesOfRole(role).filter((scope) => scope !== endpoint.scope) }),
        ),
      );
      const before = await wholeDatabase(world.ownerPool);
      for (const operator of narrow) {
        const answer = await sendCall(world, route, { ...exampleCall(route), headers: bearer(operator) });
        expect(answer).toMatchObject({ status: 403, refusal: 'OPERATOR_SCOPE_LACKING' });
        expect(answer.text).toContain(endpoint.scope);
      }
      expect(await wholeDatabase(world.ownerPool)).toEqual(before);
    },
  );

  it.each(calls)('is let in with its scope alone: $route', async ({ route, endpoint }) => {
    const [role] = endpoint.roles;
    const operator = await world.given.operator(role, { scopes: [endpoint.scope] });
    const { status } = await sendCall(world, route, { ...exampleCall(route), headers: bearer(operator) });
    expect([401, 403]).not.toContain(status);
    expect(status).toBeLessThan(500);
  });

  it.each(calls)('is let in with a role that may: $route', async ({ route, endpoint }) => {
    for (const role of endpoint.roles) {
      const { status } = await sendCall(world, route, { ...exampleCall(route), headers: bearer(staff[role]) });
      expect([401, 403]).not.toContain(status);
      expect(status).toBeLessThan(500);
    }
  });

  it.each(changing)('that changes something asks why, and changes nothing without: $route', async (one) => {
    const { route, endpoint } = one;
    const { why: _why, ...body } = exampleCall(route).body ?? {};
    const before = await wholeDatabase(world.ownerPool);
    for (const role of endpoint.roles) {
      for (const why of [undefined, '', '  ', 'x', '👍', 'x'.repeat(501), 7]) {
        const answer = await sendCall(world, route, { body: { ...body, why }, headers: bearer(staff[role]) });
        expect({ why, ...answer }).toMatchObject({ why, status: 422, refusal: 'REQUEST_INVALID' });
        expect(answer.text).toContain('why');
      }
    }
    expect(await wholeDatabase(world.ownerPool)).toEqual(before);
  });

  it('is distinguished from a fan’s by its path, names roles and scope, and lets auditors change nothing', () => {
    expect(calls.length).toBeGreaterThan(0);
    for (const route of routes) {
      expect({ route, operator: endpointOf(route).auth === 'operator' }).toEqual({
        route,
        operator: / \/operator\/api\/v1\/[a-zA-Z]+\/[a-zA-Z]+$/.test(route),
      });
    }
    for (const { route, endpoint } of calls) {
      expect({ route, roles: endpoint.roles }).not.toEqual({ route, roles: [] });
      expect({ route, scope: /v1\/(\w+)\//.exec(route)?.[1] }).toEqual({ route, scope: endpoint.scope });
    }
    expect(new Set(calls.map(({ endpoint }) => endpoint.scope))).toEqual(new Set(operatorScopes));
    for (const { route, endpoint } of changing) {
      expect({ route, roles: endpoint.roles }).not.toMatchObject({ roles: expect.arrayContaining(['auditor']) });
      expect({ route, asksWhy: endpoint.body instanceof z.ZodObject && 'why' in endpoint.body.shape }).toEqual({
        route,
        asksWhy: true,
      });
      // A reason is one line of the audit log.
      const why = endpoint.body instanceof z.ZodObject ? endpoint.body.shape['why'] : undefined;
      expect({ route, why: why instanceof z.ZodType && why.parse('two\n lines') }).toEqual({ route, why: 'two lines' });
    }
  });
});

describe('an operator’s token', () => {
  it.each(forFans)('is never a fan’s: %s', async (route) => {
    const before = await wholeDatabase(world.ownerPool);
    for (const { token } of Object.values(staff)) {
      for (const headers of [{ token }, { authorization: `Bearer ${token}` }]) {
        const answer = await sendCall(world, route, { ...exampleCall(route), headers });
        expect(answer).toMatchObject({ status: 401, refusal: 'UNAUTHENTICATED' });
      }
    }
    expect(await wholeDatabase(world.ownerPool)).toEqual(before);
  });

  it('is not kept in a form that would let anybody in', async () => {
    const found = JSON.stringify(await wholeDatabase(world.ownerPool));
    for (const { token } of Object.values(staff)) expect(found).not.toContain(token);
  });

  it('cannot be guessed at any faster than a few times a second from one network', async () => {
    await using slow = await createWorld();
    const guess = () =>
      sendCall(slow, 'GET /operator/api/v1/acts/list', {
        headers: bearer({ name: 'nobody', token: randomBytes(32).toString('base64url') }),
      });
    const guesses = await Promise.all(Array.from({ length: 130 }, guess));
    const refused = guesses.filter(({ status }) => status === 429);
    expect(refused).toHaveLength(10);
    expect(refused[0]?.headers['retry-after']).toBeDefined();
    slow.clock.advance(60_000);
    expect((await guess()).status).toBe(401);
  });
});
