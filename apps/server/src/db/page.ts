import { type Expression, type Kysely, type RawBuilder, sql } from 'kysely';
import type { DB } from './schema.ts';

/** What a call asks of a list: pages count from 1. */
export type PageRequest = { readonly pageNum: number; readonly pageSize: number };

type PagedStatement<Row, Counts> = {
  /** The statement of all rows, in their order. */
  readonly rows: Expression<Row>;
  /** The statement that counts them, perhaps beside other counts of the list; or the known number. */
  readonly total: Expression<Counts> | number;
};

/**
 * Reads a numbered page, as the calls of the specification have them:
 * - The rows' order ends with a unique key, so pages of a list that does not change fit together.
 * - `total` counts all pages. A page after the last one is empty, and has the same total.
 * - A row that is added at the head moves the others on: a reader gets one twice, and misses none. A removed row moves them
 *   back. Who must get each row once reads by a `keyset`.
 * - A page is two statements, one after the other: the rows up to its end, and the count.
 */
export async function readPage<Row, Counts extends { readonly total: number } = { readonly total: number }>(
  db: Kysely<DB>,
  { pageNum, pageSize }: PageRequest,
  { rows, total }: PagedStatement<Row, Counts>,
): Promise<PageRequest & Counts & { readonly list: Row[] }> {
  const { rows: list } = await sql<Row>`${rows} ${limitTo({ pageNum, pageSize })}`.execute(db);
  const counts = typeof total === 'number' ? ({ total } as Counts) : await readCounts(db, total);
  return { list, ...counts, pageNum, pageSize };
}

async function readCounts<Counts>(db: Kysely<DB>, statement: Expression<Counts>): Promise<Counts> {
  const { rows } = await sql<Counts>`${statement}`.execute(db);
  if (rows[0] === undefined) throw new Error('The statement of a total has no row');
  return rows[0];
}

/** Limits a part of a statement to the rows of a page. */
export function limitTo({ pageNum, pageSize }: PageRequest): RawBuilder<unknown> {
  return sql`limit ${pageSize} offset ${(pageNum - 1) * pageSize}`;
}

/** Limits each of several sources to the rows that a page of all together may need. */
export function limitThrough({ pageNum, pageSize }: PageRequest): RawBuilder<unknown> {
  return sql`limit ${pageNum * pageSize}`;
}

/** Where a list goes on: after a row, or at its beginning, with so many rows at most. */
export type Section<Cursor> = { readonly after: Cursor | undefined; readonly most: number };

/**
 * Orders a list that is read section by section, by columns which are named by the fields of the cursor:
 * - The last column, or all together, are unique in the list.
 * - A section begins after the row of its cursor, which need not exist any more. So no row comes twice, and none that was there
 *   from the beginning is missed, whatever is added or removed meanwhile. A row that is added before the cursor is not seen.
 * - A column's value survives the way to the cursor: an instant is stored in whole milliseconds.
 * - An index of these columns supplies the order. A section costs its rows, however far it is.
 */
export function keyset<Cursor extends object>(columns: { readonly [Field in keyof Cursor]-?: string }) {
  const fields = Object.keys(columns) as (keyof Cursor)[];
  const order = sql.join(fields.map((field) => sql.ref(columns[field])));
  return {
    /** The condition of the rows after a cursor. */
    isAfter: (after: Cursor | undefined): RawBuilder<boolean> =>
      after === undefined ? sql`true` : sql`(${order}) > (${sql.join(fields.map((field) => after[field]))})`,
    /** The end of the statement. */
    first: (most: number): RawBuilder<unknown> => sql`order by ${order} limit ${most}`,
  };
}

/** Reads a list section by section until one is empty, each after the last row of the one before. */
export async function* readSections<Row>(
  read: (section: Section<Row>) => Promise<readonly Row[]>,
  { after, most }: Section<Row>,
): AsyncGenerator<readonly Row[]> {
  for (let rows = await read({ after, most }); rows.length > 0; rows = await read({ after: rows.at(-1), most })) {
    yield rows;
  }
}
