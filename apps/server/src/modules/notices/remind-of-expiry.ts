import { type Kysely, sql, type Transaction } from 'kysely';
import { createServerKeys, type ServerKeys } from '#/config/server-keys.ts';
import { transactionWithRetry } from '#/db/retry.ts';
import type { DB } from '#/db/schema.ts';
import type { Job } from '#/jobs/job.ts';
import { startTimeBudget } from '#/jobs/resumable-run.ts';
import { addDays, localDateAt, startOfLocalDate } from '#/lib/local-date.ts';
import { listExpiringFans } from '#/modules/points/index.ts';
import type { Services } from '#/services.ts';
import { notifyOfExpiry } from './notify-of-expiry.ts';

const reminding = 'remind-of-expiry';
const daysBefore = [7, 1] as const;
const hourMs = 60 * 60_000;
/** When on the platform's day fans are reminded. A run that was missed in the morning still comes before the evening. */
const fromMs = 9 * hourMs;
const untilMs = 21 * hourMs;
const fansAtOnce = 500;

type Reminder = {
  readonly day: string;
  readonly daysLeft: (typeof daysBefore)[number];
  readonly timeZone: string;
  readonly keys: ServerKeys;
  readonly at: Date;
};

/**
 * Reminds fans, once in the morning, of what expires at the end of the day in a week and of tomorrow. Each batch commits how far it
 * came, so that a run can stop anywhere.
 */
export function remindOfExpiryJob({ db, clock, settings }: Pick<Services, 'db' | 'clock' | 'settings'>): Job {
  const keys = createServerKeys(settings.serverSecret);
  const timeZone = settings.platformTimeZone;
  return {
    name: reminding,
    schedule: '15 * * * *',
    async run() {
      const at = clock.now();
      const today = localDateAt(at, timeZone);
      const sinceMs = at.getTime() - startOfLocalDate(today, timeZone).getTime();
      if (sinceMs < fromMs || sinceMs >= untilMs) return;
      const hasTime = startTimeBudget();
      for (const daysLeft of daysBefore) {
        const reminder = { day: addDays(today, daysLeft), daysLeft, timeZone, keys, at };
        for (let isDone = false; !isDone;) {
          isDone = await transactionWithRetry(db, (tx) => remindNextFans(tx, reminder));
          if (!isDone && !hasTime()) {
            await sql`SELECT enqueue_next_run(${reminding}, ${'{}'})`.execute(db);
            return;
          }
        }
      }
    },
  };
}

/** Reminds the next fans. Returns whether none is left. */
async function remindNextFans(tx: Transaction<DB>, { day, daysLeft, timeZone, keys, at }: Reminder): Promise<boolean> {
  const { after, isDone } = await holdReminder(tx, { day, daysLeft });
  if (isDone) return true;
  const fans = await listExpiringFans(tx, { day, timeZone, after, most: fansAtOnce });
  const reminded = fans.flatMap(({ fanId, assets }) =>
    assets.length === 0
      ? []
      : [{ fanId, assets: assets.map((one) => ({ ...one, expiresAt: one.expiresAt.toISOString() })) }],
  );
  if (reminded.length > 0) await notifyOfExpiry(tx, keys, { day, daysLeft, fans: reminded, at });
  const isLast = fans.length < fansAtOnce;
  await tx
    .updateTable('expiry_reminder')
    .set({ last_fan: fans.at(-1)?.fanId ?? after, is_done: isLast })
    .where('day', '=', day)
    .where('days_left', '=', daysLeft)
    .execute();
  return isLast;
}

/** Locks how far the reminders of a day have come, so that only one run goes on. */
async function holdReminder(
  tx: Kysely<DB>,
  { day, daysLeft }: Pick<Reminder, 'day' | 'daysLeft'>,
): Promise<{ after: number; isDone: boolean }> {
  await tx
    .insertInto('expiry_reminder')
    .values({ day, days_left: daysLeft })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  return tx
    .selectFrom('expiry_reminder')
    .select(['last_fan as after', 'is_done as isDone'])
    .where('day', '=', day)
    .where('days_left', '=', daysLeft)
    .forUpdate()
    .executeTakeFirstOrThrow();
}
