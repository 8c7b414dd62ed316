import { afterAll, beforeAll, expect, it } from 'vitest';
import { uuidV7 } from '#/lib/uuid.ts';
import { creditMany } from '#/modules/points/index.ts';
import { changesNothing } from '../world/changes-nothing.ts';
import { createWorld, type World } from '../world/world.ts';

let world: World;
let fans: { readonly id: number }[];
const at = new Date('2026-03-10T04:00:00.000Z');

beforeAll(async () => {
  world = await createWorld({ now: at });
  fans = [await world.given.fan(), await world.given.fan()];
});
afterAll(() => world[Symbol.asyncDispose]());

type Credits = Parameters<typeof creditMany>[1]['credits'];

function credit(credits: Credits, asset = 'TEST_COIN'): Promise<unknown> {
  const pool = { kind: 'issue', name: 'test grants' } as const;
  const many = { asset, pool, reason: 'demo_grant', receivedAt: at, credits } as const;
  return world.db
    .transaction()
    .execute((tx) => creditMany(tx, many))
    .catch(({ message }: Error) => message);
}

/** Makes a credit for each fan, by the places of the fans. */
function creditsOf(places: readonly number[], keyAt = () => at): Credits {
  return places.map((place) => ({ fanId: fans[place]?.id ?? 0, amount: 3, key: uuidV7(keyAt()) }));
}

it('A batch with one fan twice changes nothing.', async () => {
  await expect(changesNothing(world, () => credit(creditsOf([0, 1, 0])))).resolves.toMatch(/one credit of each fan/);
});

it('A batch with keys of two times changes nothing.', async () => {
  for (const otherMs of [-1, 1]) {
    const times = [at, new Date(at.getTime() + otherMs)];
    const credits = creditsOf([0, 1], () => times.pop() ?? at);
    await expect(changesNothing(world, () => credit(credits))).resolves.toMatch(/have one time/);
  }
});

it('A batch with a key that was credited before changes nothing.', async () => {
  const [first, ...others] = creditsOf([0, 1]);
  if (!first) throw new Error('There is no fan');
  expect(await credit([first])).toBeUndefined();
  await expect(changesNothing(world, () => credit([...others, first]))).resolves.toMatch(
    /unique constraint "transfer_\d+_book_fan_unit_key/,
  );
});

it('A batch of an asset that is no unit of the ledger changes nothing.', async () => {
  await expect(changesNothing(world, () => credit(creditsOf([0, 1]), 'NO_UNIT'))).resolves.toMatch(/null value/);
});
