import { describe, expect, it } from 'vitest';
import { editionState, objectionTo, offerState } from './goods.rules.ts';

const opensAt = new Date('2026-11-20T00:00:00Z');
const closesAt = new Date('2026-11-30T00:00:00Z');
const within = new Date('2026-11-21T00:00:00Z');
const offer = {
  offerId: 'one',
  activityId: '1004',
  title: { en_US: 'Ticket', zh_TW: '投票券' },
  description: { en_US: 'A ticket', zh_TW: '一張投票券' },
  givesAsset: 'TICKET',
  givesAmount: 1,
  price: 10,
  stock: 100,
  exchanged: 95,
  perFanLimit: 4,
  opensAt,
  closesAt,
  votingStatus: 'open',
  votingClosesAt: new Date('2026-12-10T00:00:00Z'),
};

describe('the state of an offer', () => {
  it.each([
    ['notOpen', new Date(opensAt.getTime() - 1), offer],
    ['open', opensAt, offer],
    ['open', new Date(closesAt.getTime() - 1), offer],
    ['ended', closesAt, offer],
    ['ended', closesAt, { ...offer, exchanged: 100 }],
    ['soldOut', within, { ...offer, exchanged: 100 }],
    ['open', within, { ...offer, stock: null, closesAt: null }],
    ['open', new Date(within.getTime() - 1), { ...offer, closesAt: null, votingClosesAt: within }],
    ['ended', within, { ...offer, closesAt: null, votingClosesAt: within }],
    ['ended', within, { ...offer, votingStatus: 'closed' }],
    ['ended', opensAt, { ...offer, opensAt: within, votingClosesAt: opensAt }],
  ])('is %s at %s', (state, at, subject) => {
    expect(offerState(subject, at)).toBe(state);
  });
});

describe('an exchange', () => {
  it.each([
    ['up to the limit', offer, 3, 1],
    ['up to the stock', { ...offer, perFanLimit: null }, 5, 0],
    ['without any bound', { ...offer, perFanLimit: null, stock: null }, 10_000, 10_000],
  ])('is allowed %s', (_, subject, num, exchangedByMe) => {
    expect(objectionTo(subject, { num, exchangedByMe, at: within })).toBeUndefined();
  });

  it.each([
    ['over the limit', offer, 3, 2, { reason: 'OFFER_LIMIT_REACHED', parameters: { limit: 4, left: 2 } }],
    [
      'over a limit that was lowered since',
      offer,
      1,
      6,
      { reason: 'OFFER_LIMIT_REACHED', parameters: { limit: 4, left: 0 } },
    ],
    ['over the stock', { ...offer, perFanLimit: null }, 6, 0, { reason: 'OFFER_SOLD_OUT', parameters: { left: 5 } }],
  ])('is refused %s, with what would be possible', (_, subject, num, exchangedByMe, objection) => {
    expect(objectionTo(subject, { num, exchangedByMe, at: within })).toEqual(objection);
  });
});

it.each([
  ['notOpen', new Date(opensAt.getTime() - 1), 5, closesAt],
  ['open', opensAt, 5, closesAt],
  ['open', new Date(closesAt.getTime() - 1), 1, closesAt],
  ['soldOut', opensAt, 0, closesAt],
  ['ended', closesAt, 5, closesAt],
  ['ended', closesAt, 0, closesAt],
  ['open', new Date(closesAt.getTime() + 1), 5, null],
])('an edition is %s at %s with %s left', (state, at, left, closing) => {
  expect(editionState({ opensAt, closesAt: closing }, { left, at })).toBe(state);
});
