import { expect, test } from 'vitest';
import { type VotingPhase, votingPhase } from './voting-phase.ts';

const opensAt = '2026-11-21T10:00:00.000Z';
const closesAt = '2026-11-23T10:00:00.000Z';
const opens = Date.parse(opensAt);
const closes = Date.parse(closesAt);

test.each<[VotingPhase, number, VotingPhase]>([
  ['scheduled', opens - 1, 'scheduled'],
  ['scheduled', opens, 'open'],
  ['scheduled', closes, 'closing'],
  ['open', closes - 1, 'open'],
  ['open', closes, 'closing'],
  ['closing', closes + 1, 'closing'],
  ['final', closes + 1, 'final'],
  // Ended early: the clock does not open it again.
  ['final', opens + 1, 'final'],
])('an election told to be %s is, at %i, %s', (state, nowMs, phase) => {
  expect(votingPhase({ state, opensAt, closesAt }, nowMs)).toBe(phase);
});
