import type { Language } from '@lightstick/contract';
import { Refusal } from '#/errors.ts';
import { providerNames } from '#/social-providers.ts';
import type { Account } from './account.view.ts';
import { wordHold } from './hold-words.ts';
import type { Obstacle } from './obstacle.ts';
import type { SocialLinks } from './social-accounts.ts';
import type { Claim, Task } from './task.ts';
import { providerOf } from './task-type.rules.ts';

const dayMs = 24 * 60 * 60_000;

/** Who asks, as far as the server knows; an anonymous caller has no account, and nothing of one. */
export type Asker = {
  readonly account: Account | undefined;
  readonly links: SocialLinks | undefined;
  /** ISO 3166-1; undefined where it cannot be known. */
  readonly country: string | undefined;
};

/** What became of a claim that was not simply paid. */
export function obstacleOfClaim(claim: Claim, at: Date): Obstacle | undefined {
  if (claim.state === 'held' && claim.heldFor && claim.releaseAt) {
    return { reason: 'held', refusal: new Refusal('CLAIM_HELD', wordHold(claim.heldFor, claim.releaseAt, at)) };
  }
  if (claim.state === 'refused' && claim.refusal) {
    return { reason: 'refused', refusal: new Refusal('CLAIM_REFUSED', { why: claim.refusal }) };
  }
  return undefined;
}

/** Whether what is left of the budget is too little for a reward. */
export function soldOut(task: Pick<Task, 'unspent'>, reward: number): Obstacle | undefined {
  if (task.unspent === null || task.unspent >= reward) return undefined;
  return { reason: 'soldOut', refusal: new Refusal('TASK_SOLD_OUT') };
}

/** The first thing that a task demands and the caller does not have: the linked account, then the level, then the region. */
export function unmetDemand(task: Task, asker: Asker, at: Date): Obstacle | undefined {
  return (
    missingLink(task, asker) ?? missingPoints(task, asker) ?? missingDays(task, asker, at) ?? missingRegion(task, asker)
  );
}

function missingLink(task: Task, { links }: Asker): Obstacle | undefined {
  const provider = providerOf(task);
  if (!provider || links?.has(provider)) return undefined;
  return {
    reason: provider === 'twitter' ? 'bindTwitter' : 'bindDiscord',
    refusal: new Refusal('SOCIAL_NOT_BOUND', { provider: providerNames[provider] }),
  };
}

function missingPoints({ leastEarned: least }: Task, { account }: Asker): Obstacle | undefined {
  if (least === null) return undefined;
  const missing = least - (account?.earned ?? 0);
  if (missing <= 0) return undefined;
  return { reason: 'level', refusal: new Refusal('TASK_LEVEL_TOO_LOW', { least, missing }) };
}

function missingDays({ leastAccountDays: least }: Task, { account }: Asker, at: Date): Obstacle | undefined {
  if (least === null) return undefined;
  const openFromMs = (account?.since ?? at).getTime() + least * dayMs;
  const days = Math.ceil((openFromMs - at.getTime()) / dayMs);
  if (days <= 0) return undefined;
  return { reason: 'accountAge', refusal: new Refusal('TASK_ACCOUNT_TOO_NEW', { least, days }) };
}

function missingRegion({ regions }: Task, { country }: Asker): Obstacle | undefined {
  if (regions === null || (country !== undefined && regions.includes(country))) return undefined;
  const here =
    country === undefined
      ? whereUnknown
      : { en_US: `You are in ${regionName(country, 'en_US')}.`, zh_TW: `您目前在${regionName(country, 'zh_TW')}。` };
  const names = { en_US: nameRegions(regions, 'en_US'), zh_TW: nameRegions(regions, 'zh_TW') };
  return { reason: 'region', refusal: new Refusal('TASK_REGION_CLOSED', { regions: names, here }) };
}

const whereUnknown = { en_US: 'Where you are could not be told.', zh_TW: '目前無法得知您的所在地區。' };

function nameRegions(regions: readonly string[], language: Language): string {
  const names = regions.map((region) => regionName(region, language));
  return new Intl.ListFormat(language.replace('_', '-'), { type: 'disjunction' }).format(names);
}

function regionName(region: string, language: Language): string {
  return new Intl.DisplayNames(language.replace('_', '-'), { type: 'region', style: 'short' }).of(region) ?? region;
}
