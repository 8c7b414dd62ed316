import { describe, expect, test } from 'vitest';
import { mostExchangeable, type Offer, offerBlock } from './offers.ts';

const offer: Offer = {
  offerId: 'o1',
  title: 'One ticket',
  description: '',
  activityId: '1004',
  gives: { assetName: 'MEET_VOTE_TICKET_2', amount: 1 },
  price: 50,
  left: null,
  perFanLimit: null,
  exchangedByMe: 0,
  state: 'open',
  opensAt: '2026-11-01T00:00:00Z',
  closesAt: null,
};

describe('how many can be exchanged', () => {
  test.each([
    ['Points', offer, 120, 2],
    ['stock', { ...offer, left: 3 }, 1000, 3],
    ['the limit per fan', { ...offer, perFanLimit: 5, exchangedByMe: 4 }, 1000, 1],
    ['a limit that was lowered since', { ...offer, perFanLimit: 2, exchangedByMe: 4 }, 1000, 0],
    ['what one call takes', { ...offer, price: 1 }, 1_000_000, 10_000],
  ])('is bounded by %s', (_bound, bounded, points, most) => {
    expect(mostExchangeable(bounded, points)).toBe(most);
  });
});

test('an offer says why it cannot be taken', () => {
  expect(offerBlock(offer)).toBeNull();
  expect(offerBlock({ ...offer, state: 'soldOut' })).toBe('soldOut');
  expect(offerBlock({ ...offer, perFanLimit: 2, exchangedByMe: 2 })).toBe('limitReached');
});
