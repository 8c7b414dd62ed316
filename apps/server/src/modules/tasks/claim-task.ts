import type { Language } from '@lightstick/contract';
import type { Transaction } from 'kysely';
import type { DB } from '#/db/schema.ts';
import { Refusal } from '#/errors.ts';
import { credit, readAvailable } from '#/modules/points/index.ts';
import { claimKey, insertClaim, type NewClaim, takeForClaim } from './claims.store.ts';
import type { CompletionCheck } from './completion-check.ts';
import { actionNotSeen, heldNotice } from './obstacle.rules.ts';
import { type Attempt, findOpenTask, readStanding } from './open-task.ts';
import { type ClaimSource, countOnNetwork, screenClaim, type ScreeningSettings } from './screen-claim.ts';
import type { SocialAccounts } from './social-accounts.ts';
import { isClaimable, type TaskStanding } from './task-standing.rules.ts';
import { providerOf, socialActionOf } from './task-type.rules.ts';
import type { Hold, Task } from './task.ts';

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
 * Claims the reward of a completed task once per fan, task and occurrence, whatever the idempotency key. It is paid at
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

/** Returns what is missing: an action at X, a visit, or the rest of a visit. */
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
export async function payClaim(
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
