import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  addOperator,
  addOperatorToken,
  listOperatorTokens,
  revokeOperatorToken,
  scopesOfRole,
  TokenRefused,
} from '#/modules/operators/index.ts';
import { createJobs } from '#/app.ts';
import { hashToken } from '#/lib/token.ts';
import { createWorld, type World } from '../world/world.ts';

const listActs = 'GET /operator/api/v1/acts/list';
const dayMs = 86_400_000;

const logged: Record<string, unknown>[] = [];
let world: World;
beforeAll(async () => {
  world = await createWorld({ onLogLine: (line) => logged.push(JSON.parse(line) as Record<string, unknown>) });
});
afterAll(() => world[Symbol.asyncDispose]());

const wish = (lifetimeMs = 90 * dayMs) => ({ lifetimeMs, createdBy: 'a test', at: world.clock.now() });

async function usedAt(operator: string) {
  const [first] = await listOperatorTokens(world.ownerPool, operator);
  return first?.usedAt;
}

describe('the tokens of an operator', () => {
  it('are several, each with its scopes and its end, and end one by one', async () => {
    const { name, token } = await world.given.operator('moderator');
    const bot = await addOperatorToken(world.ownerPool, { operator: name, scopes: ['claims'], ...wish(dayMs) });
    const named = await addOperatorToken(world.ownerPool, { operator: name, name: 'desk', ...wish() });
    expect(bot.name).toBe('token-2');
    expect(await listOperatorTokens(world.ownerPool, name)).toMatchObject([
      { operator: name, name: 'first', scopes: scopesOfRole('moderator'), usedAt: null, revokedAt: null },
      { name: 'token-2', scopes: ['claims'], createdBy: 'a test', createdAt: world.clock.now() },
      { name: 'desk', expiresAt: new Date(world.clock.now().getTime() + 90 * dayMs) },
    ]);
    const held = 'GET /operator/api/v1/claims/held';
    expect((await world.call(held, { operator: { name, token: bot.token } })).status).toBe(200);
    expect((await world.call(listActs, { operator: { name, token: bot.token } })).refusal).toBe(
      'OPERATOR_SCOPE_LACKING',
    );
    await revokeOperatorToken(world.ownerPool, { operator: name, name: 'desk', at: world.clock.now() });
    expect((await world.call(listActs, { operator: { name, token: named.token } })).refusal).toBe('OPERATOR_UNKNOWN');
    world.clock.advance(dayMs);
    expect((await world.call(held, { operator: { name, token: bot.token } })).refusal).toBe('OPERATOR_UNKNOWN');
    expect((await world.call(listActs, { operator: { name, token } })).status).toBe(200);
  });

  it('say when they were last used, to the minute', async () => {
    const operator = await world.given.operator('auditor');
    expect(await usedAt(operator.name)).toBeNull();
    await world.call(listActs, { operator });
    const first = world.clock.now();
    expect(await usedAt(operator.name)).toEqual(first);
    world.clock.advance(59_000);
    await world.call(listActs, { operator });
    expect(await usedAt(operator.name)).toEqual(first);
    world.clock.advance(1_000);
    await Promise.all(Array.from({ length: 5 }, () => world.call(listActs, { operator })));
    expect(await usedAt(operator.name)).toEqual(world.clock.now());
  });

  it('are not added twice under a name, for a revoked operator, or with more than their role has', async () => {
    const { name } = await world.given.operator('auditor');
    const add = (more: object) => addOperatorToken(world.ownerPool, { operator: name, ...wish(), ...more });
    await expect(add({ name: 'first' })).rejects.toThrow(TokenRefused);
    await expect(add({ scopes: ['acts', 'forms'] })).rejects.toThrow('The role auditor has no forms. It has: acts');
    await expect(add({ operator: 'nobody' })).rejects.toThrow('There is no operator nobody');
    await expect(addOperator(world.ownerPool, { name, role: 'editor', ...wish() })).rejects.toThrow(TokenRefused);
    // The database refuses them, too.
    await expect(add({ lifetimeMs: 366 * dayMs })).rejects.toMatchObject({ code: '23514' });
    await expect(add({ scopes: [] })).rejects.toMatchObject({ code: '23514' });
    expect(await listOperatorTokens(world.ownerPool, name)).toHaveLength(1);
  });

  it('are looked up by the release before until they are revoked', async () => {
    const { name, token } = await world.given.operator('editor');
    await world.ownerPool.query('UPDATE operator SET token_hash = $2 WHERE name = $1', [name, hashToken(token)]);
    await revokeOperatorToken(world.ownerPool, { operator: name, name: 'first', at: world.clock.now() });
    const { rows } = await world.ownerPool.query('SELECT token_hash FROM operator WHERE name = $1', [name]);
    expect(rows).toEqual([{ token_hash: null }]);
  });

  it('are warned of in the log from two weeks before they end', async () => {
    const { name } = await world.given.operator('auditor', { lifetimeMs: 15 * dayMs });
    const warnings = async () => {
      const job = (await createJobs(world.services)).find(({ id }) => id === 'warn-of-ending-tokens');
      await job?.run({}, { number: 1, last: false });
      return logged.filter(({ operator, tokenName }) => operator === name && tokenName === 'first').length;
    };
    expect(await warnings()).toBe(0);
    world.clock.advance(dayMs);
    expect(await warnings()).toBe(1);
    world.clock.advance(14 * dayMs);
    expect(await warnings()).toBe(1);
  });
});
