import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex, hexToBytes, utf8ToBytes } from '@noble/hashes/utils.js';
import {
  type BoxProof,
  type CampaignDocument,
  documentHash,
  drawOpening,
  drawWinners,
  entryHash,
  type PacketProof,
  quicknet,
  type RaffleProof,
  raffleSeed,
  rootOf,
  sharesHash,
  sharesOf,
  timeOf,
} from '../src/index.ts';
import { stream } from '../src/stream.ts';
import { recordedRounds } from './recorded-rounds.ts';

const hashOf = (bytes: Uint8Array) => bytesToHex(sha256(bytes));
export const seedOf = (name: string) => sha256(utf8ToBytes(name));

export function givenPacket({ total = 1000, shares = 10, name = 'packet' } = {}): PacketProof {
  const seed = seedOf(name);
  const amounts = sharesOf(seed, total, shares);
  const packet = { packetId: 'new-year-1', assetName: 'Points' };
  return {
    kind: 'packet',
    format: 'lightstick/packet/v1',
    ...packet,
    total,
    shares,
    fundedAt: '2026-11-01T11:00:00.000Z',
    opensAt: '2026-11-01T12:00:00.000Z',
    commitment: hashOf(seed),
    sharesHash: bytesToHex(sharesHash(seed, { ...packet, amounts })),
    seed: bytesToHex(seed),
    amounts,
    grabbed: shares,
  };
}

type Prize = CampaignDocument['prizes'][number];

const prize = (number: number, of: Partial<Prize>): Prize => ({
  prizeId: `prize-${number}`,
  assetName: 'Points',
  amount: 10 * number + 10,
  edition: null,
  isRare: false,
  total: 10,
  ...of,
});

const document: CampaignDocument = {
  format: 'lightstick/campaign/v1',
  kind: 'box',
  activityId: 'autumn-box',
  version: 1,
  opensAt: '2023-08-23T15:00:00.000Z',
  closesAt: '2023-08-23T15:58:09.000Z',
  price: 100,
  perFanLimit: 50,
  minAccountAgeHours: 24,
  regions: ['TW', 'JP'],
  prizes: [],
  rareWithin: null,
  attempts: null,
  beacon: null,
};

export type BoxOptions = {
  readonly name?: string;
  readonly prizes?: readonly Partial<Prize>[];
  readonly rareWithin?: number | null;
  readonly fans?: number;
  readonly openings?: number;
  /** The openings of a stretch before, after which the proof begins. */
  readonly before?: number;
};

const manyPrizes: readonly Partial<Prize>[] = [
  { isRare: true, total: 5 },
  { isRare: true, total: 2, assetName: null, amount: null, edition: '秋の box' },
  ...Array.from({ length: 30 }, (_, i) => ({ total: 1 + (i % 4) })),
];

/** Makes a box as the server runs it: each opening is drawn from the rest. */
export function givenBox({
  name = 'box',
  prizes = manyPrizes,
  rareWithin = 5,
  fans = 4,
  openings = 40,
  before = 0,
}: BoxOptions = {}): BoxProof {
  const published: CampaignDocument = {
    ...document,
    kind: 'box',
    rareWithin,
    prizes: prizes.map((of, number) => prize(number, of)),
  };
  const isRare = published.prizes.map((of) => of.isRare);
  const left = published.prizes.map(({ total }) => total);
  const waiting = new Map<number, number>();
  const { below } = stream(seedOf(`${name}: fans`), 'any');

  function open(seed: Uint8Array, first: number, count: number): BoxProof['openings'] {
    return Array.from({ length: count }, (_, i) => {
      const nonce = first + i;
      const fan = 1 + below(fans);
      const clientSeed = bytesToHex(seedOf(`${name}: client ${nonce}`)).slice(0, 32);
      const drawn = drawOpening({ seed, nonce, clientSeed, left, isRare, since: waiting.get(fan) ?? 0, rareWithin });
      left[drawn.prize] = (left[drawn.prize] ?? 0) - 1;
      waiting.set(fan, drawn.since);
      return [nonce, clientSeed, fan, drawn.prize];
    });
  }

  open(seedOf(`${name}: first stretch`), 1, before);
  const leftAtStart = [...left];
  const sinceAtStart = [...waiting].filter(([, since]) => since > 0);
  const seed = seedOf(name);
  return {
    kind: 'box',
    format: 'lightstick/box/v1',
    activityId: published.activityId,
    epoch: before === 0 ? 1 : 2,
    document: published,
    documentHash: bytesToHex(documentHash(published)),
    commitment: hashOf(seed),
    startedAt: '2023-08-23T14:00:00.000Z',
    seed: bytesToHex(seed),
    revealedAt: '2023-08-23T16:00:00.000Z',
    leftAtStart,
    sinceAtStart,
    openings: open(seed, before + 1, openings),
  };
}

export type RaffleOptions = {
  readonly beacon?: 'drand' | 'organiser';
  readonly entrants?: number;
  readonly weightOf?: (entrant: number) => number;
  readonly totals?: readonly number[];
};

/** Makes a raffle that was frozen seconds after its close. The one by drand was drawn by round 1000. */
export function givenRaffle({
  beacon = 'drand',
  entrants = 20,
  weightOf = () => 1,
  totals = [1, 2, 3],
}: RaffleOptions = {}): RaffleProof {
  const [{ round, signature }] = recordedRounds;
  const published: CampaignDocument = {
    ...document,
    kind: 'raffle',
    activityId: 'autumn-raffle',
    closesAt: new Date(timeOf(round).getTime() - 75_000).toISOString(),
    beacon,
    prizes: totals.map((total, number) => prize(number, { total })),
  };
  const entries = Array.from({ length: entrants }, (_, entrant) => ({
    hash: bytesToHex(entryHash(seedOf(`salt ${entrant}`).slice(0, 16), `fan-${entrant}`)),
    weight: weightOf(entrant),
  })).toSorted((a, b) => (a.hash < b.hash ? -1 : 1));
  const root = rootOf(entries);
  const ownSeed = seedOf('raffle');
  const value = beacon === 'drand' ? hexToBytes(signature) : ownSeed;
  const drawn = drawWinners(
    raffleSeed(value, root),
    entries.map(({ weight }) => weight),
    totals,
  );
  return {
    kind: 'raffle',
    format: 'lightstick/draw/v1',
    activityId: published.activityId,
    document: published,
    documentHash: bytesToHex(documentHash(published)),
    entries,
    root: bytesToHex(root),
    frozenAt: new Date(Date.parse(published.closesAt) + 15_200).toISOString(),
    beacon:
      beacon === 'drand'
        ? { kind: 'drand', chainHash: quicknet.chainHash, publicKey: quicknet.publicKey, round, signature }
        : { kind: 'organiser', commitment: hashOf(ownSeed), seed: bytesToHex(ownSeed) },
    winners: drawn.map(({ entry }) => entries[entry]?.hash ?? ''),
    drawnAt: new Date(timeOf(round).getTime() + 900).toISOString(),
  };
}
