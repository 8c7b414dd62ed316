import { afterAll, beforeAll, expect, it } from 'vitest';
import { deleteInBatches } from '#/db/delete-in-batches.ts';
import { createDatabase, type TestDatabase } from '../world/database.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await createDatabase();
});
afterAll(() => database[Symbol.asyncDispose]());

it.each([11, 12])('All %s old rows go, a few at a time, and the young ones stay.', async (old) => {
  await database.ownerPool.query('TRUNCATE analytics_day');
  await database.ownerPool.query(
    `INSERT INTO analytics_day SELECT date '2026-11-21' - n, 1 FROM generate_series(-2, $1::integer) AS n`,
    [old],
  );
  await deleteInBatches(database.db, { table: 'analytics_day', column: 'day', before: '2026-11-21' }, 3);
  const { rows } = await database.ownerPool.query('SELECT day::text FROM analytics_day ORDER BY day');
  expect(rows.map(({ day }) => day as string)).toEqual(['2026-11-21', '2026-11-22', '2026-11-23']);
});
