import type { Kysely } from 'kysely';
import { addDays, localDateAt, startOfLocalDate } from '#/calendar/local-date.ts';
import type { DB } from '#/db/schema.ts';
import { countTries } from './quizzes.store.ts';

/** The tries of the platform's day that an instant lies in. */
export type Tries = { readonly day: string; readonly used: number; readonly left: number; readonly resetAt: Date };

/** How many tries a fan has used and left today, and when there are new ones. */
export async function readTries(
  db: Kysely<DB>,
  {
    fanId,
    taskId,
    triesPerDay,
    at,
    timeZone,
  }: { fanId: number; taskId: string; triesPerDay: number; at: Date; timeZone: string },
): Promise<Tries> {
  const day = localDateAt(at, timeZone);
  const used = await countTries(db, { fanId, taskId, day });
  return { day, used, left: Math.max(0, triesPerDay - used), resetAt: startOfLocalDate(addDays(day, 1), timeZone) };
}
