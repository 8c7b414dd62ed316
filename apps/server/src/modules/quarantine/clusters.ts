import type { Pool } from 'pg';
import { LRUCache } from 'lru-cache';
import type { ServerKeys } from '#/config/server-keys.ts';
import { roomFor } from '#/lib/cache-options.ts';
import { exchangeClusters, type FlaggedVote, keepClusters } from './quarantine.store.ts';

/** What fans of a cluster share, with the ledger's number for it. */
export const clusterKinds = { device: 2, address: 3 } as const;
export type ClusterKind = keyof typeof clusterKinds;

const hourMs = 60 * 60_000;
/** How long a fan counts after a observation. */
export const windowsMs: Readonly<Record<ClusterKind, number>> = { device: 24 * hourMs, address: hourMs };

/** Most devices and addresses in memory; the database keeps those that are evicted. */
const remembered = 50_000;
/** Most observations of one exchange, so that it stays cheap in a storm of votes; the rest waits for the next. */
const sentAtOnce = 1_000;
/** Most devices and addresses that wait for an exchange; one left out is queued when it is seen again. */
const waitingAtMost = 20_000;
/** Most votes in quarantine that wait for the row of their cluster, and how often each is tried, once a second. */
const flaggedAtMost = 20_000;
const triesAtMost = 120;
/** A cluster is sent from `most` / this on: each of up to eight processes may see only its share of the fans. */
const processes = 8;
/** A observation is sent again when this part of the window has passed since it was sent. */
const refreshesInWindow = 8;

/** Most devices, or addresses, sent of one fan in a window: it bounds the rows of a fan who invents device ids. */
const clustersOfFan = 16;

/** A fan in a cluster: the last call, the last vote cast, and the last vote that other processes were sent. */
type Observation = { seenMs: number; castMs: number; sentMs: number };

/** A device or an address with its latest fans: at most `most` + 1 of them. */
type Cluster = {
  readonly id: string;
  readonly source: ClusterSource;
  /** The keyed hash of its source in hexadecimal, computed on first use. */
  key: string | undefined;
  most: number;
  /** The fans by id, in the order of their latest observation. */
  readonly fans: Map<number, Observation>;
};

export type ClusterSource = {
  readonly period: number;
  readonly kind: ClusterKind;
  /** The device id, or the network of the address. */
  readonly name: string;
};

/** Detects devices and addresses from which too many fans vote within a sliding window. */
export type Clusters = {
  /** Records a fan's call. Returns whether more than `most` fans vote from there. */
  see(source: ClusterSource, fan: { fanId: number; most: number; atMs: number }): boolean;
  /** Queues a fan's cast vote for the exchange with other processes. */
  report(source: ClusterSource, cast: { fanId: number; atMs: number }): void;
  /** Records the source of a vote in quarantine, so that operators see its cluster. */
  keep(voteId: string, source: ClusterSource): void;
  /** Sends new observations to the database, and reads which clusters are crowded for any process. */
  exchange(pool: Pick<Pool, 'query'>, nowMs: number): Promise<void>;
};

export function createClusters(keys: ServerKeys): Clusters {
  const unsent = new Map<string, Cluster>();
  const { find, clusterOf, keyOf, hashOf } = rememberClusters(keys, unsent);
  const mayBeSent = limitClustersOfFan();
  /** The time until which clusters are crowded according to the database, by their hash. */
  let known: ReadonlyMap<string, number> = new Map();
  let flagged: WaitingVote[] = [];

  function knownUntilMs(cluster: Cluster): number {
    return known.size === 0 ? 0 : (known.get(keyOf(cluster)) ?? 0);
  }

  function queue(cluster: Cluster): void {
    // Votes from a crowded cluster go into quarantine, so it has room of its own.
    const waiting = isCrowded(cluster) ? 2 * waitingAtMost : waitingAtMost;
    if (unsent.size < waiting) unsent.set(cluster.id, cluster);
  }

  return {
    see(source, { fanId, most, atMs }) {
      const cluster = clusterOf(source, most);
      const { fans } = cluster;
      const observation = fans.get(fanId) ?? { seenMs: 0, castMs: 0, sentMs: 0 };
      observation.seenMs = Math.max(observation.seenMs, atMs);
      fans.delete(fanId);
      fans.set(fanId, observation);
      forgetOld(cluster, atMs);
      return isCrowded(cluster) || atMs < knownUntilMs(cluster);
    },
    report(source, { fanId, atMs }) {
      const cluster = find(idOf(source));
      const observation = cluster?.fans.get(fanId);
      if (!cluster || !observation || !mayBeSent(cluster, { fanId, atMs })) return;
      observation.castMs = Math.max(observation.castMs, atMs);
      const isWorthSending = cluster.fans.size * processes > cluster.most;
      const isKnown = knownUntilMs(cluster) >= atMs + windowsMs[source.kind] / 2;
      if (isWorthSending && !isKnown && isUnsent(observation, source.kind)) queue(cluster);
    },
    keep(voteId, source) {
      flagged.push({ voteId, kind: clusterKinds[source.kind], hash: hashOf(source), tries: 0 });
      const cluster = find(idOf(source));
      // The vote needs the row of its cluster, also where no observation is new.
      if (cluster && isCrowded(cluster) && knownUntilMs(cluster) === 0) queue(cluster);
    },
    async exchange(pool, nowMs) {
      const sent = nextToSend(unsent.values());
      const votes = flagged;
      flagged = [];
      try {
        known = await exchangeClusters(
          pool,
          sent.map((one) => asNews(one, Buffer.from(keyOf(one.cluster), 'hex'))),
          nowMs,
        );
        const placed = await keepClusters(pool, votes);
        const waiting = votes.filter(({ voteId, tries }) => !placed.has(voteId) && tries < triesAtMost);
        flagged = [...waiting.map((vote) => ({ ...vote, tries: vote.tries + 1 })), ...flagged].slice(-flaggedAtMost);
      } catch (error) {
        flagged = [...votes, ...flagged].slice(-flaggedAtMost);
        throw error;
      }
      for (const { cluster, fans } of sent) {
        unsent.delete(cluster.id);
        for (const { observation, castMs } of fans) observation.sentMs = castMs;
        if (unsentOf(cluster).length > 0) unsent.set(cluster.id, cluster);
      }
    },
  };
}

/**
 * Remembers the clusters seen last, by source. One in `unsent` stays the same object, even if a storm of others evicts
 * it.
 */
function rememberClusters(keys: ServerKeys, unsent: ReadonlyMap<string, Cluster>) {
  const clusters = new LRUCache<string, Cluster>(roomFor(remembered));
  // JSON separates the parts whatever characters they contain.
  const hashOf = ({ period, kind, name }: ClusterSource) =>
    keys.keyedHash('vote-source', JSON.stringify([period, kind, name]));

  return {
    hashOf,
    find: (id: string): Cluster | undefined => clusters.get(id) ?? unsent.get(id),
    clusterOf: (source: ClusterSource, most: number): Cluster => {
      const id = idOf(source);
      let cluster = clusters.get(id);
      if (!cluster) {
        cluster = unsent.get(id) ?? { id, source, key: undefined, most, fans: new Map() };
        clusters.set(id, cluster);
      }
      cluster.most = most;
      return cluster;
    },
    keyOf: (cluster: Cluster): string => {
      cluster.key ??= hashOf(cluster.source).toString('hex');
      return cluster.key;
    },
  };
}

/** Bounds how many clusters are sent of each fan in a window. */
function limitClustersOfFan() {
  const sentOfFan = new LRUCache<string, Set<string>>(roomFor(remembered));
  return ({ id, source: { period, kind } }: Cluster, { fanId, atMs }: { fanId: number; atMs: number }): boolean => {
    const name = `${period} ${kind} ${fanId} ${Math.floor(atMs / windowsMs[kind])}`;
    let sent = sentOfFan.get(name);
    if (!sent) {
      sent = new Set();
      sentOfFan.set(name, sent);
    }
    if (sent.size < clustersOfFan) sent.add(id);
    return sent.has(id);
  };
}

type WaitingVote = FlaggedVote & { readonly tries: number };

type UnsentCluster = {
  readonly cluster: Cluster;
  readonly fans: readonly { readonly fanId: number; readonly observation: Observation; readonly castMs: number }[];
};

/** Selects crowded clusters first, because votes wait for their row; then those with several fans, as most have one. */
function nextToSend(unsent: Iterable<Cluster>): readonly UnsentCluster[] {
  const {
    crowded = [],
    several = [],
    one = [],
  } = Object.groupBy(unsent, (cluster) => {
    if (isCrowded(cluster)) return 'crowded';
    return cluster.fans.size > 1 ? 'several' : 'one';
  });
  const sent: UnsentCluster[] = [];
  let room = sentAtOnce;
  for (const cluster of [...crowded, ...several, ...one]) {
    if (room <= 0) break;
    const fans = unsentOf(cluster);
    sent.push({ cluster, fans });
    room -= Math.max(1, fans.length);
  }
  return sent;
}

function unsentOf({ source: { kind }, fans }: Cluster): UnsentCluster['fans'] {
  return fans
    .entries()
    .filter(([, observation]) => isUnsent(observation, kind))
    .map(([fanId, observation]) => ({ fanId, observation, castMs: observation.castMs }))
    .toArray();
}

/** Drops fans seen before the window, and the oldest of those beyond `most` + 1. */
function forgetOld({ source: { kind }, fans, most }: Cluster, atMs: number): void {
  for (const [fan, { seenMs }] of fans) {
    if (seenMs > atMs - windowsMs[kind] && fans.size <= most + 1) break;
    fans.delete(fan);
  }
}

function isUnsent({ castMs, sentMs }: Observation, kind: ClusterKind): boolean {
  return castMs - sentMs > windowsMs[kind] / refreshesInWindow;
}

function isCrowded({ fans, most }: Cluster): boolean {
  return fans.size > most;
}

function idOf({ period, kind, name }: ClusterSource): string {
  return `${period} ${kind} ${name}`;
}

function asNews({ cluster, fans }: UnsentCluster, hash: Buffer) {
  const { most } = cluster;
  const { kind } = cluster.source;
  // `most` + 1 fans are kept, so the cluster is crowded until the oldest of them leaves the window.
  const [first] = cluster.fans.values();
  return {
    kind: clusterKinds[kind],
    hash,
    most,
    windowMs: windowsMs[kind],
    crowdedUntilMs: isCrowded(cluster) && first ? first.seenMs + windowsMs[kind] : null,
    fans: fans.map(({ fanId, castMs }) => ({ fanId, seenMs: castMs })),
  };
}
