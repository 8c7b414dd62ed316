import { isDeepStrictEqual } from 'node:util';
import type { Transaction } from 'kysely';
import type { DB } from '#/db/schema.ts';
import { listPublishedPolls } from './applied.view.ts';
import { deleteOtherPolls } from './content.store.ts';
import type { Entry } from './pack.ts';
import { lastFrozenOpening, type Moment, resolvePackTime } from './pack-time.ts';
import type { Problem } from './problem.ts';
import type { Best7Poll } from './schema/activities.ts';
import { type AppliedPart, upsert } from './upsert.store.ts';

type Polls = readonly Entry<Best7Poll>[];

/** Reports changes of polls that have opened or are about to: a poll is immutable from then on. */
export async function best7Problems(tx: Transaction<DB>, polls: Polls, moment: Moment): Promise<Problem[]> {
  const published = await listPublishedPolls(tx, lastFrozenOpening(moment));
  return polls.flatMap(({ value: poll, problem }) => {
    const before = published.find(({ id }) => id === poll.activity);
    if (!before) return [];
    const wanted = { ...windowOf(poll, moment), timeZone: poll.timeZone };
    return (['opensAt', 'closesAt', 'timeZone'] as const)
      .filter((field) => !isDeepStrictEqual(wanted[field], before[field]))
      .map((field) =>
        problem([field], `is not what the poll was opened with; expected ${shown(before[field])} as it was`),
      );
  });
}

/** Writes polls, whose activities must exist. Polls that have opened, or are about to, are never removed. */
export async function applyBest7(tx: Transaction<DB>, polls: Polls, moment: Moment): Promise<AppliedPart> {
  const rows = polls.map(({ value: poll }) => {
    const { opensAt, closesAt } = windowOf(poll, moment);
    return {
      activity_id: poll.activity,
      opens_at: opensAt.toISOString(),
      closes_at: closesAt.toISOString(),
      time_zone: poll.timeZone,
    };
  });
  const retired = await deleteOtherPolls(tx, {
    activityIds: rows.map((row) => row.activity_id),
    opensAfter: lastFrozenOpening(moment),
  });
  return { written: [await upsert(tx, 'best7_poll', ['activity_id'], rows)], retired };
}

function windowOf({ opensAt, closesAt }: Best7Poll, { anchoredAt }: Moment) {
  return { opensAt: resolvePackTime(opensAt, anchoredAt), closesAt: resolvePackTime(closesAt, anchoredAt) };
}

function shown(value: Date | string): string {
  return value instanceof Date ? value.toISOString() : value;
}
