import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { handle } from '#/http/handle.ts';
import { createWorld, type World } from '../world/world.ts';

describe('the envelope', () => {
  let world: World;
  beforeAll(async () => {
    world = await createWorld({
      extend(server) {
        handle(server, 'POST /wallet/api/v1/user/getAssetDetail', () => Promise.resolve([]));
      },
    });
  });
  afterAll(() => world[Symbol.asyncDispose]());

  it('wraps', async () => {
    const fan = await world.given.fan({ points: 3 });
    const reply = await world.call('POST /wallet/api/v1/user/getAssetDetail', { fan, body: { accountId: fan.accountId } });
    expect(reply).toMatchObject({ status: 200, code: 0, data: [] });
  });
});
