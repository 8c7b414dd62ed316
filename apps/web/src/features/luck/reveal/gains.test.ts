import { expect, test } from 'vitest';
import { gainsOf } from './gains.ts';

const base = { nonce: 1, prizeId: 'a', title: 'A', goodsId: null, pictureUrl: null, serial: null, isRare: false };
const points = (amount: number) => ({ ...base, gives: { assetName: 'POINT', activityId: null, amount } });
const votes = (amount: number) => ({ ...base, gives: { assetName: 'MEET_VOTE_2', activityId: '1004', amount } });
const piece = { ...base, gives: null, goodsId: 'nft-1', pictureUrl: '/art/1.svg', serial: 7 };

test('several prizes bring each asset once, and pieces', () => {
  expect(gainsOf([points(20), piece, points(30), votes(5), piece])).toEqual({
    given: [
      { assetName: 'POINT', activityId: null, amount: 50 },
      { assetName: 'MEET_VOTE_2', activityId: '1004', amount: 5 },
    ],
    pieces: 2,
  });
});
