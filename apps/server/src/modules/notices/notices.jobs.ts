import type { Transaction } from 'kysely';
import { createServerKeys, type ServerKeys } from '#/config/server-keys.ts';
import { deleteInBatches } from '#/db/delete-in-batches.ts';
import { transactionWithRetry } from '#/db/retry.ts';
import type { DB } from '#/db/schema.ts';
import { drainEach } from '#/jobs/drain.ts';
import { type Job, scheduledJob } from '#/jobs/job.ts';
import { enqueueNextRun, startTimeBudget } from '#/jobs/resumable-run.ts';
import { addDays, localDateAt, startOfLocalDate } from '#/lib/local-date.ts';
import { enqueueNotices, type Mail } from '#/modules/mail/index.ts';
import { type ExpiringUnit, listExpiringFans, readExpiringUnits } from '#/modules/points/index.ts';
import type { Services } from '#/services.ts';
import { readRemindedByMail } from '#/modules/identity/index.ts';
import type { ParametersOf } from './notice-kinds.ts';
import { deleteBeyond, holdReminder, noteReminder, notify } from './notices.store.ts';

const daysBefore = [7, 1] as const;
const hourMs = 60 * 60_000;
/**
 * The time of the platform's day from which fans are reminded. A run that was missed in the morning still comes before
 * the evening.
 */
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
 * Reminds fans, once in the morning, of what expires at the end of the day in a week and of tomorrow. Each batch commits
 * how far it came, so that a run can stop anywhere.
 */
export function remindOfExpiryJob({ db, clock, settings }: Pick<Services, 'db' | 'clock' | 'settings'>): Job {
  const keys = createServerKeys(settings.serverSecret);
  const timeZone = settings.platformTimeZone;
  return scheduledJob('remind-of-expiry', async () => {
    const at = clock.now();
    const today = localDateAt(at, timeZone);
    const sinceMs = at.getTime() - startOfLocalDate(today, timeZone).getTime();
    if (sinceMs < fromMs || sinceMs >= untilMs) return;
    const reminders = daysBefore.map((daysLeft) => ({ day: addDays(today, daysLeft), daysLeft, timeZone, keys, at }));
    const isDone = await drainEach(
      reminders,
      (reminder, most) => transactionWithRetry(db, (tx) => remindNextFans(tx, reminder, most)),
      { most: fansAtOnce, hasTime: startTimeBudget() },
    );
    if (!isDone) await enqueueNextRun(db, 'remind-of-expiry');
  });
}

/** Reminds the next fans of those whose assets expire. Returns how many it went through. */
async function remindNextFans(
  tx: Transaction<DB>,
  { day, daysLeft, timeZone, keys, at }: Reminder,
  most: number,
): Promise<number> {
  const { after, isDone } = await holdReminder(tx, { day, daysLeft });
  if (isDone) return 0;
  const fans = await listExpiringFans(tx, { day, timeZone, after, most });
  const reminded = fans.flatMap(({ fanId, assets }) =>
    assets.length === 0
      ? []
      : [{ fanId, assets: assets.map((one) => ({ ...one, expiresAt: one.expiresAt.toISOString() })) }],
  );
  if (reminded.length > 0) await notifyOfExpiry(tx, keys, { day, daysLeft, fans: reminded, at });
  await noteReminder(tx, { day, daysLeft }, { lastFan: fans.at(-1)?.fanId ?? after, isDone: fans.length < most });
  return fans.length;
}

type Expiry = ParametersOf<'expiry'>;

type Expiries = {
  /** The day of the platform that all of it expires on: a fan gets one notice and one mail for it and `daysLeft`. */
  readonly day: string;
  readonly daysLeft: Expiry['daysLeft'];
  /** Each fan once, with all that expires. */
  readonly fans: readonly { readonly fanId: number; readonly assets: Expiry['assets'] }[];
  readonly at: Date;
};

/** Writes notices of what expires, and enqueues mails to fans who want them, have an email, and have no deletion pending. */
export async function notifyOfExpiry(
  tx: Transaction<DB>,
  keys: ServerKeys,
  { day, daysLeft, fans, at }: Expiries,
): Promise<void> {
  const notified = await notify(tx, {
    kind: 'expiry',
    subject: `${day}, ${daysLeft}`,
    fans: fans.map(({ fanId, assets }) => ({ fanId, parameters: { daysLeft, assets } })),
    at,
  });
  if (notified.length === 0) return;
  const assetsOf = new Map(fans.map(({ fanId, assets }) => [fanId, assets]));
  const units = await readExpiringUnits(tx);
  const mails = (await readRemindedByMail(tx, notified)).map(({ fanId, email, language }): Mail => {
    const assets = assetsOf.get(fanId) ?? [];
    const expiring = assets.map(({ asset, amount, expiresAt }) => ({ unit: unitOf(units, asset), amount, expiresAt }));
    return { to: email, language, content: { kind: 'expiry', daysLeft, assets: expiring } };
  });
  const times = fans.flatMap(({ assets }) => assets.map(({ expiresAt }) => Date.parse(expiresAt)));
  const pointlessAfter = new Date(times.reduce((latest, time) => Math.max(latest, time), 0));
  await enqueueNotices(tx, keys, mails, { now: at, pointlessAfter });
}

function unitOf(units: ReadonlyMap<string, ExpiringUnit>, asset: string): ExpiringUnit {
  const unit = units.get(asset);
  if (!unit) throw new Error(`${asset} is no unit that expires`);
  return unit;
}

const dayMs = 24 * hourMs;
const readKeptMs = 30 * dayMs;
const keptMs = 180 * dayMs;
/** The newest that a fan keeps. */
const mostPerFan = 200;

/**
 * Deletes notices 30 days after they were read and 180 days after they were written, and beyond a fan's newest 200; and what is
 * known of digests after 180 days.
 */
export function forgetNoticesJob({ db, clock }: Pick<Services, 'db' | 'clock'>): Job {
  return scheduledJob('forget-notices', async () => {
    const nowMs = clock.now().getTime();
    await deleteInBatches(db, { table: 'notice', column: 'read_at', before: new Date(nowMs - readKeptMs) });
    await deleteInBatches(db, { table: 'notice', column: 'created_at', before: new Date(nowMs - keptMs) });
    await deleteInBatches(db, { table: 'notice_run', column: 'begun_at', before: new Date(nowMs - keptMs) });
    await deleteInBatches(db, { table: 'digest_mail', column: 'sent_at', before: new Date(nowMs - keptMs) });
    await deleteBeyond(db, mostPerFan);
  });
}
