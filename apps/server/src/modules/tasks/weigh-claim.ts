import type { Transaction } from 'kysely';
import type { DB } from '#/db/schema.ts';
import { Refusal } from '#/errors.ts';
import type { ServerKeys } from '#/server-keys.ts';
import {
  type ClaimTerms,
  countClaim,
  countClaimsSince,
  type Counted,
  type CountKind,
  countVisitsBegun,
  readClaimTerms,
  readCount,
} from './claim-limits.store.ts';
import { type ClaimSource, countedBy } from './claim-source.ts';
import type { Occurrences } from './occurrence.rules.ts';
import { holdCause } from './suspicion.rules.ts';
import type { HoldCause, Task, Visit } from './task.ts';

const hourMs = 60 * 60_000;

/** Why a claim is held, and when it is paid at the latest. */
export type Hold = { readonly cause: HoldCause; readonly releaseAt: Date };

/** What claims are weighed by in a deployment. */
export type Scales = { readonly keys: ServerKeys; readonly rateLimitFactor: number };

type NewClaim = {
  readonly fanId: number;
  readonly task: Task;
  readonly occurrences: Occurrences;
  readonly visits: readonly Visit[];
  readonly source: ClaimSource;
  readonly receivedAt: Date;
};

/** What came of weighing: whether to hold the claim, and what is still to be counted. */
export type Weighed = { readonly hold: Hold | undefined; readonly fromNetwork: readonly Counted[] };

/**
 * Counts a claim on the fan's and the device's limits of the day, and finds whether it should be held. The fan's own count
 * is taken first and kept until the transaction ends: of two claims of a fan the second sees the first, however close they
 * come. The network's counts are only looked at here; `countFromNetwork` takes them.
 *
 * @throws Refusal CLAIM_FAN_LIMIT, CLAIM_DEVICE_LIMIT
 */
export async function weighClaim(tx: Transaction<DB>, scales: Scales, claim: NewClaim): Promise<Weighed> {
  const { fanId, task, occurrences, receivedAt } = claim;
  const { daily: day } = occurrences;
  const terms = await readClaimTerms(tx);
  const occurrence = occurrences[task.period];
  const subjects = countedBy(scales.keys, terms, {
    ...scales,
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
    withFactor(terms, scales),
  );
  return {
    hold: cause && { cause, releaseAt: new Date(receivedAt.getTime() + terms.holdHours * hourMs) },
    fromNetwork: [subjects.network, subjects.taskFromNetwork],
  };
}

/**
 * Counts a weighed claim on its network, for which everybody else there waits until the transaction ends.
 *
 * @throws Refusal CLAIM_NETWORK_LIMIT
 */
export async function countFromNetwork(tx: Transaction<DB>, { fromNetwork }: Weighed, day: string): Promise<void> {
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
  { fanId, visits, occurrences }: NewClaim,
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

function withFactor(terms: ClaimTerms, { rateLimitFactor }: Scales): ClaimTerms {
  return { ...terms, accountsFromNetwork: terms.accountsFromNetwork * rateLimitFactor };
}
