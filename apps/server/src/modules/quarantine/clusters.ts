import type { Pool } from 'pg';
import { LRUCache } from 'lru-cache';
import type { ServerKeys } from '#/server-keys.ts';
import { exchangeClusters, type FlaggedVote, keepClusters } from './suspicion.store.ts';

/** What too many fans may share, in the ledger's words and numbers. */
export const clusterKinds = { device: 2, address: 3 } as const;
export type ClusterKind = keyof typeof clusterKinds;

const hourMs = 60 * 60_000;
/** For how long a fan counts who was seen. */
export const windowsMs: Readonly<Record<ClusterKind, number>> = { device: 24 * hourMs, address: hourMs };

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

/** Devices, or addresses, at which a fan is told of within a window: so many rows may one write who makes devices up. */
const placesOfFan = 16;

/** A fan at a place: when seen last, the last vote cast from there that others are to know, and the one they were told of. */
type Sighting = { seenMs: number; castMs: number; toldMs: number };

/** A device or an address, with the fans seen there last: no more of them than it takes to be too many. */
type Place = {
  readonly id: string;
  readonly sight: Sight;
  /** Its keyed hash in hexadecimal, made when it is first needed. */
  key: string | undefined;
  most: number;
  /** By fan, in the order in which they were seen last. */
  readonly fans: Map<number, Sighting>;
};

export type Sight = {
  readonly period: number;
  readonly kind: ClusterKind;
  /** The device's own word, or the network of the address. */
  readonly name: string;
};

/** From which devices and addresses too many fans vote, within sliding windows. */
export type Clusters = {
  /** Sees a fan, and tells whether more than `most` fans vote from there. */
  see(sight: Sight, fan: { fanId: number; most: number; atMs: number }): boolean;
  /** Has the others told of a fan whose vote from there was cast. */
  tell(sight: Sight, cast: { fanId: number; atMs: number }): void;
  /** Remembers from where a vote in quarantine came, for those who decide about it. */
  keep(voteId: string, sight: Sight): void;
  /** Tells other processes what is new here, and hears which places are crowded. */
  exchange(pool: Pick<Pool, 'query'>, nowMs: number): Promise<void>;
};

export function createClusters(keys: ServerKeys): Clusters {
  const untold = new Map<string, Place>();
  const { find, placeOf, keyOf, hashOf } = rememberPlaces(keys, untold);
  const mayBeTold = boundPlacesOfFan();
  /** Until when places are crowded as the database knows them, by their hash. */
  let heard: ReadonlyMap<string, number> = new Map();
  let flagged: WaitingVote[] = [];

  function heardUntilMs(place: Place): number {
    return heard.size === 0 ? 0 : (heard.get(keyOf(place)) ?? 0);
  }

  function letWait(place: Place): void {
    // Votes from a crowded place are set aside from now on: for these there is room when there is none for others.
    const waiting = isCrowded(place) ? 2 * waitingAtMost : waitingAtMost;
    if (untold.size < waiting) untold.set(place.id, place);
  }

  return {
    see(sight, { fanId, most, atMs }) {
      const place = placeOf(sight, most);
      const { fans } = place;
      const sighting = fans.get(fanId) ?? { seenMs: 0, castMs: 0, toldMs: 0 };
      sighting.seenMs = Math.max(sighting.seenMs, atMs);
      fans.delete(fanId);
      fans.set(fanId, sighting);
      forgetOld(place, atMs);
      return isCrowded(place) || atMs < heardUntilMs(place);
    },
    tell(sight, { fanId, atMs }) {
      const place = find(idOf(sight));
      const sighting = place?.fans.get(fanId);
      if (!place || !sighting || !mayBeTold(place, { fanId, atMs })) return;
      sighting.castMs = Math.max(sighting.castMs, atMs);
      const isWorthTelling = place.fans.size * processes > place.most;
      const isKnown = heardUntilMs(place) >= atMs + windowsMs[sight.kind] / 2;
      if (isWorthTelling && !isKnown && isUnsaid(sighting, sight.kind)) letWait(place);
    },
    keep(voteId, sight) {
      flagged.push({ voteId, kind: clusterKinds[sight.kind], hash: hashOf(sight), tries: 0 });
      const place = find(idOf(sight));
      // The vote needs a cluster, also where nobody who was seen there is to be told of.
      if (place && isCrowded(place) && heardUntilMs(place) === 0) letWait(place);
    },
    async exchange(pool, nowMs) {
      const told = nextToTell(untold.values());
      const votes = flagged;
      flagged = [];
      try {
        heard = await exchangeClusters(
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
        untold.delete(place.id);
        for (const { sighting, castMs } of fans) sighting.toldMs = castMs;
        if (unsaidOf(place).length > 0) untold.set(place.id, place);
      }
    },
  };
}

/**
 * Remembers the places seen last, and finds them by what was seen. One in `untold` stays the same one, though a storm of others
 * had it forgotten.
 */
function rememberPlaces(keys: ServerKeys, untold: ReadonlyMap<string, Place>) {
  const places = new LRUCache<string, Place>({ max: remembered });
  // JSON keeps the parts apart whatever characters are in them.
  const hashOf = ({ period, kind, name }: Sight) => keys.keyedHash('vote-source', JSON.stringify([period, kind, name]));

  return {
    hashOf,
    find: (id: string): Place | undefined => places.get(id) ?? untold.get(id),
    placeOf: (sight: Sight, most: number): Place => {
      const id = idOf(sight);
      let place = places.get(id);
      if (!place) {
        place = untold.get(id) ?? { id, sight, key: undefined, most, fans: new Map() };
        places.set(id, place);
      }
      place.most = most;
      return place;
    },
    keyOf: (place: Place): string => {
      place.key ??= hashOf(place.sight).toString('hex');
      return place.key;
    },
  };
}

/** Remembers at which places a fan is told of, and tells whether one more may be. */
function boundPlacesOfFan() {
  const placesTold = new LRUCache<string, Set<string>>({ max: remembered });
  return ({ id, sight: { period, kind } }: Place, { fanId, atMs }: { fanId: number; atMs: number }): boolean => {
    const name = `${period} ${kind} ${fanId} ${Math.floor(atMs / windowsMs[kind])}`;
    let told = placesTold.get(name);
    if (!told) {
      told = new Set();
      placesTold.set(name, told);
    }
    if (told.size < placesOfFan) told.add(id);
    return told.has(id);
  };
}

type WaitingVote = FlaggedVote & { readonly tries: number };

type Told = {
  readonly place: Place;
  readonly fans: readonly { readonly fanId: number; readonly sighting: Sighting; readonly castMs: number }[];
};

/** Crowded places come first, because votes from there wait for their cluster; then those with several fans: most have one. */
function nextToTell(untold: Iterable<Place>): readonly Told[] {
  const {
    crowded = [],
    several = [],
    one = [],
  } = Object.groupBy(untold, (place) => {
    if (isCrowded(place)) return 'crowded';
    return place.fans.size > 1 ? 'several' : 'one';
  });
  const told: Told[] = [];
  let room = toldAtOnce;
  for (const place of [...crowded, ...several, ...one]) {
    if (room <= 0) break;
    const fans = unsaidOf(place);
    told.push({ place, fans });
    room -= Math.max(1, fans.length);
  }
  return told;
}

function unsaidOf({ sight: { kind }, fans }: Place): Told['fans'] {
  return fans
    .entries()
    .filter(([, sighting]) => isUnsaid(sighting, kind))
    .map(([fanId, sighting]) => ({ fanId, sighting, castMs: sighting.castMs }))
    .toArray();
}

/** Forgets who was seen before the window, and of the others those seen first where there are more than it takes. */
function forgetOld({ sight: { kind }, fans, most }: Place, atMs: number): void {
  for (const [fan, { seenMs }] of fans) {
    if (seenMs > atMs - windowsMs[kind] && fans.size <= most + 1) break;
    fans.delete(fan);
  }
}

function isUnsaid({ castMs, toldMs }: Sighting, kind: ClusterKind): boolean {
  return castMs - toldMs > windowsMs[kind] / refreshesInWindow;
}

function isCrowded({ fans, most }: Place): boolean {
  return fans.size > most;
}

function idOf({ period, kind, name }: Sight): string {
  return `${period} ${kind} ${name}`;
}

function asNews({ place, fans }: Told, hash: Buffer) {
  const { most } = place;
  const { kind } = place.sight;
  // As many as are too many are kept, so the oldest of them says how long they are.
  const [first] = place.fans.values();
  return {
    kind: clusterKinds[kind],
    hash,
    most,
    windowMs: windowsMs[kind],
    crowdedUntilMs: isCrowded(place) && first ? first.seenMs + windowsMs[kind] : null,
    fans: fans.map(({ fanId, castMs }) => ({ fanId, seenMs: castMs })),
  };
}
