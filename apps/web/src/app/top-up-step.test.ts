import { describe, expect, test } from 'vitest';
import type { Offer } from '#/features/shop/exchange/offers.ts';
import type { VotePack } from '#/features/shop/orders/goods.ts';
import { topUpWays } from './top-up-step.ts';

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
const pack: VotePack = { goodsId: 'pack', title: 'pack', votes: 60, bonusVotes: 0, price: 80, state: 'open' };
const nothing = {
  need: 'votes',
  hasEnded: false,
  tickets: 0,
  ticketAsset,
  points: 0,
  offers: [offer('bundle', 90), single],
  packs: [pack],
} as const;
const topUpStep = (state: Parameters<typeof topUpWays>[0]) => topUpWays(state).step;

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
    expect(topUpStep({ ...nothing, points: 90, packs: [], offers: [offer('gone', 1, change)] })).toEqual({
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

describe('vote packs', () => {
  const soldOut = { ...nothing, offers: [offer('gone', 1, { state: 'soldOut' })] };

  test('are the step where no ticket can be had, and the Points pay one', () => {
    expect(topUpWays({ ...soldOut, points: 80 })).toEqual({ step: { kind: 'order' }, hasPacks: false });
    expect(topUpWays({ ...nothing, points: 49, packs: [{ ...pack, price: 49 }] }).step).toEqual({ kind: 'order' });
    expect(topUpWays({ ...soldOut, points: 79 })).toEqual({ step: { kind: 'earn', missing: null }, hasPacks: true });
  });

  test('are another way beside a ticket', () => {
    expect(topUpWays({ ...nothing, points: 90 })).toEqual({
      step: { kind: 'exchange', offer: single },
      hasPacks: true,
    });
    expect(topUpWays({ ...nothing, tickets: 1 })).toEqual({ step: { kind: 'convert' }, hasPacks: true });
  });

  test('are no way to tickets, and none once they have ended', () => {
    expect(topUpWays({ ...soldOut, points: 80, need: 'tickets' })).toMatchObject({ hasPacks: false });
    const packs = [{ ...pack, state: 'ended' as const }];
    expect(topUpWays({ ...soldOut, points: 80, packs })).toEqual({
      step: { kind: 'earn', missing: null },
      hasPacks: false,
    });
  });
});

test.each(['votes', 'tickets'] as const)('once voting has ended there is no way to %s', (need) => {
  expect(topUpWays({ ...nothing, need, hasEnded: true, tickets: 2, points: 500 })).toEqual({
    step: { kind: 'ended' },
    hasPacks: false,
  });
});
