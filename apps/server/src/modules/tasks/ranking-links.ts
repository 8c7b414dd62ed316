import type { Language } from '@lightstick/contract';
import type { Kysely } from 'kysely';
import type { DB } from '#/db/schema.ts';
import { Refusal } from '#/errors.ts';
import type { LinkType, Task } from './task.ts';
import { taskWindow } from './task-standing.rules.ts';
import { findTask } from './tasks.store.ts';

/**
 * The links of a task that asks to look up the ranking, the homepage and the channel. What a task that waits will link to
 * is nobody's to know yet.
 *
 * @throws Refusal TASK_NOT_FOUND, TASK_NOT_OPEN, TASK_ENDED, TASK_WITHOUT_SEARCH_LINKS
 */
export async function findRankingLinks(
  db: Kysely<DB>,
  { taskId, at, language }: { taskId: string; at: Date; language: Language },
) {
  const task = await findTask(db, taskId);
  if (!task) throw new Refusal('TASK_NOT_FOUND');
  const window = taskWindow(task, at);
  if (window === 'after') throw new Refusal('TASK_ENDED');
  if (window === 'before') throw new Refusal('TASK_NOT_OPEN');
  const [rankSearch, homepage, channel] = (['rankSearch', 'homepage', 'channel'] as const).map((linkType) =>
    linkOf(task, linkType, language),
  );
  if (!rankSearch || !homepage || !channel) throw new Refusal('TASK_WITHOUT_SEARCH_LINKS');
  return { taskId, rankSearch, homepage, channel };
}

function linkOf({ links }: Task, linkType: LinkType, language: Language) {
  const link = links.find((candidate) => candidate.linkType === linkType);
  return link && { label: link.label[language], url: link.url };
}
