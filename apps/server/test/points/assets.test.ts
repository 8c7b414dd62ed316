import { expect, it } from 'vitest';
import { createWorld, type World } from '../world/world.ts';
import type { TestFan } from '../world/given-fan.ts';

async function labelsOf(world: World, fan: TestFan, language: 'en_US' | 'zh_TW'): Promise<Record<string, string>> {
  const { data } = await world.call('POST /wallet/api/v1/user/getAssetDetail', {
    fan,
    language,
    body: { accountId: fan.accountId },
  });
  return Object.fromEntries(data.map(({ assetName, label }) => [assetName, label]));
}

it('lists test coins only where a chain is configured, and to a fan who has some', async () => {
  await using world = await createWorld();
  await using onChain = await createWorld({ settings: { chainRpcUrl: 'http://127.0.0.1:8545' } });
  const [fan, fanOnChain] = [await world.given.fan(), await onChain.given.fan()];
  expect(Object.keys(await labelsOf(world, fan, 'en_US'))).not.toContain('TEST_COIN');
  expect(Object.keys(await labelsOf(onChain, fanOnChain, 'en_US'))).toContain('TEST_COIN');
  await world.call('POST /wallet/api/v1/userExpand/getFreeTestCoin', { fan, body: {} });
  expect(Object.keys(await labelsOf(world, fan, 'en_US'))).toContain('TEST_COIN');
});

it('labels a balance in its number in English, and without one in Chinese', async () => {
  await using world = await createWorld();
  const rich = await world.given.fan({ points: 2 });
  const poor = await world.given.fan({ points: 1 });
  const empty = await world.given.fan();
  expect((await labelsOf(world, rich, 'en_US'))['POINT']).toBe('Points');
  expect((await labelsOf(world, poor, 'en_US'))['POINT']).toBe('Point');
  expect((await labelsOf(world, empty, 'en_US'))['POINT']).toBe('Points');
  expect((await labelsOf(world, rich, 'zh_TW'))['POINT']).toBe('點數');
});
