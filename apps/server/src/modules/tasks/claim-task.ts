import type { Language } from '@lightstick/contract';
import type { Transaction } from 'kysely';
import type { DB } from '#/db/schema.ts';
import { Refusal } from '#/errors.ts';
import { credit, readAvailable } from '#/modules/points/index.ts';
import { providerNames } from '#/social-providers.ts';
import { claimKey, takeForClaim } from './claims.store.ts';
import { type ClaimSource, countOnNetwork, type Hold, type ScreeningSettings, screenClaim } from './screen-claim.ts';
import { socialActionTexts, holdTexts, noticeOf } from './obstacle.rules.ts';
import { occurrencesAt } from './occurrence.rules.ts';
import { findOpenTask, readOwnProgress } from './open-task.ts';
import type { SocialAccounts } from './social-accounts.ts';
import type { Task } from './task.ts';
import type { CompletionCheck } from './completion-check.ts';
import { isClaimable, taskStanding, type TaskStanding } from './task-standing.rules.ts';
import { socialActionOf, providerOf } from './task-type.rules.ts';
import { insertClaim } from './tasks.store.ts';

type ClaimIntent = {
  readonly fanId: number;
  readonly taskId: string;
  readonly receivedAt: Date;
  readonly timeZone: string;
  readonly language: Language;
  readonly country: string | undefined;
  readonly source: ClaimSource;
  readonly scales: ScreeningSettings;
  readonly social: SocialAccounts;
  readonly witnesses: readonly CompletionCheck[];
};

/**
 * Claims the reward of a task that is really done: once for each fan, task and occurrence, whatever keys the requests
 * carry. It is paid at once, or held where it should be looked at first; a held one has its part of the budget.
 *
 * Locks come in the order: the counts of fan and device, the row of the claim, the account elsewhere, the counts of the
 * network, the budget, the ledger. Rivals of one fan meet on the fan's count: the second waits for the first and finds the claim taken.
 *
 * @throws Refusal TASK_NOT_FOUND, TASK_NOT_OPEN, TASK_ENDED, TASK_ALREADY_AWARDED, TASK_NOT_DONE, TASK_VISIT_TOO_SHORT,
 * TASK_SOLD_OUT, TASK_ACCOUNT_TOO_NEW, TASK_LEVEL_TOO_LOW, TASK_REGION_CLOSED, CLAIM_FAN_LIMIT, CLAIM_DEVICE_LIMIT,
 * CLAIM_NETWORK_LIMIT, CLAIM_HELD, CLAIM_REFUSED, SOCIAL_NOT_BOUND, SOCIAL_DEED_NOT_SEEN, SOCIAL_ACCOUNT_REWARDED
 */
export async function claimTask(tx: Transaction<DB>, { receivedAt, ...intent }: ClaimIntent) {
  const { fanId, taskId, timeZone, social, country } = intent;
  const { task, testimony } = await findOpenTask(tx, { ...intent, at: receivedAt });
  const occurrences = occurrencesAt(receivedAt, timeZone);
  const ownOf = await readOwnProgress(tx, { fanId, taskId, occurrences, social });
  const own = ownOf(task);
  const standing = taskStanding(task, { own, testimony, occurrences, at: receivedAt, country, social });
  assertDone(task, standing, receivedAt);

  const { streak, reward: points } = standing;
  const occurrence = occurrences[task.period];
  const key = claimKey({ fanId, taskId, occurrence });
  const weighed = await screenClaim(tx, intent.scales, { ...intent, ...own, task, occurrences, receivedAt });
  const { hold } = weighed;
  const taken = await insertClaim(tx, {
    fanId,
    taskId,
    occurrence,
    points,
    streakDay: streak?.day ?? null,
    key,
    claimedAt: receivedAt,
    hold,
  });
  if (!taken) throw new Refusal('TASK_ALREADY_AWARDED');
  const provider = providerOf(task);
  const linkId = provider && own.links.get(provider);
  if (provider && linkId) await social.earn(tx, { fanId, provider, linkId, taskId, occurrence, at: receivedAt });
  await countOnNetwork(tx, weighed, occurrences.daily);
  await takeForClaim(tx, { taskId, points });

  const claimed = { taskId, points, streak: streak && { ...streak, claimedToday: true } };
  if (hold) return { ...claimed, ...(await holdClaim(tx, hold, { ...intent, receivedAt })) };
  const pointsLeft = await payClaim(tx, { fanId, key, points, at: receivedAt });
  return { ...claimed, state: 'awarded' as const, pointsLeft };
}

/** Credits a claim's reward under its key, by which the ledger too would refuse to pay it twice. Returns the balance. */
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

async function holdClaim(
  tx: Transaction<DB>,
  { cause, releaseAt }: Hold,
  { fanId, language, receivedAt }: Pick<ClaimIntent, 'fanId' | 'language' | 'receivedAt'>,
) {
  const refusal = new Refusal('CLAIM_HELD', holdTexts(cause, releaseAt, receivedAt));
  return {
    state: 'held' as const,
    notice: noticeOf({ reason: 'held', refusal }, language),
    pointsLeft: await readAvailable(tx, { fanId, asset: 'POINT' }),
  };
}

function assertDone(task: Task, standing: TaskStanding, at: Date): void {
  if (standing.obstacle) throw standing.obstacle.refusal;
  if (standing.state === 'awarded') throw new Refusal('TASK_ALREADY_AWARDED');
  if (isClaimable(task, standing)) return;
  const deed = socialActionOf(task);
  if (deed)
    throw new Refusal('SOCIAL_DEED_NOT_SEEN', { provider: providerNames.twitter, deed: socialActionTexts[deed] });
  const { unvisited, runningUntil } = standing.visited;
  if (unvisited > 0 || !runningUntil) throw new Refusal('TASK_NOT_DONE');
  throw new Refusal('TASK_VISIT_TOO_SHORT', { seconds: Math.ceil((runningUntil.getTime() - at.getTime()) / 1000) });
}
