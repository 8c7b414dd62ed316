import { afterAll, beforeAll, expect, it } from 'vitest';
import { askForCode, newEmail, runJobs, sealed, registerFan } from '../world/sign-up.ts';
import { createWorld, type World } from '../world/world.ts';

const dayMs = 24 * 60 * 60_000;
const tables = [
  'mailed_code',
  'mail_code_day',
  'human_check_use',
  'secret_nonce',
  'sign_in_failure',
  'sign_in_attempt',
  'sign_in',
  'session',
  'secret_key',
] as const;

let world: World;
beforeAll(async () => {
  world = await createWorld();
});
afterAll(() => world[Symbol.asyncDispose]());

async function rowCounts(): Promise<Record<string, number>> {
  const counts = await Promise.all(
    tables.map(async (table) => {
      const { rows } = await world.ownerPool.query<{ count: number }>(`SELECT count(*) FROM ${table}`);
      return [table, rows[0]?.count ?? 0] as const;
    }),
  );
  return Object.fromEntries(counts);
}

async function sweep(): Promise<void> {
  await world.ownerPool.query(`SELECT graphile_worker.add_job('sweep-accounts')`);
  await runJobs(world);
}

it('Sweeping deletes what can have no effect any more, and nothing that can.', async () => {
  const fan = await registerFan(world);
  world.clock.advance(60_000);
  await askForCode(world, newEmail());
  const password = await sealed(world, 'wrong password 1');
  await world.call('POST /wallet/api/v1/user/login', { body: { email: fan.email, password } });
  const before = await rowCounts();
  expect(before).toEqual({
    mailed_code: 2,
    // Each address, and each asker.
    mail_code_day: 4,
    human_check_use: 2,
    secret_nonce: 2,
    sign_in_failure: 2,
    sign_in_attempt: 1,
    sign_in: 1,
    session: 2,
    secret_key: 1,
  });

  await sweep();
  expect(await rowCounts()).toEqual(before);

  world.clock.advance(10 * 60_000 + 1);
  await sweep();
  expect(await rowCounts()).toEqual({ ...before, mailed_code: 0, human_check_use: 0, secret_nonce: 0 });

  world.clock.advance(2 * dayMs);
  await sweep();
  expect(await rowCounts()).toMatchObject({
    sign_in_failure: 0,
    sign_in_attempt: 0,
    secret_key: 0,
    sign_in: 1,
    session: 2,
  });

  world.clock.advance(36 * dayMs);
  await sweep();
  expect(await rowCounts()).toMatchObject({ sign_in: 0, session: 0 });
});
