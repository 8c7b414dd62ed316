import type { Language } from '@lightstick/contract';
import type { Kysely } from 'kysely';
import type { DB } from '#/db/schema.ts';
import type { PersonalData, MyData } from '#/services.ts';
import type { Fan } from '#/http/caller.ts';
import { createSemaphore } from '#/lib/semaphore.ts';

/** Rows of one kind in a copy: more than a fan has by years of voting every hour, and few enough for one answer. */
const mostRows = 10_000;

/** One copy at a time: each holds a connection while it reads years of rows, and voting must not wait for one. */
const limited = createSemaphore(1, 50);

type CopyRequest = { readonly fan: Fan; readonly language: Language; readonly now: Date };

/**
 * Puts together everything that the modules hold on a fan, as of one moment.
 * Throws Refusal OVERLOADED when too many wait for theirs.
 */
export async function exportData(
  { db, records }: { readonly db: Kysely<DB>; readonly records: readonly PersonalData[] },
  { fan, language, now }: CopyRequest,
): Promise<MyData> {
  const head = { format: 'lightstick/my-data/v1', takenAt: now.toISOString() } as const;
  const transaction = db.transaction().setIsolationLevel('repeatable read').setAccessMode('read only');
  return limited(() =>
    transaction.execute(async (tx) => {
      let copy: Partial<MyData> = head;
      for (const module of records) copy = { ...copy, ...(await module.copy?.(tx, { fan, language, mostRows })) };
      // Whether every part has come is judged where every answer is: by the contract.
      return copy as MyData;
    }),
  );
}
