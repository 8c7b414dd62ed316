import type { BadgeId } from '@lightstick/contract';
import type { Transaction } from 'kysely';
import type { DB } from '#/db/schema.ts';
import { Refusal } from '#/errors.ts';
import { localDateAt } from '#/lib/local-date.ts';
import { lockRemainingFan } from '#/modules/identity/index.ts';
import { storeShownBadge } from './fan-days.store.ts';
import { readFanDays } from './fan-days.view.ts';
import { presentProgress, type Progress } from './progress.rules.ts';

type Choice = {
  readonly fanId: number;
  /** Null to show none. */
  readonly badgeId: BadgeId | null;
  readonly at: Date;
  readonly timeZone: string;
};

/**
 * Shows one of the fan's badges beside the name, in place of the one before. The lock on the fan, which comes before the
 * row of the badge, lets calls at once take turns. Acts that the job has not counted yet earn a badge, too.
 *
 * @throws Refusal BADGE_NOT_EARNED
 */
export async function showBadge(tx: Transaction<DB>, { fanId, badgeId, at, timeZone }: Choice): Promise<Progress> {
  if (!(await lockRemainingFan(tx, fanId))) throw new Refusal('UNAUTHENTICATED');
  const days = await readFanDays(tx, { fanId, at, timeZone });
  const progress = presentProgress(days, { today: localDateAt(at, timeZone), shown: badgeId });
  if (progress.badges.some(({ isShown, earnedOn }) => isShown && earnedOn === null)) {
    throw new Refusal('BADGE_NOT_EARNED');
  }
  await storeShownBadge(tx, { fanId, badgeId });
  return progress;
}
