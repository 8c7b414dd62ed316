import type { TaskWitness, Testimony } from '#/modules/tasks/index.ts';
import { formTypes, hasForm } from './form-task.ts';
import { listEntries } from './forms.store.ts';

/** Going to the form, and its being confirmed. */
const steps = 2;

/**
 * Sees whether a fan's form was confirmed in the running occurrence. One that was opened waits for that, with the first of
 * two steps done. A task whose form is nowhere to be had here is left out.
 */
export function createFormWitness(settings: { readonly devPages: boolean }): TaskWitness {
  return {
    typeIds: formTypes,
    async testify(db, { fanId, tasks, occurrences }) {
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
        withForm.map(({ taskId, period }): [string, Testimony] => {
          const entry = entries.find((one) => one.taskId === taskId && one.occurrence === occurrences[period]);
          return [taskId, testimonyOf(entry)];
        }),
      );
    },
  };
}

function testimonyOf(entry: Awaited<ReturnType<typeof listEntries>>[number] | undefined): Testimony {
  if (entry?.confirmedAt) return { state: 'completed', progress: { done: steps, total: steps } };
  if (!entry?.openedAt) return { state: 'available' };
  return { state: 'available', progress: { done: 1, total: steps }, awaits: 'confirmation' };
}
