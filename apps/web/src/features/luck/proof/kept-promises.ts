import type { Proof } from '@lightstick/chance';
import type { Contract, DataOf } from '@lightstick/contract';
import type { BodyOf } from '#/lib/intents/deliver-intent.ts';
import type { Intent } from '#/lib/intents/intent-store.ts';
import { type KeyValueStore, localStore, readJson } from '#/lib/key-value-store.ts';
import { currentSession } from '#/lib/session/session.ts';

/** The server's promise when a fan took part, as this browser saw it. Null is what it did not see. */
export type KeptPromise = {
  /** The campaign, or the packet. */
  readonly activityId: string;
  /** The hash of the odds that the fan was shown. */
  readonly documentHash: string | null;
  /** The commitment to the seed: a packet's, a box's, or the organiser's for a raffle. */
  readonly commitment: string | null;
  /** The hash of a packet's shares. */
  readonly sharesHash: string | null;
  /** The stretch of a box or a red-envelope draw. */
  readonly epoch: number | null;
  readonly clientSeed: string | null;
  readonly nonces: readonly number[];
  /** The hash of the fan's entry in a raffle. */
  readonly entryHash: string | null;
};

const unseen = {
  documentHash: null,
  commitment: null,
  sharesHash: null,
  epoch: null,
  clientSeed: null,
  nonces: [],
  entryHash: null,
};

type PacketSeen = { readonly packetId: string; readonly commitment: string; readonly sharesHash: string };

/** Returns the promise of a packet that is on show before it is over. */
export function promiseOfPacket({ packetId, commitment, sharesHash }: PacketSeen): KeptPromise {
  return { ...unseen, activityId: packetId, commitment, sharesHash };
}

const participate = 'POST /wallet/api/v1/pointsMall/participateActivity';

/** @param organiserSeed the organiser's commitment for a raffle, when this browser saw it */
export function promiseOfParticipation(
  { commitment, clientSeed, oddsHash }: BodyOf<typeof participate>,
  { activityId, trace, results, entryHash }: DataOf<Contract[typeof participate]>,
  organiserSeed: string | null = null,
): KeptPromise {
  return {
    ...unseen,
    activityId,
    documentHash: oddsHash ?? null,
    commitment: commitment ?? organiserSeed,
    epoch: trace?.epoch ?? null,
    clientSeed: clientSeed ?? null,
    nonces: results?.map(({ nonce }) => nonce) ?? [],
    entryHash,
  };
}

const drawEnvelope = 'POST /activity/api/v1/packet/drawRedEnvelopes';

export function promiseOfEnvelope(
  { activityId, commitment, clientSeed }: BodyOf<typeof drawEnvelope>,
  { proof, prize }: DataOf<Contract[typeof drawEnvelope]>,
  documentHash: string | null = null,
): KeptPromise {
  return {
    ...unseen,
    activityId: String(activityId),
    documentHash,
    commitment: commitment ?? null,
    epoch: proof.epoch,
    clientSeed: clientSeed ?? null,
    nonces: [prize.nonce],
  };
}

type StoredPromise = KeptPromise & { readonly accountId: string };

const storageKey = 'lightstick.promises';
/** About 70 KB. */
const most = 200;

/** Keeps promises in `store`, the newest `most` of them, each with its fan. */
export function promiseStore(store: KeyValueStore, accountId: () => string | undefined) {
  const read = (): readonly StoredPromise[] => {
    const kept = readJson(store, storageKey);
    return Array.isArray(kept) ? kept.filter(isKept) : [];
  };
  return {
    keep: (promise: KeptPromise) => {
      const fan = accountId();
      if (fan === undefined) return;
      const [kept, earlier] = [{ ...promise, accountId: fan }, read()];
      if (earlier.some((one) => JSON.stringify(one) === JSON.stringify(kept))) return;
      store.set(storageKey, JSON.stringify([kept, ...earlier].slice(0, most)));
    },
    /** Returns the promises of one campaign or packet, the newest first. */
    of: (activityId: string): readonly KeptPromise[] => {
      const fan = accountId();
      return read().filter((kept) => kept.accountId === fan && kept.activityId === activityId);
    },
  };
}

function isKept(value: unknown): value is StoredPromise {
  if (typeof value !== 'object' || value === null) return false;
  const { accountId, activityId, nonces } = value as Partial<StoredPromise>;
  return typeof accountId === 'string' && typeof activityId === 'string' && Array.isArray(nonces);
}

/** This browser's promises. */
export const keptPromises = promiseStore(localStore, () => currentSession()?.userInfo.accountId);

/** Returns the promise of a participation or an envelope whose answer came after a reload. */
export function promiseOfAnswer({ route, body }: Pick<Intent, 'route' | 'body'>, answer: unknown): KeptPromise {
  return route === drawEnvelope
    ? promiseOfEnvelope(body as BodyOf<typeof drawEnvelope>, answer as DataOf<Contract[typeof drawEnvelope]>)
    : promiseOfParticipation(body as BodyOf<typeof participate>, answer as DataOf<Contract[typeof participate]>);
}

/** Tells whether a proof is of what this browser was promised; null when it was promised nothing. */
export function isAsPromised(promises: readonly KeptPromise[], proof: Proof): boolean | null {
  const about = proof.kind === 'box' ? promises.filter(({ epoch }) => epoch === proof.epoch) : promises;
  if (about.length === 0) return null;
  const [commitment, hash] = publishedBy(proof);
  return about.every((promise) => {
    const keptHash = proof.kind === 'packet' ? promise.sharesHash : promise.documentHash;
    return isSame(promise.commitment, commitment) && isSame(keptHash, hash);
  });
}

/** Returns the commitment and the hash that a proof says were published. drand commits to nothing. */
function publishedBy(proof: Proof): readonly [commitment: string | null, hash: string] {
  if (proof.kind === 'packet') return [proof.commitment, proof.sharesHash];
  if (proof.kind === 'box') return [proof.commitment, proof.documentHash];
  return [proof.beacon.kind === 'organiser' ? proof.beacon.commitment : null, proof.documentHash];
}

/** Compares a promise with what was published; what this browser did not see, as after a reload, is no promise. */
function isSame(kept: string | null, published: string | null): boolean {
  return kept === null || kept === published;
}
