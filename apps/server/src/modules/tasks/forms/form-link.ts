import type { Kysely } from 'kysely';
import type { Settings } from '#/config/settings.ts';
import type { DB } from '#/db/schema.ts';
import { assertRewardable, type Attempt } from '#/modules/tasks/open-task.ts';
import { occurrencesAt } from '#/modules/tasks/occurrence.rules.ts';
import { formAddress, parameterExpiry, type FormParameters } from './form-link.rules.ts';
import { findFormTask, type FormTask } from './form-task.ts';
import { ensureEntry, recordOpening } from './forms.store.ts';

type Wish = { readonly taskId: string } & Omit<Attempt, 'timeZone'>;
type FormSettings = Pick<Settings, 'devPages' | 'platformTimeZone' | 'publicUrl'>;

/**
 * Returns the address of a task's form for a fan. In the same occurrence it names the same entry with a new expiry.
 * @throws Refusal TASK_NOT_FOUND, TASK_WITHOUT_FORM, TASK_NOT_OPEN, TASK_ENDED, and those of `assertRewardable`
 */
export async function getFormLink(
  { db, settings, parameters }: { db: Kysely<DB>; settings: FormSettings; parameters: FormParameters },
  wish: Wish,
) {
  const { platformTimeZone: timeZone, publicUrl } = settings;
  const { fanId, taskId, at } = wish;
  const task = await findFormTaskFor({ db, settings }, wish);
  const occurrence = occurrencesAt(at, timeZone)[task.period];
  const { ticket, openedAt } = await ensureEntry(db, { fanId, taskId, occurrence });
  const expiresAt = parameterExpiry(task, at, timeZone);
  return { taskId, url: formAddress(task.form, parameters.write(ticket, expiresAt), publicUrl), expiresAt, openedAt };
}

/**
 * Records that a fan opens a form.
 * @throws Refusal TASK_NOT_FOUND, TASK_WITHOUT_FORM, TASK_NOT_OPEN, TASK_ENDED, and those of `assertRewardable`
 */
export async function openForm({ db, settings }: { db: Kysely<DB>; settings: FormSettings }, wish: Wish) {
  const { fanId, taskId, at } = wish;
  const task = await findFormTaskFor({ db, settings }, wish);
  const occurrence = occurrencesAt(at, settings.platformTimeZone)[task.period];
  return { taskId, openedAt: await recordOpening(db, { fanId, taskId, occurrence, at }) };
}

/** The task of a form, if the fan can get its reward. */
async function findFormTaskFor(
  { db, settings }: { db: Kysely<DB>; settings: FormSettings },
  { taskId, ...attempt }: Wish,
): Promise<FormTask> {
  const task = await findFormTask(db, { taskId, at: attempt.at, devPages: settings.devPages });
  await assertRewardable(db, task, { ...attempt, timeZone: settings.platformTimeZone });
  return task;
}
