import type { Transaction } from 'kysely';
import * as z from 'zod';
import type { DB } from '#/db/schema.ts';
import { transactionWithRetry } from '#/db/retry.ts';
import type { Job } from '#/jobs/job.ts';
import { processInBatches, resumableJob, type RunSection } from '#/jobs/resumable-run.ts';
import {
  type Invite,
  listPendingInvites,
  type PendingInvite,
  settleOverLimit,
  settlePending,
} from './invites.store.ts';
import { notify } from '#/modules/notices/index.ts';
import { credit } from '#/modules/points/index.ts';
import type { Services } from '#/services.ts';
import { lockRemainingFan } from '#/modules/identity/index.ts';

/**
 * Pays every invite whose newcomer has a counted vote, each in its own transaction, at most once under repetition and
 * concurrency. If more have voted than places are left, the earlier sign-ups are paid. A failing invite blocks no
 * other.
 * @throws AggregateError of the failures, after all others
 */
export async function rewardInvites(
  { db, log }: Pick<Services, 'db' | 'log'>,
  now: Date,
  section: RunSection<PendingInvite> = {},
): Promise<void> {
  const failures = await processInBatches(
    {
      list: (after, most) => listPendingInvites(db, { after, most }),
      settle: async (invite) => {
        if (invite.isEarned) await transactionWithRetry(db, (tx) => rewardInvite(tx, invite, now));
      },
      onFailure: (error, { newcomerId, inviterId }) =>
        log.error({ err: error, newcomerId, inviterId }, 'an invite could not be settled'),
    },
    section,
  );
  if (failures.length > 0) throw new AggregateError(failures, `${failures.length} invites could not be settled`);
}

/**
 * Rewards one invite. Concurrent runs meet at the invite's row: the second waits and finds it settled. Lock order:
 * inviter, invite, ledger. An erased inviter is paid nothing, because the invites have lapsed.
 */
async function rewardInvite(tx: Transaction<DB>, invite: Invite, now: Date): Promise<void> {
  const { inviterId } = invite;
  if (!(await lockRemainingFan(tx, inviterId))) return;
  const settled = await settlePending(tx, invite, now);
  if (!settled || settled.place === null) return;
  await settleOverLimit(tx, { inviterId, place: settled.place }, now);
  await credit(tx, {
    key: settled.key,
    receivedAt: now,
    fanId: inviterId,
    asset: 'POINT',
    amount: settled.reward,
    pool: { kind: 'issue', name: 'invites' },
    reason: 'invite_reward',
  });
  const fans = [{ fanId: inviterId, parameters: { points: settled.reward } }];
  await notify(tx, { kind: 'inviteRewarded', subject: settled.key, fans, at: now });
}

const entry = z.object({ newcomerId: z.int(), inviterId: z.int(), isEarned: z.boolean() });

/** Pays due invites every minute, so that voting itself is spared the work. */
export function rewardInvitesJob(services: Pick<Services, 'db' | 'log' | 'clock'>): Job {
  const { db, clock } = services;
  return resumableJob('reward-invites', { db, entry }, (section) => rewardInvites(services, clock.now(), section));
}
