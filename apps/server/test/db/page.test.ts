import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { keyset, limitThrough, limitTo, type PageRequest, readPage, readSections, type Section } from '#/db/page.ts';
import { createDatabase, type TestDatabase } from '../world/database.ts';

type Row = { readonly at: Date; readonly id: number };

let database: TestDatabase;
beforeAll(async () => {
  database = await createDatabase();
  await database.ownerPool.query(`
    CREATE TABLE entry (at timestamptz NOT NULL, id bigint PRIMARY KEY);
    CREATE INDEX entry_by_time ON entry (at, id);
    GRANT SELECT ON entry TO public`);
});
afterAll(() => database[Symbol.asyncDispose]());
beforeEach(() => database.ownerPool.query('TRUNCATE entry'));

const minute = (nth: number) => new Date(Date.UTC(2026, 10, 29, 12, nth));

/** Entries by the minute of their time. */
async function givenEntries(...entries: readonly (readonly [id: number, minute: number])[]): Promise<void> {
  await database.ownerPool.query('INSERT INTO entry SELECT * FROM unnest($1::timestamptz[], $2::bigint[])', [
    entries.map(([, nth]) => minute(nth)),
    entries.map(([id]) => id),
  ]);
}
const remove = (id: number) => database.ownerPool.query('DELETE FROM entry WHERE id = $1', [id]);

describe('a numbered page', () => {
  const newest = sql<Row>`select at, id from entry order by at desc, id desc`;
  const total = sql<{ total: number }>`select count(*) as total from entry`;
  const read = (pageNum: number, pageSize = 2) => readPage(database.db, { pageNum, pageSize }, { rows: newest, total });
  const idsOf = ({ list }: { readonly list: readonly Row[] }) => list.map(({ id }) => id);

  it('fits to the next one, also where rows have the same time', async () => {
    await givenEntries([1, 5], [2, 5], [3, 5], [4, 5], [5, 1]);
    const pages = [await read(1), await read(2), await read(3)];
    expect(pages.map(idsOf)).toEqual([[4, 3], [2, 1], [5]]);
    expect(pages[0]).toEqual({
      list: [{ at: minute(5), id: 4 }, expect.anything()],
      total: 5,
      pageNum: 1,
      pageSize: 2,
    });
  });

  it('has the total also after the last one, and of an empty list', async () => {
    expect(await read(1)).toEqual({ list: [], total: 0, pageNum: 1, pageSize: 2 });
    await givenEntries([1, 1]);
    expect(await read(1_000_000, 1000)).toEqual({ list: [], total: 1, pageNum: 1_000_000, pageSize: 1000 });
  });

  it('shows a row twice when one was added at the head, and misses none', async () => {
    await givenEntries([1, 1], [2, 2], [3, 3], [4, 4]);
    const first = await read(1);
    await givenEntries([5, 5]);
    expect([...idsOf(first), ...idsOf(await read(2)), ...idsOf(await read(3))]).toEqual([4, 3, 3, 2, 1]);
  });

  it('takes a query of the builder, other counts beside the total, and a total that is known', async () => {
    await givenEntries([1, 1], [2, 2]);
    const built = database.db
      .selectFrom(sql<Row>`entry`.as('e'))
      .select(['e.id'])
      .orderBy('e.id');
    const counts = sql<{ total: number; late: number }>`
      select count(*) as total, count(*) filter (where at >= ${minute(2)}) as late from entry`;
    const page = { pageNum: 2, pageSize: 1 };
    expect(await readPage(database.db, page, { rows: built, total: counts })).toEqual({
      list: [{ id: 2 }],
      total: 2,
      late: 1,
      ...page,
    });
    expect(await readPage(database.db, page, { rows: built, total: 7 })).toMatchObject({ total: 7 });
  });

  it('reads of several sources no more than it may need', async () => {
    await givenEntries([1, 1], [2, 2], [3, 3], [4, 4], [5, 5], [6, 6]);
    const ofBoth = async (page: PageRequest) => {
      const part = (odd: number) =>
        sql`(select * from entry where id % 2 = ${odd} order by id desc ${limitThrough(page)})`;
      const { rows } = await sql<Row>`
        select * from (${part(0)} union all ${part(1)}) e order by id desc ${limitTo(page)}`.execute(database.db);
      return rows.map(({ id }) => id);
    };
    expect(await ofBoth({ pageNum: 1, pageSize: 2 })).toEqual([6, 5]);
    expect(await ofBoth({ pageNum: 3, pageSize: 2 })).toEqual([2, 1]);
  });
});

describe('a list read by a keyset', () => {
  const byTime = keyset<Row>({ at: 'e.at', id: 'e.id' });
  const read = async ({ after, most }: Section<Row>) => {
    const { rows } = await sql<Row>`
      select at, id from entry e where ${byTime.isAfter(after)} ${byTime.first(most)}`.execute(database.db);
    return rows;
  };

  /** The ids of all sections; `meanwhile` runs after the first. */
  async function readAll(most: number, { meanwhile, after }: { meanwhile?: () => Promise<unknown>; after?: Row } = {}) {
    const sections: number[][] = [];
    for await (const rows of readSections(read, { after, most })) {
      sections.push(rows.map(({ id }) => id));
      if (sections.length === 1) await meanwhile?.();
    }
    return sections;
  }

  it('has each row once, in the order of its columns', async () => {
    await givenEntries([1, 5], [2, 5], [3, 5], [4, 5], [5, 1], [6, 9]);
    expect(await readAll(2)).toEqual([
      [5, 1],
      [2, 3],
      [4, 6],
    ]);
    expect(await readAll(4)).toEqual([
      [5, 1, 2, 3],
      [4, 6],
    ]);
    expect(await readAll(100)).toHaveLength(1);
  });

  it('is empty without rows', async () => {
    expect(await readAll(2)).toEqual([]);
  });

  it('has no row twice and misses none of the beginning while rows are added and removed', async () => {
    await givenEntries([10, 1], [20, 2], [30, 3], [40, 4], [50, 5]);
    const meanwhile = async () => {
      await givenEntries([1, 0], [15, 2], [35, 3], [60, 6]);
      await remove(20);
      await remove(10);
    };
    // What was added before the cursor is not seen: 1 and, with the cursor's time and a lower id, 15.
    expect(await readAll(2, { meanwhile })).toEqual([[10, 20], [30, 35], [40, 50], [60]]);
  });

  it('goes on after a cursor, to which a row with more fields is as good', async () => {
    await givenEntries([1, 1], [2, 1], [3, 2]);
    const row = { at: minute(1), id: 1, other: 'field' };
    expect(await readAll(5, { after: row })).toEqual([[2, 3]]);
  });

  it('finds a section in the index, however far it is', async () => {
    await database.ownerPool.query(`
      INSERT INTO entry SELECT timestamptz '2026-11-29 12:00Z' + n * interval '1 ms', n
        FROM generate_series(1, 20000) AS n`);
    await database.ownerPool.query('ANALYZE entry');
    const after = { at: new Date(minute(0).getTime() + 19_000), id: 19_000 };
    const { rows } = await sql<{ 'QUERY PLAN': string }>`
      explain (analyze, timing off, summary off, costs off)
      select at, id from entry e where ${byTime.isAfter(after)} ${byTime.first(10)}`.execute(database.db);
    const plan = rows.map((row) => row['QUERY PLAN']).join('\n');
    expect(plan).toMatch(/Index (Only )?Scan using entry_by_time/);
    expect(plan).not.toMatch(/Sort|Rows Removed/);
  });
});
