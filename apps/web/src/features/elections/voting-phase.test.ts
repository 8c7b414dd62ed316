import { expect, test } from 'vitest';
import { type Activity, hasVotingEnded, type RoundTimes, type VotingPhase, votingPhase } from './voting-phase.ts';

const opensAt = '2026-11-21T10:00:00.000Z';
const closesAt = '2026-11-23T10:00:00.000Z';
const opens = Date.parse(opensAt);
const closes = Date.parse(closesAt);

test.each<[Activity['state'], number, VotingPhase]>([
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

test.each<[Activity['state'], number, boolean]>([
  ['scheduled', opens - 1, false],
  ['open', closes - 1, false],
  ['open', closes, true],
  ['tallying', closes + 1, true],
  ['final', opens + 1, true],
])('an election told to be %s accepts nothing any more at %i: %s', (state, nowMs, hasEnded) => {
  expect(hasVotingEnded({ state, opensAt, closesAt }, nowMs)).toBe(hasEnded);
});

const round = (number: number, opensIn: number, closesIn: number): RoundTimes => ({
  round: number,
  opensAt: new Date(opens + opensIn).toISOString(),
  closesAt: new Date(opens + closesIn).toISOString(),
});
const hourMs = 3_600_000;
const rounds = [round(1, 0, 10 * hourMs), round(2, 20 * hourMs, 48 * hourMs)];

test.each<[VotingPhase, number]>([
  ['scheduled', -1],
  ['open', 0],
  ['open', 10 * hourMs - 1],
  ['between', 10 * hourMs],
  ['between', 20 * hourMs - 1],
  ['open', 20 * hourMs],
  ['closing', 48 * hourMs],
])('an election of two rounds is %s %i ms after its opening', (phase, ms) => {
  const state = ms < 0 ? 'scheduled' : 'open';
  expect(votingPhase({ state, opensAt, closesAt, rounds }, opens + ms)).toBe(phase);
});
