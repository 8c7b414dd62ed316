import type { Pool } from 'pg';
import type { ServerKeys } from '#/server-keys.ts';
import { rememberLatest } from '#/latest-used.ts';
import { exchangeCrowds, type FlaggedVote, keepClusters } from './sightings.store.ts';

/** What too many fans may share, in the ledger's words and numbers. */
export const crowdKinds = { device: 2, address: 3 } as const;
export type CrowdKind = keyof typeof crowdKinds;

const hourMs = 60 * 60_000;
/** For how long a fan counts who was seen. */
export const windowsMs: Readonly<Record<CrowdKind, number>> = { device: 24 * hourMs, address: hourMs };

/** Devices and addresses remembered at most; the database knows those that are forgotten. */
const remembered = 50_000;
/** Sightings told in one exchange, so that a storm of votes pays little for them; what is left waits for the next. */
const toldAtOnce = 1_000;
/** Devices and addresses that wait to be told of, at most: those left out are told of when they are seen again. */
const waitingAtMost = 20_000;
/** Votes in quarantine that wait for their place to be told of, at most, and how often each is tried: once a second. */
const flaggedAtMost = 20_000;
const triesAtMost = 120;
/** A place's fans matter to other processes from this part of the bound on: so many of them can share its fans. */
const processes = 8;
/** A sighting is told again when the one that was told is older than this part of the window. */
const refreshesInWindow = 8;

/** A device or an address, with the fans seen there last: no more of them than it takes to be too many. */
type Place = {
  readonly sight: Sight;
  /** Its keyed hash in hexadecimal, made when it is first needed. */
  key: string | undefined;
  most: number;
  /** By fan, in the order in which they were seen last. */
  readonly fans: Map<number, { readonly seenMs: number; toldMs: number }>;
};

export type Sight = {
  readonly period: number;
  readonly kind: CrowdKind;
  /** The device's own word, or the network of the address. */
  readonly name: string;
};

/** From which devices and addresses too many fans vote, within sliding windows. */
export type Crowds = {
  /** Sees a fan, and tells whether more than `most` fans vote from there. */
  see(sight: Sight, fan: { fanId: number; most: number; atMs: number }): boolean;
  /** Remembers from where a vote in quarantine came, for those who decide about it. */
  keep(voteId: string, sight: Sight): void;
  /** Tells other processes what is new here, and hears which places are crowded. */
  exchange(pool: Pick<Pool, 'query'>, nowMs: number): Promise<void>;
};

export function createCrowds(keys: ServerKeys): Crowds {
  const places = rememberLatest<Place>(remembered);
  const untold = new Set<Place>();
  /** Until when places are crowded as the database knows them, by their hash. */
  let heard: ReadonlyMap<string, number> = new Map();
  let flagged: WaitingVote[] = [];

  function placeOf({ period, kind, name }: Sight, most: number): Place {
    const id = `${period} ${kind} ${name}`;
    let place = places.get(id);
    if (!place) {
      place = { sight: { period, kind, name }, key: undefined, most, fans: new Map() };
      places.set(id, place);
    }
    place.most = most;
    return place;
  }

  function keyOf(place: Place): string {
    place.key ??= hashOf(place.sight).toString('hex');
    return place.key;
  }

  // JSON keeps the parts apart whatever characters are in them.
  const hashOf = ({ period, kind, name }: Sight) => keys.keyedHash('vote-source', JSON.stringify([period, kind, name]));

  return {
    see(sight, { fanId, most, atMs }) {
      const place = placeOf(sight, most);
      const windowMs = windowsMs[sight.kind];
      const { fans } = place;
      const before = fans.get(fanId);
      fans.delete(fanId);
      fans.set(fanId, { seenMs: Math.max(before?.seenMs ?? 0, atMs), toldMs: before?.toldMs ?? 0 });
      for (const [fan, { seenMs }] of fans) {
        if (seenMs > atMs - windowMs && fans.size <= most + 1) break;
        fans.delete(fan);
      }
      const heardUntilMs = heard.size === 0 ? 0 : (heard.get(keyOf(place)) ?? 0);
      const isWorthTelling = fans.size * processes > most && heardUntilMs < atMs + windowMs / 2;
      const isNews = atMs - (before?.toldMs ?? 0) > windowMs / refreshesInWindow;
      // Votes from there are set aside from now on: for these there is room when there is none for others.
      const waiting = fans.size > most ? 2 * waitingAtMost : waitingAtMost;
      if (isWorthTelling && isNews && untold.size < waiting) untold.add(place);
      return fans.size > most || atMs < heardUntilMs;
    },
    keep(voteId, sight) {
      flagged.push({ voteId, kind: crowdKinds[sight.kind], hash: hashOf(sight), tries: 0 });
    },
    async exchange(pool, nowMs) {
      const told = nextToTell(untold, nowMs);
      const votes = flagged;
      flagged = [];
      try {
        heard = await exchangeCrowds(
          pool,
          told.map((one) => asNews(one, Buffer.from(keyOf(one.place), 'hex'))),
          nowMs,
        );
        const placed = await keepClusters(pool, votes);
        const waiting = votes.filter(({ voteId, tries }) => !placed.has(voteId) && tries < triesAtMost);
        flagged = [...waiting.map((vote) => ({ ...vote, tries: vote.tries + 1 })), ...flagged].slice(-flaggedAtMost);
      } catch (error) {
        flagged = [...votes, ...flagged].slice(-flaggedAtMost);
        throw error;
      }
      for (const { place, fans } of told) {
        untold.delete(place);
        for (const [, sighting] of fans) sighting.toldMs = sighting.seenMs;
        if (unsaidOf(place, nowMs).length > 0) untold.add(place);
      }
    },
  };
}

type WaitingVote = FlaggedVote & { readonly tries: number };

type Told = { readonly place: Place; readonly fans: [fanId: number, sighting: { seenMs: number; toldMs: number }][] };

/** Crowded places come first, because votes from there wait for their cluster; then those with several fans: most have one. */
function nextToTell(untold: ReadonlySet<Place>, nowMs: number): readonly Told[] {
  const {
    crowded = [],
    several = [],
    one = [],
  } = Object.groupBy(untold, ({ fans, most }) => {
    if (fans.size > most) return 'crowded';
    return fans.size > 1 ? 'several' : 'one';
  });
  const told: Told[] = [];
  let room = toldAtOnce;
  for (const place of [...crowded, ...several, ...one]) {
    if (room <= 0) break;
    const fans = unsaidOf(place, nowMs);
    told.push({ place, fans });
    room -= Math.max(1, fans.length);
  }
  return told;
}

function unsaidOf({ sight: { kind }, fans }: Place, nowMs: number): Told['fans'] {
  return fans
    .entries()
    .filter(([, { toldMs }]) => nowMs - toldMs > windowsMs[kind] / refreshesInWindow)
    .toArray();
}

function asNews({ place, fans }: Told, hash: Buffer) {
  const { most } = place;
  const { kind } = place.sight;
  // As many as are too many are kept, so the oldest of them says how long they are.
  const [first] = place.fans.values();
  const isCrowded = place.fans.size > most;
  return {
    kind: crowdKinds[kind],
    hash,
    most,
    windowMs: windowsMs[kind],
    crowdedUntilMs: isCrowded && first ? first.seenMs + windowsMs[kind] : null,
    fans: fans.map(([fanId, { seenMs }]) => ({ fanId, seenMs })),
  };
}
