import { taskTypes } from '@lightstick/contract';
import type { Kysely, Transaction } from 'kysely';
import type { Settings } from '#/config/settings.ts';
import type { DB } from '#/db/schema.ts';
import { Refusal } from '#/errors.ts';
import type { Operator } from '#/http/caller.ts';
import { notify } from '#/modules/notices/index.ts';
import { recordInAuditLog } from '#/modules/operators/index.ts';
import { assertRewardable, type Attempt } from '#/modules/tasks/open-task.ts';
import { taskWindow } from '#/modules/tasks/task-standing.rules.ts';
import { occurrencesAt, type Task } from '#/modules/tasks/task.rules.ts';
import { findTask } from '#/modules/tasks/tasks.store.ts';
import { assertSigned, type SignedHeaders } from './callback-signature.ts';
import { formAddress, type FormParameters, type FormTask, parameterExpiry } from './form-link.rules.ts';
import { confirmFans, confirmTicket, ensureEntry, findFans, recordOpening } from './forms.store.ts';

/** The demo form of a development server; a content pack may name it instead of a real one. */
export const demoFormPath = '/dev/form';

export const formTypes: ReadonlySet<number> = new Set(taskTypes.form);

/** Returns whether a task has a form that this server can send fans to. */
export function hasForm(task: Task, { devPages }: { readonly devPages: boolean }): task is FormTask {
  return task.form !== null && (devPages || task.form.url !== demoFormPath);
}

/** @throws Refusal TASK_NOT_FOUND, TASK_WITHOUT_FORM, TASK_NOT_OPEN, TASK_ENDED */
async function findFormTask(
  db: Kysely<DB>,
  { taskId, at, devPages }: { taskId: string; at: Date; devPages: boolean },
): Promise<FormTask> {
  const task = await findTask(db, taskId);
  if (!task) throw new Refusal('TASK_NOT_FOUND');
  if (!formTypes.has(task.typeId)) throw new Refusal('TASK_WITHOUT_FORM');
  const window = taskWindow(task, at);
  if (window === 'after') throw new Refusal('TASK_ENDED');
  if (window === 'before' || !hasForm(task, { devPages })) throw new Refusal('TASK_NOT_OPEN');
  return task;
}

type FormRequest = { readonly taskId: string } & Omit<Attempt, 'timeZone'>;
type FormSettings = Pick<Settings, 'devPages' | 'platformTimeZone' | 'publicUrl'>;

/**
 * Returns the address of a task's form for a fan. In the same occurrence it names the same entry with a new expiry.
 * @throws Refusal TASK_NOT_FOUND, TASK_WITHOUT_FORM, TASK_NOT_OPEN, TASK_ENDED, and those of `assertRewardable`
 */
export async function getFormLink(
  { db, settings, parameters }: { db: Kysely<DB>; settings: FormSettings; parameters: FormParameters },
  wish: FormRequest,
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
export async function openForm({ db, settings }: { db: Kysely<DB>; settings: FormSettings }, wish: FormRequest) {
  const { fanId, taskId, at } = wish;
  const task = await findFormTaskFor({ db, settings }, wish);
  const occurrence = occurrencesAt(at, settings.platformTimeZone)[task.period];
  return { taskId, openedAt: await recordOpening(db, { fanId, taskId, occurrence, at }) };
}

/** Finds the task of a form, if the fan can get its reward. */
async function findFormTaskFor(
  { db, settings }: { db: Kysely<DB>; settings: FormSettings },
  { taskId, ...attempt }: FormRequest,
): Promise<FormTask> {
  const task = await findFormTask(db, { taskId, at: attempt.at, devPages: settings.devPages });
  await assertRewardable(db, task, { ...attempt, timeZone: settings.platformTimeZone });
  return task;
}

type ConfirmingList = {
  readonly operator: Operator;
  readonly taskId: string;
  readonly fans: readonly string[];
  readonly why: string;
  readonly at: Date;
  readonly timeZone: string;
  readonly devPages: boolean;
};

/**
 * Applies an operator's list of fans who sent a form. Applying it again changes nothing; a fan listed twice is confirmed
 * once.
 */
export async function confirmByOperator(tx: Transaction<DB>, list: ConfirmingList) {
  const { operator, taskId, why, at } = list;
  const task = await findFormTask(tx, list);
  const occurrence = occurrencesAt(at, list.timeZone)[task.period];
  const fanOf = await findFans(tx, list.fans);
  const found = new Map(list.fans.flatMap((line) => fanOf(line) ?? []).map((fan) => [fan.id, fan]));
  const confirmed = await confirmFans(tx, { fanIds: [...found.keys()], taskId, occurrence, at });
  const parameters = { taskId, title: task.title, points: task.reward };
  const fans = [...confirmed].map((fanId) => ({ fanId, parameters }));
  await notify(tx, { kind: 'rewardReady', subject: `form:${taskId} ${occurrence}`, fans, at });
  await recordInAuditLog(tx, {
    operator,
    action: 'forms/confirm',
    subject: `task:${taskId}`,
    why,
    after: { occurrence, confirmed: [...confirmed].map((fanId) => found.get(fanId)?.accountId) },
    at,
  });

  const yetToTell = new Set(confirmed);
  const lines = list.fans.map((line) => {
    const fan = fanOf(line);
    if (!fan) return { fan: line, outcome: 'unknown' as const };
    return { fan: line, outcome: yetToTell.delete(fan.id) ? ('accepted' as const) : ('already' as const) };
  });
  return { taskId, occurrence, lines };
}

/**
 * Confirms a sent form on a provider's word. The parameter alone identifies the fan; a repeat changes nothing.
 * @param parts.body the signed bytes
 */
export async function confirmByProvider(
  { db, parameters, secret }: { db: Kysely<DB>; parameters: FormParameters; secret: Buffer },
  { parameter, headers, body, at }: { parameter: string; headers: SignedHeaders; body: string; at: Date },
): Promise<'accepted' | 'already'> {
  assertSigned(secret, { headers, body, now: at });
  const isFirst = await confirmTicket(db, parameters.read(parameter, at), at);
  // It was issued here and is in time, so its fan has been erased since.
  if (isFirst === undefined) throw new Refusal('FORM_PARAMETER_INVALID');
  return isFirst ? 'accepted' : 'already';
}
