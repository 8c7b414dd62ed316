import { type Kysely, sql } from 'kysely';
import type { DB } from '#/db/schema.ts';
import { formTypes, hasForm } from './form-task.ts';
import type { Completion, CompletionCheck } from '#/modules/tasks/completion-check.ts';
import type { ParticipationSource } from '#/modules/tasks/participations.view.ts';

/** Opening the form, and its confirmation. */
const steps = 2;

/**
 * Checks whether a fan's form was confirmed in the current occurrence. An opened form awaits that, with the first of two
 * steps done. Tasks whose form is not available here are left out.
 */
export function createFormCompletionCheck(settings: { readonly devPages: boolean }): CompletionCheck {
  return {
    typeIds: formTypes,
    async check(db, { fanId, tasks, occurrences }) {
      const withForm = tasks.filter((task) => hasForm(task, settings));
      const entries =
        fanId === undefined || withForm.length === 0
          ? []
          : await listEntries(db, {
              fanId,
              taskIds: withForm.map(({ taskId }) => taskId),
              occurrences: Object.values(occurrences),
            });
      return new Map(
        withForm.map(({ taskId, period }): [string, Completion] => {
          const entry = entries.find((one) => one.taskId === taskId && one.occurrence === occurrences[period]);
          return [taskId, completionOf(entry)];
        }),
      );
    },
  };
}

type FormEntry = {
  readonly taskId: string;
  readonly occurrence: string;
  readonly openedAt: Date | null;
  readonly confirmedAt: Date | null;
};

function completionOf(entry: FormEntry | undefined): Completion {
  if (entry?.confirmedAt) return { state: 'completed', progress: { done: steps, total: steps } };
  if (!entry?.openedAt) return { state: 'available' };
  return { state: 'available', progress: { done: 1, total: steps }, awaits: 'confirmation' };
}

/** Lists a fan's entries of some tasks in the given occurrences. */
async function listEntries(
  db: Kysely<DB>,
  { fanId, taskIds, occurrences }: { fanId: number; taskIds: readonly string[]; occurrences: readonly string[] },
): Promise<FormEntry[]> {
  const { rows } = await sql<FormEntry>`
    select task_id as "taskId", occurrence, opened_at as "openedAt", confirmed_at as "confirmedAt" from form_entry
     where fan_id = ${fanId} and occurrence = any(${occurrences}::text[])
       and task_id = any(${taskIds}::text[])`.execute(db);
  return rows;
}

/** Returns the forms a fan opened or had confirmed; the claim shows what a confirmed one paid. */
export const formParticipations: ParticipationSource = (fanId) => sql`
  select task_id, occurrence, coalesce(opened_at, confirmed_at), null, 'started' from form_entry
   where fan_id = ${fanId} and (opened_at is not null or confirmed_at is not null)`;
