import type { Kysely } from 'kysely';
import type { DB } from '#/db/schema.ts';
import type { CompletionCheck } from './completion-check.ts';
import { actionNotSeen } from './obstacle.rules.ts';
import { type Attempt, findOpenTask, readStanding } from './open-task.ts';
import type { SocialAccounts } from './social-accounts.ts';
import { socialActionOf } from './task-type.rules.ts';
import { recordSocialAction } from './tasks.store.ts';

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
