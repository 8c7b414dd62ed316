import { describe, expect, it } from 'vitest';
import { fanRankingBench, sundayNight } from './fan-ranking-bench.ts';

const bench = fanRankingBench();
const { ask, countAll, standings } = bench;

describe('the ranking of fans', () => {
  it('ranks by Points earned and not by the rest of them; equal Points share a rank', async () => {
    const [first, second, third, fourth] = [
      await bench.world.given.fan({ points: 50 }),
      await bench.world.given.fan({ points: 30 }),
      await bench.world.given.fan({ points: 30 }),
      await bench.world.given.fan({ points: 10 }),
    ];
    await bench.world.given.fan();
    await countAll();
    expect(await standings()).toEqual([
      [1, 50],
      [2, 30],
      [2, 30],
      [4, 10],
    ]);
    expect((await ask({ fan: third })).list.map(({ isMe }) => isMe)).toEqual([false, false, true, false]);
    for (const [fan, rank] of [
      [first, 1],
      [second, 2],
      [third, 2],
      [fourth, 4],
    ] as const) {
      expect((await ask({ fan, pageSize: 1 })).mine).toMatchObject({ rank, isMe: true });
    }
  });

  it('is shown to visitors too, and to a fan who has earned nothing without a rank', async () => {
    await bench.world.given.fan({ points: 5 });
    const fan = await bench.world.given.fan();
    await countAll();
    expect(await ask()).toMatchObject({ total: 1, mine: null, endsAt: null });
    expect((await ask({ fan })).mine).toMatchObject({ rank: null, points: 0, nickname: 'Mina', isMe: true });
  });

  it('of the week restarts at the platform’s midnight before Monday', async () => {
    const fan = await bench.world.given.fan({ points: 5 });
    await countAll();
    expect(await ask({ span: 'thisWeek', fan })).toMatchObject({
      list: [{ points: 5 }],
      endsAt: '2026-11-22T16:00:00.000Z',
    });
    bench.world.clock.advance(1000);
    expect(await ask({ span: 'thisWeek', fan })).toMatchObject({
      list: [],
      total: 0,
      mine: { rank: null, points: 0 },
      endsAt: '2026-11-29T16:00:00.000Z',
    });
    await bench.world.given.fan({ points: 3 });
    await countAll();
    expect(await standings({ span: 'thisWeek' })).toEqual([[1, 3]]);
    expect(await standings()).toEqual([
      [1, 5],
      [2, 3],
    ]);
    const { rows } = await bench.world.ownerPool.query('SELECT DISTINCT span FROM points_earned ORDER BY span');
    expect(rows).toEqual([{ span: '2026-W48' }, { span: 'allTime' }]);
  });

  it('counts to the next week what a clock ahead of this one has received in it', async () => {
    bench.world.clock.advance(2000);
    await bench.world.given.fan({ points: 4 });
    bench.world.clock.set(sundayNight);
    await countAll();
    expect(await standings({ span: 'thisWeek' })).toEqual([]);
    bench.world.clock.advance(2000);
    expect(await standings({ span: 'thisWeek' })).toEqual([[1, 4]]);
  });

  it('leaves out simulated fans and those who were erased', async () => {
    const [ghost, gone] = [await bench.world.given.fan({ points: 5 }), await bench.world.given.fan({ points: 6 })];
    await bench.world.ownerPool.query(
      'UPDATE fan SET simulated = true, email = NULL, password_hash = NULL WHERE id = $1',
      [ghost.id],
    );
    await bench.world.ownerPool.query(
      'UPDATE fan SET email = NULL, password_hash = NULL, deletion_requested_at = now(), erased_at = now() ' +
        'WHERE id = $1',
      [gone.id],
    );
    await bench.world.given.fan({ points: 1 });
    await countAll();
    expect(await standings()).toEqual([[1, 1]]);
  });

  it('never shows a fan who was erased', async () => {
    const gone = await bench.world.given.fan({ points: 6 });
    await countAll();
    await bench.world.ownerPool.query(
      'UPDATE fan SET email = NULL, password_hash = NULL, deletion_requested_at = now(), erased_at = now() ' +
        'WHERE id = $1',
      [gone.id],
    );
    expect(await standings()).toEqual([]);
    await bench.world.ownerPool.query('DELETE FROM points_earned');
  });

  it('comes in pages and ends after a thousand fans, while a place below is still told', async () => {
    await bench.world.ownerPool.query(
      `WITH invented AS (
         INSERT INTO fan (account_id, fan_code, kind, email, password_hash, nickname, avatar_seed, created_at)
         SELECT 'invented' || lpad(n::text, 12, '0'), 'F' || translate(lpad(n::text, 7, '0'), '01', 'AB'), 'web2',
                n || '@example.com', 'none', 'Fan ' || n, 'seed', now()
           FROM generate_series(1, 1005) n RETURNING id)
       INSERT INTO points_earned (span, fan_id, points) SELECT 'allTime', id, 5000 - row_number() OVER (ORDER BY id)
         FROM invented`,
    );
    const fan = await bench.world.given.fan();
    await bench.world.ownerPool.query(`INSERT INTO points_earned VALUES ('allTime', $1, 1)`, [fan.id]);
    const page = await ask({ fan, pageNum: 20, pageSize: 50 });
    expect(page).toMatchObject({ total: 1000, mine: { rank: 1006, points: 1 } });
    expect([page.list[0]?.rank, page.list.at(-1)?.rank]).toEqual([951, 1000]);
    expect((await ask({ pageNum: 21, pageSize: 50 })).list).toEqual([]);
    expect((await ask({ pageNum: 1, pageSize: 1000 })).list).toHaveLength(1000);
    await bench.world.ownerPool.query('DELETE FROM points_earned');
  });
});
