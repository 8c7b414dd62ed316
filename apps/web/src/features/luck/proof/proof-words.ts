import type { Proof } from '@lightstick/chance';
import type { MessageId } from '#/lib/i18n/i18n.ts';

type Words = {
  /** How it is computed, a line each. */
  readonly algorithm: readonly MessageId[];
  /** What the proof does not show. */
  readonly limits: readonly MessageId[];
};

const stream = ['proof.how.stream', 'proof.how.below'] as const;

export const proofWords: Readonly<Record<Proof['kind'], Words>> = {
  packet: {
    algorithm: [
      'proof.how.packetSeed',
      ...stream,
      'proof.how.split',
      'proof.how.shuffle',
      'proof.how.grab',
      'proof.how.return',
    ],
    limits: ['proof.limit.seedChoice', 'proof.limit.speed', 'proof.limit.people'],
  },
  box: {
    algorithm: [
      'proof.how.boxSeed',
      'proof.how.ownSeed',
      'proof.how.number',
      ...stream,
      'proof.how.weights',
      'proof.how.rare',
      'proof.how.reveal',
    ],
    limits: ['proof.limit.seedChoice', 'proof.limit.order', 'proof.limit.people'],
  },
  raffle: {
    algorithm: [
      'proof.how.list',
      'proof.how.root',
      'proof.how.beacon',
      'proof.how.organiser',
      'proof.how.drawSeed',
      ...stream,
      'proof.how.pick',
      'proof.how.once',
      'proof.how.prizes',
    ],
    limits: ['proof.limit.entries', 'proof.limit.people'],
  },
};
