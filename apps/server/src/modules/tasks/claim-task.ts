import type { Language } from '@lightstick/contract';
import type { Kysely, Transaction } from 'kysely';
import * as z from 'zod';
import { transactionWithRetry } from '#/db/retry.ts';
import type { DB } from '#/db/schema.ts';
import { Refusal } from '#/errors.ts';
import { type Job, scheduledJob } from '#/jobs/job.ts';
import { processInBatches, resumableJob, type RunSection } from '#/jobs/resumable-run.ts';
import { addDays, localDateAt } from '#/lib/local-date.ts';
import { credit, readAvailable } from '#/modules/points/index.ts';
import { recordEvent } from '#/modules/webhooks/index.ts';
import type { Services } from '#/services.ts';
import {
  claimKey,
  deleteCountsBefore,
  type DueClaim,
  insertClaim,
  listDueClaims,
  type NewClaim,
  returnToBudget,
  type SettledClaim,
  settleHeld,
  takeForClaim,
} from './claims.store.ts';
import type { CompletionCheck, SocialAccounts } from './completion-check.ts';
import { notifyOfPayment, notifyOfRefusal } from './notify-of-rewards.ts';
import { actionNotSeen, heldNotice } from './obstacle.rules.ts';
import { type Attempt, findOpenTask, readStanding } from './open-task.ts';
import { type ClaimSource, countOnNetwork, screenClaim, type ScreeningSettings } from './screen-claim.ts';
import { isClaimable, type TaskStanding } from './task-standing.rules.ts';
import { type Hold, providerOf, socialActionOf, type Task } from './task.rules.ts';
import { recordSocialAction } from './tasks.store.ts';

type ClaimRequest = Attempt & {
  readonly taskId: string;
  readonly language: Language;
  readonly source: ClaimSource;
  readonly screening: ScreeningSettings;
  readonly social: SocialAccounts;
  readonly completionChecks: readonly CompletionCheck[];
};

/** The task and the fan's progress, read before a claim is written. */
type Claimable = { readonly task: Task } & Awaited<ReturnType<typeof readStanding>>;

/**
 * Claims the reward of a completed task once per fan, task and occurrence, under any idempotency key. It is paid at
 * once, or held for review; a held claim reserves its part of the budget.
 */
export async function claimTask(tx: Transaction<DB>, request: ClaimRequest) {
  const { fanId, taskId, at, language } = request;
  const open = await findOpenTask(tx, taskId, request);
  const claimable = { task: open.task, ...(await readStanding(tx, open, request)) };
  assertClaimable(claimable, at);

  const { reward: points, streak } = claimable.standing;
  const key = claimKey({ fanId, taskId, occurrence: claimable.occurrence });
  const hold = await writeOnce(tx, key, claimable, request);
  if (hold) {
    const facts = { claimId: key, taskId, heldFor: hold.cause, paidAt: hold.releaseAt.toISOString() };
    await recordEvent(tx, { type: 'claim.held', subject: key, facts, at });
  }
  const pointsLeft = hold
    ? await readAvailable(tx, { fanId, asset: 'POINT' })
    : await payClaim(tx, { fanId, key, points, at });

  const claimed = { taskId, points, pointsLeft, streak: streak && { ...streak, claimedToday: true } };
  return hold
    ? { ...claimed, state: 'held' as const, notice: heldNotice(hold, at, language) }
    : { ...claimed, state: 'awarded' as const };
}

function assertClaimable({ task, standing }: Claimable, at: Date): void {
  if (standing.obstacle) throw standing.obstacle.refusal;
  if (standing.state === 'awarded') throw new Refusal('TASK_ALREADY_AWARDED');
  if (!isClaimable(task, standing)) throw notDone(task, standing, at);
}

/** Returns the missing part: an action at X, a visit, or the rest of a visit. */
function notDone(task: Task, { visited: { unvisited, runningUntil } }: TaskStanding, at: Date): Refusal {
  const action = socialActionOf(task);
  if (action) return actionNotSeen(action);
  return unvisited > 0 || !runningUntil
    ? new Refusal('TASK_NOT_DONE')
    : new Refusal('TASK_VISIT_TOO_SHORT', { seconds: Math.ceil((runningUntil.getTime() - at.getTime()) / 1000) });
}

/**
 * Writes the claim and its counts. The lock order is counts of fan and device, claim, social account, network counts,
 * budget, ledger; concurrent claims of one fan wait at the first.
 *
 * @returns why the claim is held, or nothing.
 */
async function writeOnce(
  tx: Transaction<DB>,
  key: string,
  { task, own, standing, occurrences, occurrence }: Claimable,
  { fanId, taskId, at, source, screening, social }: ClaimRequest,
): Promise<Hold | undefined> {
  const screened = await screenClaim(tx, screening, {
    fanId,
    task,
    occurrences,
    visits: own.visits,
    source,
    receivedAt: at,
  });
  const claim: NewClaim = {
    key,
    fanId,
    taskId,
    occurrence,
    points: standing.reward,
    streakDay: standing.streak?.day ?? null,
    claimedAt: at,
    hold: screened.hold,
  };
  if (!(await insertClaim(tx, claim))) throw new Refusal('TASK_ALREADY_AWARDED');
  const provider = providerOf(task);
  const linkId = provider && own.links.get(provider);
  if (provider && linkId) await social.earn(tx, { fanId, provider, linkId, taskId, occurrence, at });
  await countOnNetwork(tx, screened, occurrences.daily);
  await takeForClaim(tx, { taskId, points: standing.reward });
  return screened.hold;
}

/** Credits a reward under the claim's key, so that the ledger also prevents a double payment. Returns the balance. */
async function payClaim(
  tx: Transaction<DB>,
  claim: { fanId: number; key: string; points: number; at: Date },
): Promise<number> {
  return credit(tx, {
    key: claim.key,
    receivedAt: claim.at,
    fanId: claim.fanId,
    asset: 'POINT',
    amount: claim.points,
    pool: { kind: 'issue', name: 'tasks' },
    reason: 'task_reward',
  });
}

type Check = Pick<Attempt, 'fanId' | 'at' | 'country'> & { readonly taskId: string };
type SocialActionCheck = (check: Check) => Promise<void>;

/**
 * Creates the function that asks X before a claim and stores the answer, so that the claim's transaction only reads it.
 * Concurrent claims of a fan and task share one request, because X limits requests.
 */
export function createSocialActionCheck(
  {
    db,
    social,
    completionChecks,
  }: {
    readonly db: Kysely<DB>;
    readonly social: SocialAccounts;
    readonly completionChecks: readonly CompletionCheck[];
  },
  timeZone: string,
): SocialActionCheck {
  const running = new Map<string, Promise<void>>();

  async function ask({ taskId, ...asker }: Check): Promise<void> {
    const attempt = { ...asker, timeZone, social };
    const { task } = await findOpenTask(db, taskId, { ...attempt, completionChecks });
    const action = socialActionOf(task);
    if (!action) return;
    const { standing, occurrence } = await readStanding(db, { task, completion: undefined }, attempt);
    if (standing.state !== 'available') return;
    const { fanId, at } = asker;
    const { linkId, done } = await social.hasDone({ fanId, action, now: at });
    if (!done) throw actionNotSeen(action);
    await recordSocialAction(db, { fanId, taskId, occurrence, linkId, seenAt: at });
  }

  return function checkOnce(check) {
    const key = `${check.fanId} ${check.taskId}`;
    const shared = running.get(key);
    if (shared) return shared;
    const started = ask(check).finally(() => running.delete(key));
    running.set(key, started);
    return started;
  };
}

/**
 * Pays a held claim. Concurrent calls serialise on the claim's row; only the first continues to the ledger, whose locks
 * come last.
 *
 * @throws Refusal CLAIM_NOT_HELD
 */
export async function releaseClaim(
  tx: Transaction<DB>,
  { claimId, at }: { claimId: string; at: Date },
): Promise<SettledClaim> {
  const claim = await settleHeld(tx, { claimId, state: 'awarded', refusal: null, at });
  if (!claim) throw new Refusal('CLAIM_NOT_HELD');
  await payClaim(tx, { ...claim, key: claimId, at });
  await notifyOfPayment(tx, { ...claim, subject: `claim:${claimId}`, at });
  return claim;
}

/**
 * Refuses a held claim and returns its Points to the budget. The lock order is claim, budget.
 *
 * @throws Refusal CLAIM_NOT_HELD
 */
export async function refuseClaim(
  tx: Transaction<DB>,
  { claimId, reason, at }: { claimId: string; reason: Readonly<Record<Language, string>>; at: Date },
): Promise<SettledClaim> {
  const claim = await settleHeld(tx, { claimId, state: 'refused', refusal: reason, at });
  if (!claim) throw new Refusal('CLAIM_NOT_HELD');
  await returnToBudget(tx, claim);
  await notifyOfRefusal(tx, { ...claim, subject: `claim:${claimId}`, reason, at });
  return claim;
}

/**
 * Pays each held claim whose deadline has passed, in its own transaction and once, however many processes run it. One
 * failure does not stop the others.
 *
 * @throws AggregateError of the failures, after the rest of the batch.
 */
async function releaseDueClaims(
  { db, log }: Pick<Services, 'db' | 'log'>,
  at: Date,
  section: RunSection<DueClaim> = {},
): Promise<void> {
  const failures = await processInBatches(
    {
      list: (after, most) => listDueClaims(db, { at, after, most }),
      settle: ({ claimId }) =>
        transactionWithRetry(db, (tx) => releaseClaim(tx, { claimId, at })).catch(unlessSettledBefore),
      onFailure: (error, { claimId }) => log.error({ err: error, claimId }, 'a held claim could not be paid'),
    },
    section,
  );
  if (failures.length > 0) throw new AggregateError(failures, `${failures.length} held claims could not be paid`);
}

/** Ignores a claim that an operator has settled concurrently. */
function unlessSettledBefore(error: unknown): void {
  if (!(error instanceof Refusal && error.reason === 'CLAIM_NOT_HELD')) throw error;
}

const dueClaim = z.object({ claimId: z.string(), releaseAt: z.coerce.date() });

/** Returns the jobs that pay overdue held claims, and delete old counts each night. */
export function claimJobs(services: Pick<Services, 'db' | 'log' | 'clock' | 'settings'>): Job[] {
  const { db, clock, settings } = services;
  return [
    resumableJob('release-held-claims', { db, entry: dueClaim }, (section) =>
      releaseDueClaims(services, clock.now(), section),
    ),
    scheduledJob('forget-claim-counts', () =>
      deleteCountsBefore(db, addDays(localDateAt(clock.now(), settings.platformTimeZone), -1)),
    ),
  ];
}
