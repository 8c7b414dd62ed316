import { activityId } from './given-election.ts';
import type { World } from './world.ts';

export type PollOptions = { readonly opensAt?: Date; readonly closesAt?: Date; readonly timeZone?: string };

const dayMs = 24 * 60 * 60 * 1000;

/** Puts the Best 7 poll of election 1004 in place, as a content pack would: open for three days on either side of now. */
export async function givenBest7Poll(
  { ownerPool, clock }: Pick<World, 'ownerPool' | 'clock'>,
  options: PollOptions = {},
): Promise<void> {
  const nowMs = clock.now().getTime();
  const { opensAt = new Date(nowMs - 3 * dayMs), closesAt = new Date(nowMs + 3 * dayMs) } = options;
  await ownerPool.query(
    `INSERT INTO best7_poll (activity_id, opens_at, closes_at, time_zone) VALUES ($1, $2, $3, $4)
     ON CONFLICT (activity_id) DO UPDATE SET opens_at = $2, closes_at = $3, time_zone = $4`,
    [activityId, opensAt, closesAt, options.timeZone ?? 'Asia/Taipei'],
  );
}
