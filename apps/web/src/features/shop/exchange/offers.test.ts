import { describe, expect, test } from 'vitest';
import { bestValue, byReach, missingPoints, mostExchangeable, type Offer, offerBlock } from './offers.ts';

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

describe('offers of different prices', () => {
  const gives = (amount: number) => ({ ...offer.gives, amount });
  const soldOut: Offer = { ...offer, offerId: 'soldOut', price: 1, state: 'soldOut' };
  const ten: Offer = { ...offer, offerId: 'ten', gives: gives(10), price: 450 };
  const three: Offer = { ...offer, offerId: 'three', gives: gives(3), price: 150 };

  test('stand in the order of reach: within the balance, beyond it, unavailable', () => {
    expect(byReach([soldOut, ten, offer, three], 160).map(({ offerId }) => offerId)).toEqual([
      'o1',
      'three',
      'ten',
      'soldOut',
    ]);
    expect(byReach([soldOut, ten, offer], undefined), 'a visitor').toEqual([ten, offer, soldOut]);
  });

  test('say what is missing of their price', () => {
    expect(missingPoints(ten, 160)).toBe(290);
    expect(missingPoints(ten, 450)).toBe(0);
    expect(missingPoints(ten, undefined), 'while the balance is not known').toBe(0);
  });

  test('have a best value only where tickets differ in price', () => {
    expect(bestValue([soldOut, offer, three, ten])).toBe(ten);
    expect(bestValue([offer, three]), 'each costs 50').toBeNull();
    expect(bestValue([ten])).toBeNull();
    expect(bestValue([])).toBeNull();
  });
});
