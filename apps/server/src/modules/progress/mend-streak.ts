import type { Transaction } from 'kysely';
import type { DB } from '#/db/schema.ts';
import { Refusal } from '#/errors.ts';
import { addDays, localDateAt } from '#/lib/local-date.ts';
import { lockRemainingFan } from '#/modules/identity/index.ts';
import { insertMendedDay } from './fan-days.store.ts';
import { readFanDays, readShownBadge } from './fan-days.view.ts';
import { presentProgress, type Progress } from './progress.rules.ts';

type MendIntent = { readonly fanId: number; readonly at: Date; readonly timeZone: string };

/**
 * Mends yesterday; a repeat on the same day changes nothing. The lock on the fan lets calls at once take turns.
 *
 * @throws Refusal STREAK_NOT_BROKEN, STREAK_MENDED_THIS_MONTH
 */
export async function mendStreak(tx: Transaction<DB>, { fanId, at, timeZone }: MendIntent): Promise<Progress> {
  if (!(await lockRemainingFan(tx, fanId))) throw new Refusal('UNAUTHENTICATED');
  const days = await readFanDays(tx, { fanId, at, timeZone });
  const today = localDateAt(at, timeZone);
  const yesterday = addDays(today, -1);
  const now = { today, shown: await readShownBadge(tx, fanId) };
  const before = presentProgress(days, now);
  if (days.some(({ day, mendedAt }) => day === yesterday && mendedAt)) return before;
  if (before.streak.mendable === null) {
    const isMissed = !days.some(({ day }) => day === yesterday) && days.some(({ day }) => day === addDays(today, -2));
    throw new Refusal(isMissed ? 'STREAK_MENDED_THIS_MONTH' : 'STREAK_NOT_BROKEN');
  }
  await insertMendedDay(tx, { fanId, day: yesterday, at });
  return presentProgress(await readFanDays(tx, { fanId, at, timeZone }), now);
}
