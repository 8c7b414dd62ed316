import { sql, type Transaction } from 'kysely';
import type { DB } from '#/db/schema.ts';
import { freezeResult, hasResult, pollState } from '#/modules/best7/index.ts';
import { randomFromSeed, type SeededRandom } from '#/lib/random-from-seed.ts';
import { resolvePackTime, type Best7Poll, type Simulation } from '#/modules/content/index.ts';
import { listSimulatedFans } from './simulation.store.ts';

type BallotContext = {
  readonly simulation: Pick<Simulation, 'seed' | 'best7Ballots' | 'popularity'>;
  readonly poll: Best7Poll;
  readonly anchoredAt: Date;
  readonly now: Date;
};

type SimulatedBallot = { readonly fanId: number; readonly idolIds: readonly string[]; readonly castAt: Date };

const ballotSize = 7;

/**
 * Casts a Best 7 ballot for each simulated fan since the poll opened: popular idols are on more ballots, and higher. A poll
 * that is over gets its result.
 */
export async function simulateBallots(
  tx: Transaction<DB>,
  { simulation, poll, anchoredAt, now }: BallotContext,
): Promise<void> {
  const { best7Ballots: wanted, seed, popularity } = simulation;
  const window = {
    opensAt: resolvePackTime(poll.opensAt, anchoredAt),
    closesAt: resolvePackTime(poll.closesAt, anchoredAt),
  };
  const fromMs = window.opensAt.getTime();
  const untilMs = Math.min(window.closesAt.getTime(), now.getTime());
  if (!wanted || untilMs <= fromMs) return;
  if (await hasResult(tx, poll.activity)) return;
  const random = randomFromSeed(seed, 'ballots');
  const fanIds = (await listSimulatedFans(tx)).slice(0, wanted);
  const ballots = fanIds
    .map((fanId) => ({
      fanId,
      idolIds: pickSeven(popularity, random),
      castAt: new Date(Math.floor(random.between(fromMs, untilMs))),
    }))
    .toSorted((one, other) => one.castAt.getTime() - other.castAt.getTime());
  await insertBallots(tx, poll, ballots);
  if (pollState(window, now) === 'final') await freezeResult(tx, poll.activity);
}

/** Seven different idols, each drawn by weight from those who are left. */
function pickSeven(popularity: Simulation['popularity'], random: SeededRandom): string[] {
  const left = new Map(Object.entries(popularity).map(([idolId, { weight }]) => [idolId, weight]));
  return Array.from({ length: ballotSize }, () => {
    let rest = random.next() * left.values().reduce((sum, weight) => sum + weight, 0);
    const [picked] = [...left].find(([, weight]) => (rest -= weight) < 0) ?? [...left][0] ?? [''];
    left.delete(picked);
    return picked;
  });
}

/** Inserts ballots and counts them in the shards of their fans, as the product does. */
async function insertBallots(
  tx: Transaction<DB>,
  { activity, timeZone }: Best7Poll,
  ballots: readonly SimulatedBallot[],
): Promise<void> {
  const rows = ballots.map(({ fanId, idolIds, castAt }) => ({ fan_id: fanId, idol_ids: idolIds, cast_at: castAt }));
  await sql`
    with ballot as (
      select * from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as b (fan_id bigint, idol_ids text[], cast_at timestamptz)
    ), written as (
      insert into best7_ballot (activity_id, fan_id, day, place_1, place_2, place_3, place_4, place_5, place_6, place_7, key, cast_at)
      select ${activity}, fan_id, (cast_at at time zone ${timeZone})::date, idol_ids[1], idol_ids[2], idol_ids[3], idol_ids[4],
             idol_ids[5], idol_ids[6], idol_ids[7], gen_random_uuid(), cast_at
        from ballot
      on conflict do nothing
      returning fan_id, array[place_1, place_2, place_3, place_4, place_5, place_6, place_7] as idol_ids
    )
    insert into best7_tally as t (activity_id, idol_id, shard, points, first_places)
    select ${activity}, idol_id, fan_id % 16, sum(8 - place), count(*) filter (where place = 1)
      from written cross join unnest(idol_ids) with ordinality as p (idol_id, place)
     group by idol_id, fan_id % 16
    on conflict (activity_id, idol_id, shard) do update
       set points = t.points + excluded.points, first_places = t.first_places + excluded.first_places`.execute(tx);
}
