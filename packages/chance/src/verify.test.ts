import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { everyChange } from '../test/every-change.ts';
import { givenBox, givenPacket, givenRaffle } from '../test/given-proofs.ts';
import { verifyRound } from './drand.ts';
import {
  type BoxProof,
  type PacketProof,
  type Proof,
  type RaffleProof,
  verifyBox,
  verifyPacket,
  verifyRaffle,
} from './index.ts';

const known = new Map<string, boolean>();

/**
 * Verifies a round and keeps the verdict, because changes of other fields ask for the same few rounds again and again.
 */
function verifyKnownRound(round: number, signature: string): boolean {
  const key = `${round} ${signature}`;
  const ok = known.get(key) ?? verifyRound(round, signature);
  known.set(key, ok);
  return ok;
}

function verify(proof: Proof, kind: Proof['kind'] = proof.kind) {
  if (kind === 'packet') return verifyPacket(proof as PacketProof);
  return kind === 'box' ? verifyBox(proof as BoxProof) : verifyRaffle(proof as RaffleProof, verifyKnownRound);
}

const verdicts = (proof: Proof) => verify(proof).map(({ step, ok }) => [step, ok] as const);
const findFailing = (proof: Proof) => verdicts(proof).flatMap(([step, ok]) => (ok === false ? [step] : []));
const passes = (proof: Proof) => verify(proof).every(({ ok }) => ok === true);

const empty = givenRaffle({ entrants: 0 });
const unequal = (entrant: number) => 1 + (entrant % 3);

describe('a genuine proof passes every step', () => {
  test.each<readonly [name: string, proof: Proof, steps: readonly string[]]>([
    ['a packet', givenPacket(), ['format', 'promise', 'seed', 'shares', 'sharesHash', 'grabbed']],
    ['a box', givenBox({ rareWithin: null }), ['format', 'document', 'seed', 'start', 'numbers', 'stock', 'prizes']],
    [
      'a later stretch of a box with a promise of rare prizes',
      givenBox({ before: 20 }),
      ['format', 'document', 'seed', 'start', 'numbers', 'stock', 'pity', 'prizes'],
    ],
    ['a box without openings', givenBox({ openings: 0, rareWithin: null }), expect.any(Array) as string[]],
    ['a raffle by drand', givenRaffle(), ['format', 'document', 'entries', 'round', 'signature', 'winners']],
    [
      'a raffle by the organiser',
      givenRaffle({ beacon: 'organiser', weightOf: unequal }),
      ['format', 'document', 'entries', 'seed', 'winners'],
    ],
    [
      'a raffle without entries, for which no beacon is asked',
      { ...empty, beacon: { ...empty.beacon, signature: null } as RaffleProof['beacon'] },
      ['format', 'document', 'entries', 'winners'],
    ],
    ['a raffle with fewer entries than prizes', givenRaffle({ entrants: 2 }), expect.any(Array) as string[]],
  ])('%s', (_, proof, steps) => {
    expect(verdicts(proof).filter(([, ok]) => ok !== true)).toEqual([]);
    expect(verdicts(proof).map(([step]) => step)).toEqual(steps);
  });

  test('of any size', () => {
    const size = fc.integer({ min: 1, max: 40 });
    fc.assert(
      fc.property(fc.string(), size, size, fc.boolean(), (name, a, b, isSo) => {
        expect(passes(givenPacket({ name, shares: a, total: a * b }))).toBe(true);
        const prizes = [{ total: a, isRare: true }, { total: b }];
        expect(passes(givenBox({ name, prizes, openings: a + b, rareWithin: isSo ? 3 : null, before: 0 }))).toBe(true);
        const weightOf = isSo ? unequal : () => 1;
        expect(passes(givenRaffle({ beacon: 'organiser', entrants: a, totals: [b, 2], weightOf }))).toBe(true);
      }),
    );
  });
});

/**
 * What a proof says and no hash, seed or rule binds: names, times while their order is right, how a stretch is numbered, how
 * many shares were grabbed, and who opened. A fan knows their own.
 */
const unbound: Readonly<Record<string, readonly string[]>> = {
  packet: ['fundedAt', 'grabbed', 'opensAt'],
  // A changed client seed may draw the same prize, and the newest openings may be missing.
  box: ['epoch', 'openings', 'openings.*.1', 'openings.*.2', 'revealedAt', 'startedAt'],
  stretch: [
    'epoch',
    'leftAtStart',
    'openings',
    'openings.*.1',
    'openings.*.2',
    'revealedAt',
    'sinceAtStart',
    'sinceAtStart.*.0',
    'sinceAtStart.*.1',
    'startedAt',
  ],
  raffle: ['drawnAt', 'frozenAt'],
};

describe('a change anywhere in a proof fails a step, but for what nothing binds', () => {
  test.each<readonly [name: string, proof: Proof, except: readonly string[] | undefined]>([
    ['a packet', givenPacket(), unbound['packet']],
    ['a box', givenBox(), unbound['box']],
    ['a later stretch of a box', givenBox({ before: 20 }), unbound['stretch']],
    ['a raffle by drand', givenRaffle(), unbound['raffle']],
    ['a raffle by the organiser', givenRaffle({ beacon: 'organiser', weightOf: unequal }), unbound['raffle']],
  ])('%s', (_, proof, except) => {
    const changes = everyChange<Proof>(proof);
    const unnoticed = changes.filter(({ value }) => verify(value, proof.kind).every(({ ok }) => ok !== false));
    expect([...new Set(unnoticed.map(({ path }) => path))].toSorted()).toEqual(except);
    expect(changes.length).toBeGreaterThan(30);
  });

  test('a prize or a number that was changed is always noticed', () => {
    const changes = everyChange<Proof>(givenBox()).filter(({ path }) => /^openings\.\*\.[03]$/.test(path));
    expect(changes.length).toBeGreaterThan(80);
    expect(changes.filter(({ value }) => findFailing(value).length === 0)).toEqual([]);
  });

  test.each<readonly [name: string, proof: Proof]>([
    ['a packet’s seed', { ...givenPacket(), seed: null }],
    ['a packet’s shares', { ...givenPacket(), amounts: null }],
    ['a box’s seed', { ...givenBox(), seed: null }],
    ['the time of a box’s reveal', { ...givenBox(), revealedAt: null }],
    ['a raffle’s list', { ...givenRaffle(), entries: null }],
    ['a raffle’s root', { ...givenRaffle(), root: null }],
    ['the time of a raffle’s list', { ...givenRaffle(), frozenAt: null }],
    ['a raffle’s winners', { ...givenRaffle(), winners: null }],
    ['the time of a raffle’s draw', { ...givenRaffle(), drawnAt: null }],
  ])('leaving out %s alone', (_, proof) => {
    expect(findFailing(proof)).not.toEqual([]);
  });
});

describe('secrets that are not revealed yet wait, and fail nothing', () => {
  const raffle = givenRaffle();
  const open = { entries: null, root: null, frozenAt: null, winners: null, drawnAt: null };
  const unsigned = { ...raffle.beacon, signature: null } as RaffleProof['beacon'];
  const unknown = { ...unsigned, round: null } as RaffleProof['beacon'];
  const organised = givenRaffle({ beacon: 'organiser' });
  const secret = { ...organised.beacon, seed: null } as RaffleProof['beacon'];

  test.each<readonly [name: string, proof: Proof, waiting: readonly string[]]>([
    ['an open packet', { ...givenPacket(), seed: null, amounts: null }, ['seed', 'shares', 'sharesHash']],
    ['an open box', { ...givenBox(), seed: null, revealedAt: null }, ['seed', 'prizes']],
    ['an open raffle', { ...raffle, ...open, beacon: unknown }, ['entries', 'round', 'signature', 'winners']],
    ['a frozen raffle', { ...raffle, beacon: unsigned, winners: null, drawnAt: null }, ['signature', 'winners']],
    ['an open raffle by the organiser', { ...organised, ...open, beacon: secret }, ['entries', 'seed', 'winners']],
  ])('%s', (_, proof, waiting) => {
    expect(verdicts(proof).flatMap(([step, ok]) => (ok === true ? [] : [[step, ok]]))).toEqual(
      waiting.map((step) => [step, 'notYet']),
    );
  });

  test('drand’s signature waits for what can check it', () => {
    expect(verifyRaffle(raffle).flatMap(({ step, ok }) => (ok === true ? [] : [[step, ok]]))).toEqual([
      ['signature', 'notYet'],
    ]);
  });
});

describe('a step shows what differs', () => {
  test('of a packet the first share', () => {
    const proof = givenPacket();
    const amounts = proof.amounts?.with(3, 999) ?? [];
    expect(verifyPacket({ ...proof, amounts }).find(({ step }) => step === 'shares')?.detail).toMatchObject({
      differsAt: 3,
    });
  });

  test('of a box the first opening with another prize', () => {
    const proof = givenBox({ rareWithin: null, prizes: [{ total: 50 }, { total: 50 }, { total: 50 }] });
    const openings = proof.openings.map(([nonce, clientSeed, fan, prize]): BoxProof['openings'][number] =>
      nonce === 7 || nonce === 9 ? [nonce, clientSeed, fan, (prize + 1) % 3] : [nonce, clientSeed, fan, prize],
    );
    const given = openings[6]?.[3] ?? 0;
    expect(verifyBox({ ...proof, openings }).at(-1)?.detail).toEqual({
      openings: 40,
      differing: expect.any(Number) as number,
      first: { nonce: 7, computed: (given + 2) % 3, given },
    });
  });

  test('of a box the first opening that had to be rare', () => {
    const proof = givenBox({
      fans: 1,
      rareWithin: 2,
      prizes: [{ isRare: true, total: 5 }, { total: 90 }],
      openings: 9,
    });
    const openings = proof.openings.map(([nonce, clientSeed, fan]): BoxProof['openings'][number] => [
      nonce,
      clientSeed,
      fan,
      1,
    ]);
    const steps = verifyBox({ ...proof, openings });
    expect(steps.find(({ step }) => step === 'pity')).toEqual({
      step: 'pity',
      ok: false,
      detail: { rareWithin: 2, forced: 8, broken: 2 },
    });
  });

  test('of a raffle the first winner, and who was drawn for what', () => {
    const proof = givenRaffle({ totals: [1, 2, 1] });
    const winners = proof.winners?.toReversed() ?? [];
    const step = verifyRaffle({ ...proof, winners }).at(-1);
    expect(step?.detail).toMatchObject({ differsAt: 0 });
    expect(step?.detail).toMatchObject({
      drawn: proof.winners?.map((hash, place) => ({ hash, prize: [0, 1, 1, 2][place] })),
    });
  });
});

test('a proof with numbers beyond every bound is refused, and does not hang', () => {
  const most = Number.MAX_SAFE_INTEGER;
  const box = givenBox();
  const prizes = box.document.prizes.map((prize) => ({ ...prize, total: most }));
  const raffle = givenRaffle();
  for (const proof of [
    { ...givenPacket(), total: most, shares: most },
    { ...givenPacket(), total: 3 },
    { ...givenPacket(), grabbed: most },
    { ...box, document: { ...box.document, prizes }, leftAtStart: prizes.map(() => most) },
    {
      ...box,
      openings: box.openings.map(([nonce, seed, fan]) => [nonce, seed, fan, most] as [number, string, number, number]),
    },
    { ...raffle, entries: raffle.entries?.map(({ hash }) => ({ hash, weight: most })) ?? null },
  ]) {
    expect(findFailing(proof)).not.toEqual([]);
  }
});

test('a hundred thousand openings of ten thousand fans are replayed', () => {
  const prizes = [
    { isRare: true, total: 2_000 },
    { isRare: true, total: 1_000 },
    ...[10_000, 17_000, 20_000, 25_000, 30_000].map((total) => ({ total })),
  ];
  const proof = givenBox({ name: 'large', prizes, fans: 10_000, openings: 100_000, rareWithin: 8 });
  const steps = verifyBox(proof);
  expect(steps.map(({ ok }) => ok)).toEqual(steps.map(() => true));
  expect(steps.at(-1)?.detail).toEqual({ openings: 100_000, differing: 0, first: null });
  const pity = steps.find(({ step }) => step === 'pity');
  expect(pity?.step === 'pity' && pity.detail.forced).toBeGreaterThan(1_000);
}, 30_000);
