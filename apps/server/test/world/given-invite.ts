import { randomUUID } from 'node:crypto';
import { expect } from 'vitest';
import { addInvite } from '#/modules/tasks/index.ts';
import { activityId } from './given-election.ts';
import type { TestFan } from './given-fan.ts';
import type { World } from './world.ts';

/** Puts in place what invites bring, as an operator's content pack does. */
export async function givenInviteTerms(
  { ownerPool }: Pick<World, 'ownerPool'>,
  { reward, mostRewarded }: { reward: number; mostRewarded: number },
): Promise<void> {
  await ownerPool.query(
    `INSERT INTO invite_terms (reward, most_rewarded) VALUES ($1, $2)
     ON CONFLICT (is_only_row) DO UPDATE SET reward = excluded.reward, most_rewarded = excluded.most_rewarded`,
    [reward, mostRewarded],
  );
}

/** Signs up a newcomer by another fan's code. */
export async function givenNewcomer({ db, clock, given }: World, inviter: TestFan): Promise<TestFan> {
  const newcomer = await given.fan();
  await db.transaction().execute(async (tx) => {
    await tx.updateTable('fan').set({ invited_by: inviter.id }).where('id', '=', newcomer.id).execute();
    await addInvite(tx, { newcomerId: newcomer.id, inviterId: inviter.id, joinedAt: clock.now() });
  });
  return newcomer;
}

/** Casts a free vote of the election given before: what an invite is paid for. */
export async function vote({ call }: World, fan: TestFan): Promise<void> {
  const body = { activityId, idolId: '1', num: 1 };
  const reply = await call('POST /activity/api/v1/vote/doVote', { fan, body, key: randomUUID() });
  expect(reply.code).toBe(0);
}
