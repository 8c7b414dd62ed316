import { afterAll, beforeAll, expect, it } from 'vitest';
import { runLightstick } from '../../world/run-lightstick.ts';
import { createWorld, type World } from '../../world/world.ts';

const listActs = 'GET /operator/api/v1/acts/list';

let world: World;
beforeAll(async () => {
  world = await createWorld();
});
afterAll(() => world[Symbol.asyncDispose]());

function run(...words: string[]) {
  return runLightstick(['operator', ...words], { NODE_ENV: 'test', DATABASE_URL: world.databaseUrl });
}

it('adds an operator, whose token is printed once, lists them, and revokes them at once', async () => {
  const added = await run('add', 'mika', '--role', 'auditor');
  expect(added).toMatchObject({ code: 0, errors: expect.stringMatching(/^On PostgreSQL at [^:@]+.*:\n$/) });
  const token = /^[\w-]{43}$/m.exec(added.output)?.[0] ?? 'no token';
  const operator = { name: 'mika', token };
  expect((await world.call(listActs, { operator })).status).toBe(200);

  const again = await run('add', 'mika', '--role', 'editor');
  expect(again).toMatchObject({ code: 1, output: '', errors: expect.stringContaining('There is an operator mika') });
  const listed = await run('list');
  expect(listed.output).toMatch(/^mika +auditor +added \d{4}-/);
  expect(listed.output).not.toContain(token);
  const json = await run('list', '--json');
  expect(JSON.parse(json.output)).toEqual([
    { name: 'mika', role: 'auditor', createdAt: expect.stringMatching(/^\d{4}-/), revokedAt: null },
  ]);

  expect(await run('revoke', 'mika')).toMatchObject({ code: 0 });
  expect((await world.call(listActs, { operator })).refusal).toBe('OPERATOR_UNKNOWN');
  expect((await run('list')).output).toContain('revoked');
  expect(await run('revoke', 'mika')).toMatchObject({ code: 1 });
  expect(await run('add', 'mika', '--role', 'editor')).toMatchObject({ code: 1 });
}, 180_000);

it('explains its use when it is used wrongly, and changes nothing', async () => {
  const wrong = [
    ['add', 'Mika!', '--role', 'editor'],
    ['add', 'yuna', '--role', 'owner'],
    ['list', 'x'],
  ];
  for (const words of wrong) {
    expect(await run(...words)).toMatchObject({ code: 2, output: '', errors: expect.stringContaining('Usage:') });
  }
  const { rows } = await world.ownerPool.query(`SELECT FROM operator WHERE name = 'yuna'`);
  expect(rows).toEqual([]);
}, 180_000);
