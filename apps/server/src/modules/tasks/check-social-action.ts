import type { Kysely } from 'kysely';
import type { DB } from '#/db/schema.ts';
import { Refusal } from '#/errors.ts';
import { providerNames } from '#/social-providers.ts';
import { socialActionTexts } from './obstacle.rules.ts';
import { occurrencesAt } from './occurrence.rules.ts';
import { findOpenTask, readOwnProgress } from './open-task.ts';
import type { SocialAccounts } from './social-accounts.ts';
import { taskStanding } from './task-standing.rules.ts';
import type { CompletionCheck } from './completion-check.ts';
import { socialActionOf } from './task-type.rules.ts';
import { recordSocialAction } from './tasks.store.ts';

export type SocialActionCheck = (claim: {
  fanId: number;
  taskId: string;
  receivedAt: Date;
  country: string | undefined;
}) => Promise<void>;

/**
 * Makes what looks at X before a claim and notes what was seen there, so that the claim's transaction only has to read
 * it. Tasks of other kinds, and those that stand so that X need not be asked, are left to the claim. Claims of a fan and
 * a task that come at the same time share one look: X counts how often it is asked.
 *
 * The function throws Refusal SOCIAL_UNAVAILABLE, SOCIAL_ACCESS_LOST, SOCIAL_NOT_BOUND, SOCIAL_DEED_NOT_SEEN, and what
 * `findOpenTask` throws.
 */
export function createSocialActionCheck(
  {
    db,
    social,
    witnesses,
  }: { readonly db: Kysely<DB>; readonly social: SocialAccounts; readonly witnesses: readonly CompletionCheck[] },
  timeZone: string,
): SocialActionCheck {
  const looks = new Map<string, Promise<void>>();

  async function look({ fanId, taskId, receivedAt, country }: Parameters<SocialActionCheck>[0]): Promise<void> {
    const { task } = await findOpenTask(db, { fanId, taskId, at: receivedAt, timeZone, social, witnesses });
    const deed = socialActionOf(task);
    if (!deed) return;
    const occurrences = occurrencesAt(receivedAt, timeZone);
    const ownOf = await readOwnProgress(db, { fanId, taskId, occurrences, social });
    const { state } = taskStanding(task, {
      own: ownOf(task),
      testimony: undefined,
      occurrences,
      at: receivedAt,
      country,
      social,
    });
    if (state !== 'available') return;
    const { linkId, done } = await social.hasDone({ fanId, deed, now: receivedAt });
    if (!done)
      throw new Refusal('SOCIAL_DEED_NOT_SEEN', { provider: providerNames.twitter, deed: socialActionTexts[deed] });
    await recordSocialAction(db, { fanId, taskId, occurrence: occurrences[task.period], linkId, seenAt: receivedAt });
  }

  return function see(claim) {
    const key = `${claim.fanId} ${claim.taskId}`;
    const underWay = looks.get(key);
    if (underWay) return underWay;
    const started = look(claim).finally(() => looks.delete(key));
    looks.set(key, started);
    return started;
  };
}
