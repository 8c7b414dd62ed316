import type { Transaction } from 'kysely';
import type { DB } from '#/db/schema.ts';
import { Refusal } from '#/errors.ts';
import { networkOf } from '#/lib/network-of.ts';
import type { ServerKeys } from '#/config/server-keys.ts';
import {
  type ClaimTerms,
  countClaim,
  countClaimsSince,
  type ClaimCount,
  type CountKind,
  countVisitsBegun,
  readClaimTerms,
  readCount,
} from './claims.store.ts';
import type { Hold, HoldCause, Occurrences, Task, Visit } from './task.rules.ts';

const hourMs = 60 * 60_000;

/** The screening settings of a deployment. */
export type ScreeningSettings = { readonly keys: ServerKeys; readonly rateLimitFactor: number };

type ScreenedClaim = {
  readonly fanId: number;
  readonly task: Task;
  readonly occurrences: Occurrences;
  readonly visits: readonly Visit[];
  readonly source: ClaimSource;
  readonly receivedAt: Date;
};

/** Whether to hold the claim, and the network counts that `countOnNetwork` still takes. */
type ClaimScreening = { readonly hold: Hold | undefined; readonly fromNetwork: readonly ClaimCount[] };

/**
 * Counts a claim on the day's limits of fan and device, and decides whether to hold it. The fan's count is locked
 * first, so that concurrent claims see each other; the shared network counts are only read here.
 */
export async function screenClaim(
  tx: Transaction<DB>,
  settings: ScreeningSettings,
  claim: ScreenedClaim,
): Promise<ClaimScreening> {
  const { fanId, task, occurrences, receivedAt } = claim;
  const { daily: day } = occurrences;
  const terms = await readClaimTerms(tx);
  const occurrence = occurrences[task.period];
  const subjects = countedBy(settings.keys, terms, {
    ...settings,
    ...claim.source,
    fanId,
    taskId: task.taskId,
    occurrence,
  });
  const counts = await countOrRefuse(tx, subjects.own, day);

  const hurryMs = terms.hurrySeconds * 1000;
  const cause = holdCause(
    {
      claimsBefore: await countClaimsSince(tx, fanId, new Date(receivedAt.getTime() - hurryMs)),
      visitsBegun: await countVisitsBeside(tx, claim, hurryMs),
      accountsOnDevice: counts.get('taskOnDevice') ?? 0,
      accountsFromNetwork: (await readCount(tx, subjects.taskFromNetwork, day)) + 1,
    },
    withFactor(terms, settings),
  );
  return {
    hold: cause && { cause, releaseAt: new Date(receivedAt.getTime() + terms.holdHours * hourMs) },
    fromNetwork: [subjects.network, subjects.taskFromNetwork],
  };
}

/**
 * Counts a screened claim on its network; this blocks other claims of the network until the transaction ends.
 *
 * @throws Refusal CLAIM_NETWORK_LIMIT
 */
export async function countOnNetwork(tx: Transaction<DB>, { fromNetwork }: ClaimScreening, day: string): Promise<void> {
  await countOrRefuse(tx, fromNetwork, day);
}

async function countOrRefuse(tx: Transaction<DB>, subjects: readonly ClaimCount[], day: string) {
  const counts = await countClaim(tx, { subjects, day });
  for (const { kind } of subjects) if (!counts.has(kind)) throw new Refusal(limitOf(kind));
  return counts;
}

function limitOf(kind: CountKind) {
  if (kind === 'fan') return 'CLAIM_FAN_LIMIT';
  return kind === 'device' ? 'CLAIM_DEVICE_LIMIT' : 'CLAIM_NETWORK_LIMIT';
}

/** Counts the tasks whose visits the fan began shortly before or after the claimed one. */
async function countVisitsBeside(
  tx: Transaction<DB>,
  { fanId, visits, occurrences }: ScreenedClaim,
  hurryMs: number,
): Promise<number> {
  const [visit] = visits.toSorted((one, other) => one.viewedAt.getTime() - other.viewedAt.getTime());
  if (!visit) return 0;
  const begunMs = visit.viewedAt.getTime();
  return countVisitsBegun(tx, {
    fanId,
    occurrences: Object.values(occurrences),
    from: new Date(begunMs - hurryMs),
    until: new Date(begunMs + hurryMs),
  });
}

function withFactor(terms: ClaimTerms, { rateLimitFactor }: ScreeningSettings): ClaimTerms {
  return { ...terms, accountsFromNetwork: terms.accountsFromNetwork * rateLimitFactor };
}

/** The source of a claim, as far as the server knows. */
export type ClaimSource = {
  /** `X-Deviceid`: optional and unverified. */
  readonly deviceId: string | undefined;
  readonly address: string;
};

/** The fan's own subjects in lock order, and the shared ones. */
type Subjects = {
  readonly own: readonly ClaimCount[];
  readonly network: ClaimCount;
  readonly taskFromNetwork: ClaimCount;
};

/**
 * Returns the counted subjects of a claim: fan, device and network (IPv4 /32, IPv6 /64) with daily limits, and the task
 * per device and network. Keyed hashes keep the stored subjects anonymous.
 *
 * @param rateLimitFactor multiplies the network's limit: load tests use one network.
 */
function countedBy(
  keys: ServerKeys,
  terms: ClaimTerms,
  claim: ClaimSource & { fanId: number; taskId: string; occurrence: string; rateLimitFactor: number },
): Subjects {
  const { fanId, taskId, occurrence, deviceId } = claim;
  const network = networkOf(claim.address);
  // JSON separates the parts, whatever characters they contain.
  const subjectHash = (...parts: readonly (string | number)[]) => keys.keyedHash('claim-source', JSON.stringify(parts));
  const mostFromNetwork = terms.mostFromNetwork * claim.rateLimitFactor;
  return {
    own: [
      { kind: 'fan', subjectHash: subjectHash(fanId), most: terms.mostOfFan },
      ...(deviceId === undefined
        ? []
        : [
            { kind: 'device', subjectHash: subjectHash(deviceId), most: terms.mostOnDevice } as const,
            { kind: 'taskOnDevice', subjectHash: subjectHash(deviceId, taskId, occurrence), most: null } as const,
          ]),
    ],
    network: { kind: 'network', subjectHash: subjectHash(network), most: Math.min(mostFromNetwork, mostCountable) },
    taskFromNetwork: { kind: 'taskFromNetwork', subjectHash: subjectHash(network, taskId, occurrence), most: null },
  };
}

/** The column's maximum. */
const mostCountable = 2 ** 31 - 1;

/** The signals of a new claim. */
type ClaimSignals = {
  /** The fan's earlier claims within the hurry window. */
  readonly claimsBefore: number;
  /** Tasks whose visits the fan began within the window of this one, including this one; 0 for other tasks. */
  readonly visitsBegun: number;
  /** Accounts that claimed the task on the device or from the network today, including this one. */
  readonly accountsOnDevice: number;
  readonly accountsFromNetwork: number;
};

/** Returns why to hold a claim, or nothing. The signal that is easiest to explain wins. */
function holdCause(signs: ClaimSignals, terms: ClaimTerms): HoldCause | undefined {
  if (signs.accountsOnDevice > terms.accountsOnDevice) return 'sharedDevice';
  if (signs.claimsBefore >= terms.hurryMost) return 'claimsInHurry';
  if (signs.visitsBegun > terms.hurryMost) return 'visitsInHurry';
  return signs.accountsFromNetwork > terms.accountsFromNetwork ? 'sharedNetwork' : undefined;
}
