import { expect, test } from 'vitest';
import { nextSteps } from './next-steps.tsx';

const points = { assetName: 'POINT', activityId: null, amount: 20 };
const votes = { assetName: 'MEET_VOTE_2', activityId: '1004', amount: 5 };
const offer = { price: 50, tickets: 1 };
const nothing = { given: [], pieces: 0 };
const packet = { to: '/packet?packetId=p2', text: 'packet.next' } as const;

const vote = { to: '/vote-activity?activityId=1004', text: 'box.use.vote' };
const pieces = { to: '/my-orders', text: 'box.use.nfts' };
const exchange = { to: '/mall', text: 'topUp.exchange', values: { points: 50, tickets: 1 } };
const earn = { to: '/task', text: 'vote.earnPoints' };

test('what was won is used first: votes, then pieces, then Points that buy a ticket', () => {
  expect(nextSteps({ given: [points, votes], pieces: 1 }, { points: 50, offer })).toEqual([vote, pieces, exchange]);
  expect(nextSteps({ given: [], pieces: 1 }, { points: 0, offer }, packet)).toEqual([pieces]);
});

test('Points lead to the mall only where they buy something', () => {
  expect(nextSteps({ given: [points], pieces: 0 }, { points: 50, offer }, packet)).toEqual([exchange]);
  expect(nextSteps({ given: [points], pieces: 0 }, { points: 49, offer })).toEqual([earn]);
  expect(nextSteps({ given: [points], pieces: 0 }, { points: 49, offer }, packet)).toEqual([packet]);
});

test('a fan who won nothing spends what they have, waits for the next packet, or earns', () => {
  expect(nextSteps(nothing, { points: 80, offer })).toEqual([exchange]);
  expect(nextSteps(nothing, { points: 10, offer }, packet)).toEqual([packet]);
  expect(nextSteps(nothing, { points: 10, offer })).toEqual([earn]);
});

test('while no ticket is known, Points lead to the mall as a whole', () => {
  expect(nextSteps({ given: [points], pieces: 0 }, { points: undefined, offer: undefined })).toEqual([
    { to: '/mall', text: 'box.use.mall' },
  ]);
  expect(nextSteps(nothing, { points: undefined, offer: undefined })).toEqual([earn]);
});
