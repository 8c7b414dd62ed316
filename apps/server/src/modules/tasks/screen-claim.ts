import type { Transaction } from 'kysely';
import type { DB } from '#/db/schema.ts';
import { Refusal } from '#/errors.ts';
import { networkOf } from '#/lib/network-of.ts';
import type { ServerKeys } from '#/config/server-keys.ts';
import {
  type ClaimTerms,
  countClaim,
  countClaimsSince,
  type Counted,
  type CountKind,
  countVisitsBegun,
  readClaimTerms,
  readCount,
} from './claims.store.ts';
import type { Occurrences } from './occurrence.rules.ts';
import type { Hold, HoldCause, Task, Visit } from './task.ts';

const hourMs = 60 * 60_000;

/** What screening goes by in a deployment. */
export type ScreeningSettings = { readonly keys: ServerKeys; readonly rateLimitFactor: number };

type ScreenedClaim = {
  readonly fanId: number;
  readonly task: Task;
  readonly occurrences: Occurrences;
  readonly visits: readonly Visit[];
  readonly source: ClaimSource;
  readonly receivedAt: Date;
};

/** Whether to hold the claim, and the counts that `countOnNetwork` has yet to take. */
type Screening = { readonly hold: Hold | undefined; readonly fromNetwork: readonly Counted[] };

/**
 * Counts a claim on the day's limits of fan and device, and finds whether it should be held. The fan's count is locked
 * first, so that the second of two claims sees the first. The network's counts are only read: others wait for them.
 */
export async function screenClaim(
  tx: Transaction<DB>,
  settings: ScreeningSettings,
  claim: ScreenedClaim,
): Promise<Screening> {
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
 * Counts a screened claim on its network; everybody else there waits for it until the transaction ends.
 *
 * @throws Refusal CLAIM_NETWORK_LIMIT
 */
export async function countOnNetwork(tx: Transaction<DB>, { fromNetwork }: Screening, day: string): Promise<void> {
  await countOrRefuse(tx, fromNetwork, day);
}

async function countOrRefuse(tx: Transaction<DB>, subjects: readonly Counted[], day: string) {
  const counts = await countClaim(tx, { subjects, day });
  for (const { kind } of subjects) if (!counts.has(kind)) throw new Refusal(limitOf(kind));
  return counts;
}

function limitOf(kind: CountKind) {
  if (kind === 'fan') return 'CLAIM_FAN_LIMIT';
  return kind === 'device' ? 'CLAIM_DEVICE_LIMIT' : 'CLAIM_NETWORK_LIMIT';
}

/** How many tasks the fan began to visit within so long of the visit that is claimed. */
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

/** From where a claim came, as far as the server is told. */
export type ClaimSource = {
  /** `X-Deviceid`, which nobody has to send and anybody can make up. */
  readonly deviceId: string | undefined;
  readonly address: string;
};

/** What is the fan's own, in the order in which it is counted, and what they share with many. */
type Subjects = {
  readonly own: readonly Counted[];
  readonly network: Counted;
  readonly taskFromNetwork: Counted;
};

/**
 * What a claim is counted by: the fan, the device and the network (IPv4 /32, IPv6 /64), each with its limit of a day, and
 * this task on the device and from the network, to see how many accounts claim it.
 * Subjects are keyed hashes, so that what is stored leads to nobody.
 *
 * @param rateLimitFactor multiplies what a network may have: load tests come from one.
 */
function countedBy(
  keys: ServerKeys,
  terms: ClaimTerms,
  claim: ClaimSource & { fanId: number; taskId: string; occurrence: string; rateLimitFactor: number },
): Subjects {
  const { fanId, taskId, occurrence, deviceId } = claim;
  const network = networkOf(claim.address);
  // JSON keeps the parts apart whatever characters are in them.
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

/** What the column holds. */
const mostCountable = 2 ** 31 - 1;

/** What is known of a claim when it comes. */
type ClaimSignals = {
  /** Claims of the fan within the seconds of a hurry, without this one. */
  readonly claimsBefore: number;
  /** Tasks whose visits they began within those seconds of this one's, this one among them; 0 for other tasks. */
  readonly visitsBegun: number;
  /** Accounts that have claimed the task on the device and from the network today, this one among them. */
  readonly accountsOnDevice: number;
  readonly accountsFromNetwork: number;
};

/** Why a claim should be looked at before it is paid, if it should. The plainest sign is the one that is told. */
function holdCause(signs: ClaimSignals, terms: ClaimTerms): HoldCause | undefined {
  if (signs.accountsOnDevice > terms.accountsOnDevice) return 'sharedDevice';
  if (signs.claimsBefore >= terms.hurryMost) return 'claimsInHurry';
  if (signs.visitsBegun > terms.hurryMost) return 'visitsInHurry';
  return signs.accountsFromNetwork > terms.accountsFromNetwork ? 'sharedNetwork' : undefined;
}
