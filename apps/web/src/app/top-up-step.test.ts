import { describe, expect, test } from 'vitest';
import type { Offer } from '#/features/shop/exchange/offers.ts';
import { topUpStep } from './top-up-step.ts';

const ticketAsset = 'TICKET';
const offer = (offerId: string, price: number, change: Partial<Offer> = {}): Offer => ({
  offerId,
  activityId: '1004',
  title: offerId,
  description: '',
  gives: { assetName: ticketAsset, amount: 1 },
  price,
  left: null,
  perFanLimit: null,
  exchangedByMe: 0,
  opensAt: '2026-11-01T00:00:00.000Z',
  closesAt: null,
  state: 'open',
  ...change,
});
const single = offer('single', 50);
const nothing = { need: 'votes', tickets: 0, ticketAsset, points: 0, offers: [offer('bundle', 90), single] } as const;

describe('the shortest step for a fan without votes', () => {
  test('is a ticket in hand', () => {
    expect(topUpStep({ ...nothing, tickets: 2, points: 500 })).toEqual({ kind: 'convert' });
  });

  test('is the cheapest ticket that the Points pay', () => {
    expect(topUpStep({ ...nothing, points: 90 })).toEqual({ kind: 'exchange', offer: single });
  });

  test('is earning the Points that the cheapest ticket lacks', () => {
    expect(topUpStep({ ...nothing, points: 20 })).toEqual({ kind: 'earn', missing: 30 });
  });

  test.each([
    ['sold out', { state: 'soldOut' }],
    ['of another election', { gives: { assetName: 'OTHER', amount: 1 } }],
    ['used up by the fan', { perFanLimit: 1, exchangedByMe: 1 }],
  ] as const)('is never an offer that is %s', (_, change) => {
    expect(topUpStep({ ...nothing, points: 90, offers: [offer('gone', 1, change)] })).toEqual({
      kind: 'earn',
      missing: null,
    });
  });
});

test('a fan without tickets is not asked to convert any', () => {
  expect(topUpStep({ ...nothing, need: 'tickets', tickets: 2, points: 90 })).toEqual({
    kind: 'exchange',
    offer: single,
  });
});
