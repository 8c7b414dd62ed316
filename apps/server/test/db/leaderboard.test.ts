import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type Board, readLeaderboard, readOwnPlace } from '#/db/leaderboard.ts';
import { faceRows } from '#/modules/identity/index.ts';
import { countQueries } from '../world/count-queries.ts';
import { createDatabase, type TestDatabase } from '../world/database.ts';

const week = { column: 'span', value: '2026-W10' } as const;
const board: Board = { table: 'points_earned', amount: 'points', part: week, faces: faceRows };

let database: TestDatabase;
beforeAll(async () => {
  database = await createDatabase();
});
afterAll(() => database[Symbol.asyncDispose]());
beforeEach(() => database.ownerPool.query('TRUNCATE points_earned'));

let invented = 0;
/** Prepares fans in the order of their sign-up, with these amounts on the board; one with 0 is not on it. */
async function givenPlaces(amounts: readonly number[], { part }: Board = board): Promise<number[]> {
  const first = invented + 1;
  invented += amounts.length;
  const { rows } = await database.ownerPool.query<{ id: number }>(
    `WITH joined AS (
       INSERT INTO fan (account_id, fan_code, kind, email, password_hash, nickname, avatar_seed, created_at)
       SELECT lpad(n::text, 20, '0'), 'F' || translate(lpad(n::text, 7, '0'), '01', 'AB'), 'web2',
              n || '@example.com', 'none', 'Fan ' || n, 'seed', now()
         FROM generate_series($1::integer, $2::integer) AS n ORDER BY n RETURNING id),
     numbered AS (SELECT id, row_number() OVER (ORDER BY id) AS place FROM joined),
     placed AS (
       INSERT INTO points_earned (span, fan_id, points)
       SELECT $3, id, amount FROM numbered JOIN unnest($4::bigint[]) WITH ORDINALITY AS a (amount, place) USING (place)
        WHERE amount > 0)
     SELECT id FROM joined ORDER BY id`,
    [first, invented, part.value, amounts],
  );
  return rows.map(({ id }) => id);
}

const read = (page: { fanId?: number; pageNum?: number; pageSize?: number } = {}) =>
  readLeaderboard(database.db, board, { fanId: undefined, pageNum: 1, pageSize: 20, ...page });

describe('a leaderboard', () => {
  it('gives equals the same rank, and orders them by their sign-up over all pages', async () => {
    const [early, best, late, last] = await givenPlaces([30, 50, 30, 10]);
    const pages = await Promise.all([1, 2, 3].map((pageNum) => read({ pageNum, pageSize: 2 })));
    expect(pages.map(({ list }) => list.map(({ rank, amount, fanId }) => [rank, amount, fanId]))).toEqual([
      [
        [1, 50, best],
        [2, 30, early],
      ],
      [
        [2, 30, late],
        [4, 10, last],
      ],
      [],
    ]);
    expect(pages.map(({ total }) => total)).toEqual([4, 4, 4]);
    expect(pages[0]?.list[0]).toMatchObject({
      nickname: expect.stringMatching(/^Fan /) as string,
      avatar_seed: 'seed',
    });
  });

  it('returns a fan’s own place outside of the page, the same as in the list', async () => {
    const fans = await givenPlaces([50, 30, 30, 10]);
    const { list } = await read();
    for (const { fanId, rank, amount } of list) {
      expect((await read({ fanId, pageSize: 1 })).mine).toMatchObject({ fanId, rank, amount });
    }
    expect(await readOwnPlace(database.db, board, fans[2] ?? 0)).toMatchObject({ rank: 2, amount: 30 });
  });

  it('is empty without amounts, and a fan without one has no rank', async () => {
    const [fanId] = await givenPlaces([0]);
    await givenPlaces([5], { ...board, part: { column: 'span', value: '2026-W11' } });
    expect(await read()).toEqual({ list: [], total: 0, mine: null });
    expect(await read({ fanId: fanId ?? 0 })).toMatchObject({ list: [], total: 0, mine: { rank: null, amount: 0 } });
    expect((await read({ fanId: 0 })).mine).toBeNull();
  });

  it('leaves out erased fans', async () => {
    const [gone, stays] = await givenPlaces([6, 5]);
    await database.ownerPool.query(
      'UPDATE fan SET email = NULL, password_hash = NULL, deletion_requested_at = now(), erased_at = now() ' +
        'WHERE id = $1',
      [gone],
    );
    expect((await read()).list.map(({ fanId }) => fanId)).toEqual([stays]);
  });

  it('lists a thousand fans, and returns places down to the ten-thousandth', async () => {
    const fans = await givenPlaces(Array.from({ length: 10_001 }, (_, index) => 20_000 - index));
    const last = await read({ pageNum: 20, pageSize: 50 });
    expect([last.total, last.list[0]?.rank, last.list.at(-1)?.rank]).toEqual([1000, 951, 1000]);
    expect((await read({ pageNum: 21, pageSize: 50 })).list).toEqual([]);
    expect((await read({ pageNum: 2, pageSize: 999 })).list).toHaveLength(1);
    expect(await readOwnPlace(database.db, board, fans[9_999] ?? 0)).toMatchObject({ rank: 10_000, amount: 10_001 });
    expect(await readOwnPlace(database.db, board, fans[10_000] ?? 0)).toMatchObject({ rank: null, amount: 10_000 });
  });

  it('is one statement for a page of any length, and one more for the own place', async () => {
    const [fanId = 0] = await givenPlaces(Array.from({ length: 60 }, (_, index) => index + 1));
    expect(await countQueries(/points_earned/, () => read({ pageSize: 50 }))).toBe(1);
    expect(await countQueries(/points_earned/, () => read({ pageSize: 50, fanId }))).toBe(2);
  });
});
