import { expect, test } from 'vitest';
import { withChain } from './with-chain.ts';

test('the chain is BNB, and the rest of the payload stays as it is', () => {
  const body = { goodsId: 'first-light', num: 2 };
  expect(withChain(body)).toEqual({ goodsId: 'first-light', num: 2, chain: 'BNB' });
  expect(body).toEqual({ goodsId: 'first-light', num: 2 });
});

test('another chain does not get through', () => {
  expect(withChain({ chain: 'ETH' })).toEqual({ chain: 'BNB' });
});
