import { describe, expect, test } from 'vitest';
import { awaitedOf, mostOrderable, type NftEdition, nftBlock, type VotePack } from './goods.ts';

const edition: NftEdition = {
  goodsId: 'moon',
  title: 'A moon',
  description: '',
  pictureUrl: '/art/v1/nfts/moon.svg',
  size: 100,
  left: 50,
  price: 10,
  perFanLimit: null,
  boughtByMe: 0,
  state: 'open',
  opensAt: '2026-11-01T00:00:00Z',
  closesAt: null,
};
const pack: VotePack = { goodsId: 'spark', title: 'Spark', votes: 50, bonusVotes: 5, price: 10, state: 'open' };

describe('how many can be ordered', () => {
  test.each([
    ['Points', edition, 39, 3],
    ['what is left', { ...edition, left: 2 }, 1000, 2],
    ['the limit per fan', { ...edition, perFanLimit: 5, boughtByMe: 4 }, 1000, 1],
    ['a limit that was lowered since', { ...edition, perFanLimit: 2, boughtByMe: 4 }, 1000, 0],
    ['what one order takes', edition, 100_000, 20],
  ])('is bounded by %s', (_bound, bounded, points, most) => {
    expect(mostOrderable({ kind: 'nft', edition: bounded }, points)).toBe(most);
  });

  test('of vote packs is bounded by Points and by what one order takes', () => {
    expect(mostOrderable({ kind: 'votePack', pack }, 25)).toBe(2);
    expect(mostOrderable({ kind: 'votePack', pack }, 100_000)).toBe(20);
  });
});

test('an edition says why it cannot be bought', () => {
  expect(nftBlock(edition)).toBeNull();
  expect(nftBlock({ ...edition, state: 'soldOut' })).toBe('soldOut');
  expect(nftBlock({ ...edition, perFanLimit: 2, boughtByMe: 2 })).toBe('limitReached');
});

test.each([
  ['nothing', ['custody', 'inWallet'], false],
  ['soon', ['delayed', 'onItsWay'], true],
  ['seldom', ['inWallet', 'delayed'], 'seldom'],
] as const)('where pieces are is asked again: %s for %j', (_often, places, awaited) => {
  expect(awaitedOf(places.map((place) => ({ place })))).toBe(awaited);
});
