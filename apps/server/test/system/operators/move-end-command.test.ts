import { afterAll, beforeAll, expect, it } from 'vitest';
import { runLightstick } from '../../world/run-lightstick.ts';
import { createWorld, type World } from '../../world/world.ts';

let world: World;
beforeAll(async () => {
  world = await createWorld();
  await world.given.election();
});
afterAll(() => world[Symbol.asyncDispose]());

function run(words: readonly string[], input = '') {
  return runLightstick(['election', ...words], { NODE_ENV: 'test', DATABASE_URL: world.databaseUrl }, input);
}

const endOf = async () => {
  const { rows } = await world.ownerPool.query<{ closesAt: Date }>('SELECT closes_at AS "closesAt" FROM ledger.period');
  return rows[0]?.closesAt.toISOString();
};

it('shows the effect of a move first, and makes it only when the id is typed', async () => {
  const former = await endOf();
  const to = new Date(Date.now() + 72 * 60 * 60_000).toISOString();
  const words = ['move-end', '1004', to, '--why', '斷網'];
  const shown = await run(words, 'no\n');
  expect(shown).toMatchObject({ code: 1, errors: expect.stringContaining('Not confirmed; nothing was changed.') });
  expect(shown.output).toContain(`will end  `);
  expect(shown.output).toContain(to);
  expect(shown.output).toContain('0 get a notice: 斷網 / 斷網');
  expect(await run(words)).toMatchObject({ code: 1 });
  expect(await endOf()).toBe(former);

  expect(await run(words, '1004\n')).toMatchObject({ code: 0, output: expect.stringContaining('The end is moved.') });
  expect(await endOf()).toBe(to);
  expect(await run([...words, '--yes'])).toMatchObject({ code: 0, output: expect.stringContaining('nothing to do') });

  const past = await run(['move-end', '1004', '2020-01-01T00:00:00Z', '--why', 'A test', '--yes']);
  expect(past).toMatchObject({ code: 1, output: '', errors: expect.stringContaining('2020-01-01T00:00:00Z is past') });
  expect(await endOf()).toBe(to);
}, 180_000);
