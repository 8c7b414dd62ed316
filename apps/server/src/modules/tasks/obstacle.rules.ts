import type { Language, Contract, DataOf } from '@lightstick/contract';
import { errorText, Refusal } from '#/errors.ts';
import { regionTexts } from '#/lib/region-texts.ts';
import { providerNames } from '#/config/providers.ts';
import type { Account } from './tasks.store.ts';
import type { SocialLinks } from './completion-check.ts';
import { type Claim, type Hold, type HoldCause, providerOf, type SocialAction, type Task } from './task.rules.ts';

const dayMs = 24 * 60 * 60_000;

/** The caller as known to the server; an anonymous caller has no account data. */
type TaskAsker = {
  readonly account: Account | undefined;
  readonly links: SocialLinks | undefined;
  /** ISO 3166-1; undefined when unknown. */
  readonly country: string | undefined;
};

/** Returns the obstacle of a held, refused or lapsed claim. */
export function obstacleOfClaim(claim: Claim, at: Date): Obstacle | undefined {
  if (claim.state === 'held' && claim.heldFor && claim.releaseAt) {
    return { reason: 'held', refusal: new Refusal('CLAIM_HELD', holdTexts(claim.heldFor, claim.releaseAt, at)) };
  }
  if (claim.state === 'refused' && claim.refusal) {
    return { reason: 'refused', refusal: new Refusal('CLAIM_REFUSED', { why: claim.refusal }) };
  }
  return undefined;
}

/** Returns whether the remaining budget is below the reward. */
export function soldOut(task: Pick<Task, 'unspent'>, reward: number): Obstacle | undefined {
  if (task.unspent === null || task.unspent >= reward) return undefined;
  return { reason: 'soldOut', refusal: new Refusal('TASK_SOLD_OUT') };
}

/** Returns the first unmet requirement: linked account, then level, then region. */
export function unmetDemand(task: Task, asker: TaskAsker, at: Date): Obstacle | undefined {
  return (
    missingLink(task, asker) ?? missingPoints(task, asker) ?? missingDays(task, asker, at) ?? missingRegion(task, asker)
  );
}

function missingLink(task: Task, { links }: TaskAsker): Obstacle | undefined {
  const provider = providerOf(task);
  if (!provider || links?.has(provider)) return undefined;
  return {
    reason: provider === 'twitter' ? 'bindTwitter' : 'bindDiscord',
    refusal: new Refusal('SOCIAL_NOT_BOUND', { provider: providerNames[provider] }),
  };
}

function missingPoints({ leastEarned: least }: Task, { account }: TaskAsker): Obstacle | undefined {
  if (least === null) return undefined;
  const missing = least - (account?.earned ?? 0);
  if (missing <= 0) return undefined;
  return { reason: 'level', refusal: new Refusal('TASK_LEVEL_TOO_LOW', { least, missing }) };
}

function missingDays({ leastAccountDays: least }: Task, { account }: TaskAsker, at: Date): Obstacle | undefined {
  if (least === null) return undefined;
  const openFromMs = (account?.since ?? at).getTime() + least * dayMs;
  const days = Math.ceil((openFromMs - at.getTime()) / dayMs);
  if (days <= 0) return undefined;
  return { reason: 'accountAge', refusal: new Refusal('TASK_ACCOUNT_TOO_NEW', { least, days }) };
}

function missingRegion({ regions }: Task, { country }: TaskAsker): Obstacle | undefined {
  if (regions === null || (country !== undefined && regions.includes(country))) return undefined;
  return { reason: 'region', refusal: new Refusal('TASK_REGION_CLOSED', regionTexts(regions, country)) };
}

const hourMs = 60 * 60_000;

/** Texts of the hold causes, as whole sentences. */
const causes: Readonly<Record<HoldCause, Readonly<Record<Language, string>>>> = {
  claimsInHurry: {
    en_US: 'many rewards were claimed within seconds.',
    zh_TW: '短短幾秒內領取了許多獎勵。',
  },
  visitsInHurry: {
    en_US: 'many tasks were started within seconds.',
    zh_TW: '短短幾秒內開始了許多任務。',
  },
  sharedDevice: {
    en_US: 'several accounts claimed this reward on your device today.',
    zh_TW: '今天這台裝置上有多個帳號領取這個獎勵。',
  },
  sharedNetwork: {
    en_US: 'a lot of accounts claimed this reward from your network today.',
    zh_TW: '今天你的網路有大量帳號領取這個獎勵。',
  },
};

/** Returns the parameters of CLAIM_HELD: the cause, and the maximum wait in hours, rounded up. */
export function holdTexts(cause: HoldCause, releaseAt: Date, at: Date) {
  const hours = Math.max(1, Math.ceil((releaseAt.getTime() - at.getTime()) / hourMs));
  return { why: causes[cause], hours };
}

type TaskList = DataOf<Contract['POST /task/api/v1/task/getTasksList']>;

/** Why a task cannot be done or claimed now, as a fan sees it. */
type TaskNotice = NonNullable<NonNullable<TaskList[keyof TaskList]>[number]['notice']>;

/** Why a fan cannot do an open task; cards and refusals show the same text. */
export type Obstacle = { readonly reason: TaskNotice['reason']; readonly refusal: Refusal };

/** Presents an obstacle on a card, in the words of its refusal. */
export function noticeOf({ reason, refusal }: Obstacle, language: Language): TaskNotice {
  return { reason, text: errorText(refusal, language) };
}

/** Returns the notice for a fan whose claim was just held. */
export function heldNotice({ cause, releaseAt }: Hold, at: Date, language: Language): TaskNotice {
  return noticeOf({ reason: 'held', refusal: new Refusal('CLAIM_HELD', holdTexts(cause, releaseAt, at)) }, language);
}

/** Returns the refusal when X does not show the action yet. */
export function actionNotSeen(action: SocialAction): Refusal {
  return new Refusal('SOCIAL_ACTION_NOT_SEEN', { provider: providerNames.twitter, action: socialActionTexts[action] });
}

/** The missing action, as in "doesn’t show that you … yet". */
const socialActionTexts: Readonly<Record<SocialAction, Readonly<Record<Language, string>>>> = {
  follow: { en_US: 'follow the account', zh_TW: '追蹤這個帳號' },
  repost: { en_US: 'reposted the latest post', zh_TW: '轉發最新貼文' },
  like: { en_US: 'like the latest post', zh_TW: '對最新貼文按讚' },
};
