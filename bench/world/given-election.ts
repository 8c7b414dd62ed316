import { fileURLToPath } from 'node:url';
import { systemClock } from '../../apps/server/src/lib/clock.ts';
import { applyContent } from '../../apps/server/src/modules/content/index.ts';
import type { OwnerPool } from './owner-connection.ts';

/** The content pack of the measuring programs. */
export const contentDir = fileURLToPath(new URL('../content', import.meta.url));

/** Its elections: one without free votes for storms, one with them for the fault test, and one with the idols of a season. */
export const elections = {
  storm: { activityId: '1001', voteAsset: 'STORM_VOTE' },
  outage: { activityId: '1002', voteAsset: 'OUTAGE_VOTE' },
  crowd: { activityId: '1003', voteAsset: 'CROWD_VOTE' },
} as const;

export type Election = { readonly activityId: string; readonly voteAsset: string; readonly idolIds: readonly string[] };

/** Applies the pack if the server has not, and returns the idols of the election. */
export async function givenElection(ownerPool: OwnerPool, name: keyof typeof elections): Promise<Election> {
  await applyContent({ ownerPool, clock: systemClock, folder: contentDir });
  const { activityId, voteAsset } = elections[name];
  const { rows } = await ownerPool.query<{ id: string }>(
    'SELECT idol_id AS id FROM candidate WHERE activity_id = $1 ORDER BY idol_id',
    [activityId],
  );
  return { activityId, voteAsset, idolIds: rows.map((row) => row.id) };
}
