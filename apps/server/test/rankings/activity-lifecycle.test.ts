import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createActivityCatalogue } from '#/modules/elections/activity-catalogue.ts';
import { createActivityLifecycle } from '#/modules/rankings/start-rankings.ts';
import { createDisplayFreezes } from '#/modules/rankings/display-freezes.ts';
import { createSettableClock } from '../world/settable-clock.ts';
import { createWorld, type World } from '../world/world.ts';

const opensAt = new Date('2026-11-21T04:30:00Z');
const closesAt = new Date('2026-11-21T06:00:30Z');

let world: World;
beforeAll(async () => {
  world = await createWorld({ now: new Date('2026-11-21T04:00:00Z') });
  await world.given.election({ opensAt, closesAt, idols: 3 });
});
afterAll(() => world[Symbol.asyncDispose]());

/** Creates another replica's lifecycle beside the server's own. */
function anotherLife(clusterClock = world.services.clusterClock) {
  const errors: unknown[] = [];
  const { db, clock } = world.services;
  const catalogue = createActivityCatalogue({ db, clock });
  const life = createActivityLifecycle({
    db,
    clock,
    clusterClock,
    freezes: createDisplayFreezes({ db, clock, clusterClock, catalogue }),
    catalogue,
    onError: (error) => errors.push(error),
  });
  return { ...life, errors };
}

const rows = async (query: string) => (await world.ownerPool.query<Record<string, unknown>>(query)).rows;
const snapshotRows = async () => (await rows('SELECT FROM ranking_snapshot')).length;
const state = async () => {
  const { data } = await world.call('GET /activity/api/v1/vote/ranking', { query: { activityId: '1004' } });
  return data.state;
};

describe('the life of an activity, walked by several replicas at once', () => {
  it('goes from scheduled over open and closing to final, each step once', async () => {
    const lives = [anotherLife(), anotherLife()];
    const step = async (at: string) => {
      world.clock.set(new Date(at));
      await Promise.all([...lives, ...lives].map((life) => life.step()));
    };
    await step('2026-11-21T04:00:10Z');
    expect(await state()).toBe('scheduled');
    expect(await snapshotRows()).toBe(0);

    await step('2026-11-21T04:40:00Z');
    await expect.poll(state).toBe('open');
    // A step may share a walk that began under the clock before; the walk after it is the timer's.
    await expect.poll(snapshotRows).toBe(3);
    const fan = await world.given.fan({ votes: 5 });
    const body = { activityId: '1004', idolId: '2', num: 5 };
    expect((await world.call('POST /activity/api/v1/vote/doVote', { fan, body })).code).toBe(0);
    await step('2026-11-21T05:10:00Z');
    await expect.poll(snapshotRows).toBe(6);
    await step('2026-11-21T05:20:00Z');
    const hours =
      'SELECT taken_at::text, count(*)::integer, sum(votes)::integer FROM ranking_snapshot GROUP BY 1 ORDER BY 1';
    expect((await rows(hours)).map(({ count, sum }) => [count, sum])).toEqual([
      [3, 0],
      [3, 5],
    ]);

    await step('2026-11-21T06:00:44Z');
    await expect.poll(state).toBe('closing');
    expect(await rows('SELECT status FROM ledger.period')).toEqual([{ status: 'open' }]);

    await step('2026-11-21T06:00:45Z');
    await expect.poll(state).toBe('final');
    const closed = await rows('SELECT status, closed_at FROM ledger.period');
    expect(closed).toEqual([{ status: 'closed', closed_at: new Date('2026-11-21T06:00:45Z') }]);

    await step('2026-11-22T06:00:00Z');
    expect(await rows('SELECT status, closed_at FROM ledger.period')).toEqual(closed);
    expect(await rows(hours)).toHaveLength(2);
    expect(lives.flatMap(({ errors }) => errors)).toEqual([]);
    await Promise.all(lives.map((life) => life.stop()));
  });
});

it('is over once it is stopped: nothing of it goes on while the database is closed', async () => {
  const { clusterClock, clock, db } = world.services;
  const catalogue = createActivityCatalogue({ db, clock });
  const held = Promise.withResolvers<void>();
  const life = createActivityLifecycle({
    db,
    clock,
    clusterClock,
    freezes: createDisplayFreezes({ db, clock, clusterClock, catalogue }),
    catalogue: { ...catalogue, all: () => held.promise.then(() => []) },
    onError: () => undefined,
  });
  const over: string[] = [];
  const step = life.step().then(() => over.push('step'));
  const stopped = life.stop().then(() => over.push('life'));
  held.resolve();
  await Promise.all([step, stopped]);
  expect(over).toEqual(['step', 'life']);
});

it('of one activity is not delayed by the trouble of another', async () => {
  await using otherWorld = await createWorld({ now: opensAt });
  await otherWorld.given.election({ opensAt, closesAt });
  const { db } = otherWorld;
  const clock = createSettableClock(new Date(closesAt.getTime() + 15_000));
  const clusterClock = () => Promise.resolve(clock.now());
  const catalogue = createActivityCatalogue({ db, clock });
  const errors: unknown[] = [];
  const life = createActivityLifecycle({
    db,
    clock,
    clusterClock,
    freezes: createDisplayFreezes({ db, clock, clusterClock, catalogue }),
    catalogue: {
      ...catalogue,
      // An activity without rounds comes first; it has no life cycle to report.
      all: async () => (await catalogue.all()).flatMap((activity) => [{ ...activity, rounds: [] }, activity]),
    },
    onError: (error) => errors.push(error),
  });
  await life.step();
  await life.stop();
  expect(errors).toEqual([new Error('An activity has at least one round')]);
  const { rows: periods } = await otherWorld.ownerPool.query('SELECT status FROM ledger.period');
  expect(periods).toEqual([{ status: 'closed' }]);
});
