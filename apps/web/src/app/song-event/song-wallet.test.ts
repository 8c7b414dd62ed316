import { describe, expect, test } from 'vitest';
import type { MyVotes } from '#/features/ballots/my-votes.tsx';
import { songWallet } from './song-wallet.ts';

const mine: MyVotes = {
  votes: 3,
  tickets: 5,
  freeVotesToday: 3,
  usedToday: 60,
  dailyCap: 60,
  ticketsToday: 1,
  dayEndsAt: '2026-11-21T16:00:00.000Z',
  left: { dailyCap: 0, paidShare: 0, ending: null },
  mayVoteFrom: '2026-11-22T16:00:00.000Z',
};
const ten = [{ fromTicket: 1, votesPerTicket: 10 }];
const falling = [...ten, { fromTicket: 4, votesPerTicket: 8 }];

describe('what a fan can cast for songs', () => {
  test('is votes and what tickets give, without free votes and without the limits of the election', () => {
    expect(songWallet({ mine, priceSteps: ten, hasEnded: false })).toMatchObject({ votes: 3, reachable: 53 });
    expect(songWallet({ mine, priceSteps: falling, hasEnded: false }).reachable).toBe(3 + 20 + 24);
  });

  test('needs tickets only for what the votes in hand do not cover, at today’s price', () => {
    const { conversionFor } = songWallet({ mine, priceSteps: falling, hasEnded: false });
    expect(conversionFor(3)).toBeUndefined();
    expect(conversionFor(4)).toEqual({ tickets: 1, votes: 10 });
    expect(conversionFor(24)).toEqual({ tickets: 3, votes: 28 });
  });

  test('tells the tickets used today only where the price depends on them', () => {
    expect(songWallet({ mine, priceSteps: ten, hasEnded: false }).ticketsToday).toBeUndefined();
    expect(songWallet({ mine, priceSteps: falling, hasEnded: false }).ticketsToday).toBe(1);
  });

  test('is the votes in hand once the election has closed', () => {
    expect(songWallet({ mine, priceSteps: ten, hasEnded: true }).reachable).toBe(3);
  });
});
