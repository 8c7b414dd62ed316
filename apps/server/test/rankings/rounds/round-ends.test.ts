import { describe, expect, it } from 'vitest';
import { stepActivities } from '../../world/activity-lifecycle.ts';
import { changesNothing } from '../../world/changes-nothing.ts';
import { createRoundsScenario, firstCloses, secondCloses, secondOpens, settledAfterMs } from './given-rounds.ts';

describe('a round whose votes are not all decided about', () => {
  it('is tallying, and the next does not begin before it is settled', async () => {
    await using scenario = await createRoundsScenario();
    const { world, vote, counted, ranking } = scenario;
    await counted('1', 3);
    await counted('2', 2);
    // A vote in quarantine, as the casting of a suspicious one writes it.
    const fan = await world.given.fan({ votes: 4 });
    const { rows } = await world.ownerPool.query<{ id: number }>(
      `SELECT transfer_id AS id FROM ledger.cast_vote_batch(1004, 1::smallint, 0::smallint, ARRAY[gen_random_uuid()],
        ARRAY[$1::bigint],
         ARRAY[(SELECT pool FROM candidate_tally WHERE idol_id = '4')], ARRAY[4::bigint], ARRAY[$2::timestamptz],
         ARRAY['\\x00112233445566778899aabbccddeeff'::bytea], ARRAY[$2::timestamptz - interval '1 day'],
           ARRAY[1::smallint])`,
      [fan.id, world.clock.now()],
    );
    world.clock.set(new Date(firstCloses.getTime() + settledAfterMs));
    await stepActivities(world);
    await expect.poll(async () => (await ranking()).roundState).toBe('tallying');
    world.clock.set(new Date(secondOpens.getTime() + 1000));
    const eager = await world.given.fan({ votes: 1 });
    const early = await changesNothing(world, () => vote('1', 1, { fan: eager }));
    expect(early.refusal).toBe('ROUND_NOT_SETTLED');
    expect(early.message).toBe('We’re still counting the last round. The next one opens right after.');
    expect(await ranking()).toMatchObject({ round: 1, roundState: 'tallying', state: 'open' });

    await world.ownerPool.query(
      `SELECT write_vote_decision('1004', ARRAY[$1::bigint], 'released', '{"en_US": "Looked at", "zh_TW": "已查看"}',
        false, $2)`,
      [rows[0]?.id, world.clock.now()],
    );
    await stepActivities(world);
    await expect.poll(async () => (await ranking()).round).toBe(2);
    expect((await ranking()).list.map(({ idolId }) => idolId)).toEqual(['1', '4']);
    await expect.poll(async () => (await vote('4', 1)).refusal).toBeUndefined();
    expect((await vote('2', 1)).refusal).toBe('IDOL_NOT_IN_ROUND');
  });
});

describe('a tie of votes that were taken along', () => {
  it('stays in the order in which the count was reached', async () => {
    await using scenario = await createRoundsScenario({ carries: true, idols: 9 });
    const { counted, settle, rows, world } = scenario;
    await counted('9', 100);
    await counted('3', 100);
    await settle(firstCloses);
    world.clock.set(secondOpens);
    const tied = [
      ['9', 100, 1],
      ['3', 100, 2],
    ];
    await expect.poll(rows).toEqual(tied);
    await settle(secondCloses);
    expect(await rows()).toEqual(tied);
    const { rows: results } = await world.ownerPool.query(
      'SELECT idol_id, votes, rank FROM round_result WHERE round = 2 ORDER BY rank',
    );
    expect(results.map((row) => Object.values(row as object))).toEqual(tied);
  });
});

describe('rounds in which idols share places', () => {
  it('let all on the last place that goes on go on', async () => {
    await using scenario = await createRoundsScenario({ idols: 5, goOn: 2, rules: { tieRule: 'sharedPlace' } });
    const { counted, settle, rows, world, ranking } = scenario;
    for (const [idolId, num] of [
      ['5', 4],
      ['1', 9],
      ['3', 4],
      ['2', 4],
    ] as const) {
      await counted(idolId, num);
    }
    await expect.poll(rows).toEqual([
      ['1', 9, 1],
      ['2', 4, 2],
      ['3', 4, 2],
      ['5', 4, 2],
      ['4', 0, 5],
    ]);
    await settle(firstCloses);
    world.clock.set(secondOpens);
    await expect.poll(rows).toEqual([
      ['1', 0, 1],
      ['2', 0, 1],
      ['3', 0, 1],
      ['5', 0, 1],
    ]);
    expect((await ranking()).left).toEqual([{ idolId: '4', leftInRound: 1, rank: 5, votes: 0 }]);
  });
});
