import { hash } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createWorld, type World } from '../../world/world.ts';

let world: World;
beforeAll(async () => {
  world = await createWorld();
});
afterAll(() => world[Symbol.asyncDispose]());

const message = 'vote.example.com wants you to sign in with your Ethereum account:';

/** Makes a challenge as the server writes it, with the changes of a test. */
async function row(spoilt: object = {}) {
  const { id } = await world.given.fan();
  const created_at = world.clock.now();
  return {
    message_hash: hash('sha256', message, 'buffer'),
    message,
    purpose: 'leave',
    address: `0x${'ab'.repeat(20)}`,
    fan_id: id,
    created_at,
    expires_at: new Date(created_at.getTime() + 5 * 60_000),
    ...spoilt,
  };
}

const insert = async (spoilt?: object) =>
  world.db
    .insertInto('wallet_challenge')
    .values(await row(spoilt))
    .executeTakeFirstOrThrow();

describe('the table of challenges', () => {
  it('takes the messages that the server writes, and each once', async () => {
    await insert();
    await expect(insert()).rejects.toMatchObject({ code: '23505' });
    await world.db.deleteFrom('wallet_challenge').execute();
  });

  it.each<[string, object]>([
    ['under the hash of another message', { message: 'another message' }],
    ['for an unknown purpose', { purpose: 'transfer' }],
    ['for an address in mixed case', { address: `0x${'aB'.repeat(20)}` }],
    ['that names a fan before anybody has signed in', { purpose: 'signIn' }],
    ['without a fan where a fan confirms', { fan_id: null }],
    ['that lasts longer than five minutes', { expires_at: new Date('2999-01-01') }],
    ['that has expired before it begins', { expires_at: new Date('2000-01-01') }],
  ])('refuses one %s', async (_, spoilt) => {
    await expect(insert(spoilt)).rejects.toMatchObject({ code: '23514' });
  });
});
