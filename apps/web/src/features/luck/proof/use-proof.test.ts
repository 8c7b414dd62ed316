import type { BoxProof, PacketProof, RaffleProof } from '@lightstick/chance';
import { expect, test } from 'vitest';
import { isRevealDue } from './use-proof.ts';

const closesAt = '2026-11-28T12:00:00.000Z';
const closesMs = Date.parse(closesAt);

const packet = (seed: string | null, grabbed: number) => ({ kind: 'packet', seed, grabbed, shares: 10 }) as PacketProof;
const box = (seed: string | null, openings: number) =>
  ({
    kind: 'box',
    seed,
    leftAtStart: [1, 2],
    openings: Array.from({ length: openings }, (_, index) => [index + 1, 'ab', 1, 0]),
    document: { closesAt },
  }) as unknown as BoxProof;
const raffle = (drawnAt: string | null) => ({ kind: 'raffle', drawnAt, document: { closesAt } }) as RaffleProof;

test('a proof is asked for again while a packet or a box that is all gone, or over, keeps its seed', () => {
  expect(isRevealDue(packet(null, 10), closesMs)).toBe(true);
  expect(isRevealDue(packet(null, 9), closesMs)).toBe(false);
  expect(isRevealDue(packet('aa', 10), closesMs)).toBe(false);
  expect(isRevealDue(box(null, 3), closesMs - 1)).toBe(true);
  expect(isRevealDue(box(null, 2), closesMs)).toBe(true);
  expect(isRevealDue(box(null, 2), closesMs - 1)).toBe(false);
  expect(isRevealDue(box('aa', 3), closesMs)).toBe(false);
});

test('a proof of a raffle is asked for again from the close to the draw', () => {
  expect(isRevealDue(raffle(null), closesMs - 1)).toBe(false);
  expect(isRevealDue(raffle(null), closesMs)).toBe(true);
  expect(isRevealDue(raffle(closesAt), closesMs)).toBe(false);
});
