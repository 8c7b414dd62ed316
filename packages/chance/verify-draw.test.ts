import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { BoxProof, PacketProof, Proof, RaffleProof } from './src/index.ts';
import { givenBox, givenPacket, givenRaffle } from './test/given-proofs.ts';
import { mayLackPython, runPython } from './test/run-python.ts';

const script = fileURLToPath(new URL('../../docs/verify-draw.py', import.meta.url));

const packet = givenPacket({ total: 5_000, shares: 300 });
const box = givenBox();
const later = givenBox({ before: 25, rareWithin: 4 });
const drand = givenRaffle();
const organiser = givenRaffle({ beacon: 'organiser', weightOf: (entrant) => 1 + (entrant % 3) });

const entries = organiser.entries ?? [];
const flip = (hex: string) => `${hex.startsWith('0') ? '1' : '0'}${hex.slice(1)}`;
const [first, second, ...others] = packet.amounts ?? [];

describe.skipIf(mayLackPython)('docs/verify-draw.py', () => {
  let folder = '';

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'verify-draw-'));
  });
  afterAll(() => rm(folder, { recursive: true, force: true }));

  async function verify(proof: Proof) {
    const file = join(folder, 'proof.json');
    await writeFile(file, JSON.stringify(proof));
    // Without the packages that are installed: only what comes with Python.
    return runPython(['-I', '-S', script, file]);
  }

  test('fits on a page', async () => {
    const text = await readFile(script, 'utf8');
    expect(text.trimEnd().split('\n').length).toBeLessThanOrEqual(30);
  });

  test('says what it is for', async () => {
    const { status, error } = await runPython([script]);
    expect(status).toBe(1);
    expect(error).toContain('recomputes a proof');
  });

  test.each<readonly [name: string, proof: Proof, found: object]>([
    ['a packet', packet, { amounts: packet.amounts, sharesHash: packet.sharesHash, commitment: packet.commitment }],
    ['a packet of one share', givenPacket({ shares: 1 }), { amounts: [1000] }],
    ['a box', box, { openings: box.openings, documentHash: box.documentHash }],
    ['a later stretch of a box', later, { openings: later.openings }],
    ['a box without a promise of rare prizes', givenBox({ rareWithin: null }), {}],
    ['a raffle by drand', drand, { winners: drand.winners, root: drand.root, round: 1000 }],
    ['a raffle by the organiser', organiser, { winners: organiser.winners, root: organiser.root }],
    ['a raffle with fewer entries than prizes', givenRaffle({ entrants: 2 }), {}],
    ['a raffle without entries', givenRaffle({ beacon: 'organiser', entrants: 0 }), {}],
  ])('recomputes %s as we do', async (_, proof, found) => {
    const { status, out, error } = await verify(proof);
    expect({ status, error }).toEqual({ status: 0, error: '' });
    expect(JSON.parse(out)).toMatchObject(found);
  });

  test.each<readonly [name: string, proof: Proof, differs: string]>([
    ['a packet’s seed', { ...packet, seed: flip(packet.seed ?? '') }, 'commitment differs, amounts'],
    ['a packet’s total', { ...packet, total: packet.total + 1 }, 'amounts differs'],
    ['two shares', { ...packet, amounts: [second ?? 0, first ?? 0, ...others] }, 'amounts differs'],
    ['the hash of shares', { ...packet, sharesHash: flip(packet.sharesHash) }, 'sharesHash differs'],
    ['a published price', { ...box, document: { ...box.document, price: 99 } }, 'documentHash differs'],
    ['what was left at the start', { ...later, leftAtStart: later.leftAtStart.with(0, 4) }, 'openings differs'],
    [
      'a prize',
      { ...box, openings: box.openings.with(4, [5, box.openings[4]?.[1] ?? '', 1, 0]) } satisfies BoxProof,
      'openings differs',
    ],
    ['a number', { ...box, openings: box.openings.toSpliced(3, 1) }, 'openings differs'],
    ['an entry', { ...organiser, entries: entries.toSpliced(2, 1) } satisfies RaffleProof, 'root differs'],
    [
      'a list without winners',
      { ...givenRaffle({ beacon: 'organiser', entrants: 0 }), winners: ['x'] },
      'winners differs',
    ],
    ['a winner', { ...organiser, winners: organiser.winners?.toReversed() ?? [] }, 'winners differs'],
    [
      'the organiser’s seed',
      { ...organiser, beacon: { ...organiser.beacon, seed: flip('00'.repeat(32)) } } as RaffleProof,
      'commitment differs',
    ],
    [
      'drand’s signature',
      { ...drand, beacon: { ...drand.beacon, signature: flip('00'.repeat(48)) } } as RaffleProof,
      'winners differs',
    ],
    ['a secret', { ...packet, seed: null } satisfies PacketProof, 'The seed is not revealed yet.'],
  ])('exits with 1 when %s is not as it was', async (_, proof, differs) => {
    const { status, error } = await verify(proof);
    expect(error).toContain(differs);
    expect(status).toBe(1);
  });
});
