import { expect, test } from 'vitest';
import { editionState } from './edition.rules.ts';

const opensAt = new Date('2026-11-20T00:00:00Z');
const closesAt = new Date('2026-11-30T00:00:00Z');

test.each([
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
