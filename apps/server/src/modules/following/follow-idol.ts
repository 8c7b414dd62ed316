import type { Transaction } from 'kysely';
import type { DB } from '#/db/schema.ts';
import { Refusal } from '#/errors.ts';
import type { Activity, Candidate } from '#/modules/elections/index.ts';
import { lockRemainingFan } from '#/modules/identity/index.ts';
import { deleteFollowed, insertFollowed, moveToFront } from './following.store.ts';
import { readFollowed } from './following.view.ts';

/** The main idol and six more; the table has no eighth place. */
export const mostFollowed = 7;

export type FollowIntent = {
  readonly fanId: number;
  readonly idolId: string;
  readonly asMain: boolean;
  readonly at: Date;
};

/** Follows an idol; a repeat changes nothing. The lock on the fan lets calls at once take turns. */
export async function followIdol(tx: Transaction<DB>, { fanId, idolId, asMain, at }: FollowIntent): Promise<void> {
  if (!(await lockRemainingFan(tx, fanId))) throw new Refusal('UNAUTHENTICATED');
  const followed = await readFollowed(tx, fanId);
  const place = followed.find((one) => one.idolId === idolId)?.place;
  if (place === undefined) {
    if (followed.length >= mostFollowed) throw new Refusal('FOLLOWING_FULL', { limit: mostFollowed });
    await insertFollowed(tx, { fanId, idolId, place: asMain ? 1 : followed.length + 1, at });
  } else if (asMain && place > 1) {
    await moveToFront(tx, { fanId, idolId, place });
  }
}

/** Stops following an idol; a repeat changes nothing. */
export async function unfollowIdol(
  tx: Transaction<DB>,
  { fanId, idolId }: Pick<FollowIntent, 'fanId' | 'idolId'>,
): Promise<void> {
  if (!(await lockRemainingFan(tx, fanId))) throw new Refusal('UNAUTHENTICATED');
  await deleteFollowed(tx, { fanId, idolId });
}

/** Throws Refusal IDOL_NOT_FOUND for an idol of no activity, IDOL_WITHDRAWN for one who has left all of hers. */
export function assertFollowable(activities: readonly Activity[], idolId: string): void {
  const candidacies = candidaciesOf(activities, idolId);
  if (candidacies.length === 0) throw new Refusal('IDOL_NOT_FOUND');
  if (candidacies.every(({ candidate }) => candidate.isWithdrawn)) throw new Refusal('IDOL_WITHDRAWN');
}

type Candidacy = { readonly activity: Activity; readonly candidate: Candidate };

/** Returns where an idol stands or stood, in the order of the activities. */
export function candidaciesOf(activities: readonly Activity[], idolId: string): Candidacy[] {
  return activities.flatMap((activity) => {
    const candidate = activity.candidates.get(idolId);
    return candidate ? [{ activity, candidate }] : [];
  });
}
