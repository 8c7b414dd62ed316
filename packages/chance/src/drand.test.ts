import { expect, test } from 'vitest';
import { recordedRounds } from '../test/recorded-rounds.ts';
import { verifyRound } from './drand.ts';

test.each(recordedRounds)('drand signed round $round', ({ round, signature }) => {
  expect(verifyRound(round, signature)).toBe(true);
  expect(verifyRound(round + 1, signature)).toBe(false);
});

const [{ signature }] = recordedRounds;

test.each([
  ['another round’s signature', recordedRounds[1].signature],
  ['one bit flipped', signature.replace(/.$/, '8')],
  ['the point at infinity', `c0${'00'.repeat(47)}`],
  ['no point of the curve', `8${'f'.repeat(95)}`],
  ['an uncompressed point', `0${signature.slice(1)}`],
  // The genuine signature plus a point of small order, which pairings alone do not notice.
  [
    'a point outside the group',
    '94385d48ab9d338824a523ff7d310fbeeac0184598d56b49f27857bcd3ef91f6ead1c7ef99c9beee47784ebba5c635de',
  ],
  ['capital letters', signature.toUpperCase()],
  ['a byte more', `${signature}00`],
  ['nothing', ''],
])('%s is no signature of a round', (_, other) => {
  expect(verifyRound(1000, other)).toBe(false);
});

test.each([0, -1, 1.5, 2 ** 53])('there is no round %d', (round) => {
  expect(verifyRound(round, signature)).toBe(false);
});
