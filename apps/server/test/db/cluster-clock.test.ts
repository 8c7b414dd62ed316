import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createClusterClock } from '#/db/cluster-clock.ts';
import { createServices, buildApp } from '#/app.ts';
import { readActivities } from '#/modules/elections/activities.view.ts';
import { createActivityCatalogue } from '#/modules/elections/activity-catalogue.ts';
import { createActivityLifecycle } from '#/modules/rankings/start-rankings.ts';
import { createDisplayFreezes } from '#/modules/rankings/display-freezes.ts';
import { givenBest7Poll } from '../world/given-best7-poll.ts';
import { givenSongEvent } from '../world/given-song-event.ts';
import { createSettableClock } from '../world/settable-clock.ts';
import { createWorld, type World } from '../world/world.ts';

const closesAt = new Date('2026-11-21T06:00:00Z');
const hourMs = 3_600_000;

let world: World;
beforeAll(async () => {
  world = await createWorld({ now: new Date('2026-11-21T05:59:00Z') });
  await world.given.election({ opensAt: new Date('2026-11-21T04:00:00Z'), closesAt });
});
afterAll(() => world[Symbol.asyncDispose]());

const status = async () => (await world.ownerPool.query('SELECT status FROM ledger.period')).rows;

describe('a process whose clock runs an hour ahead', () => {
  it('ends no voting for the others before its time has come', async () => {
    const { db } = world.services;
    const clock = createSettableClock(new Date(closesAt.getTime() + hourMs));
    let agreed = new Date(closesAt.getTime() + 14_999);
    const errors: unknown[] = [];
    const clusterClock = () => Promise.resolve(agreed);
    const catalogue = createActivityCatalogue({ db, clock });
    const life = createActivityLifecycle({
      db,
      clock,
      clusterClock,
      freezes: createDisplayFreezes({ db, clock, clusterClock, catalogue }),
      catalogue,
      onError: (error) => errors.push(error),
    });
    await life.step();
    expect(await status()).toEqual([{ status: 'open' }]);
    const fan = await world.given.fan({ votes: 5 });
    const body = { activityId: '1004', idolId: '2', num: 5 };
    expect((await world.call('POST /activity/api/v1/vote/doVote', { fan, body })).code).toBe(0);

    agreed = new Date(closesAt.getTime() + 15_000);
    await life.step();
    expect(await status()).toEqual([{ status: 'closed' }]);
    await life.stop();
    expect(errors).toEqual([]);
  });

  it('hides no count for the others before its time has come', async () => {
    await using otherWorld = await createWorld({ now: new Date(closesAt.getTime() - 2 * hourMs) });
    await otherWorld.given.election({
      opensAt: new Date(closesAt.getTime() - 3 * hourMs),
      closesAt,
      rules: { displayFreezeMinutes: 60 },
    });
    const { db } = otherWorld.services;
    const [activity] = await readActivities(db);
    if (!activity) throw new Error('The election is not there');
    const frozenAt = new Date(closesAt.getTime() - hourMs);
    const clock = createSettableClock(new Date(frozenAt.getTime() + 1));
    let agreed = new Date(frozenAt.getTime() - 1);
    const clusterClock = () => Promise.resolve(agreed);
    const catalogue = createActivityCatalogue({ db, clock });
    const frozen = () => createDisplayFreezes({ db, clock, clusterClock, catalogue }).inForce(activity, clock.now());
    expect(await frozen()).toBeUndefined();
    expect((await otherWorld.ownerPool.query('SELECT * FROM display_freeze')).rows).toEqual([]);
    agreed = frozenAt;
    expect(await frozen()).toMatchObject({ frozenAt });
  });

  it('writes down no result of songs or of Best 7 for the others before its time has come', async () => {
    await using otherWorld = await createWorld({ now: new Date(closesAt.getTime() - hourMs) });
    const later = new Date(closesAt.getTime() + 240 * hourMs);
    await otherWorld.given.election({ opensAt: new Date(closesAt.getTime() - 3 * hourMs), closesAt: later, idols: 7 });
    await givenBest7Poll(otherWorld, { opensAt: new Date(closesAt.getTime() - 2 * hourMs), closesAt });
    await givenSongEvent(otherWorld, { opensAt: new Date(closesAt.getTime() - 2 * hourMs) });
    let agreed = closesAt;
    let asked = 0;
    const ahead = await buildApp(
      createServices({
        ...otherWorld.services,
        clock: createSettableClock(new Date(closesAt.getTime() + hourMs)),
        clusterClock: () => {
          asked += 1;
          return Promise.resolve(agreed);
        },
      }),
    );
    const results = async () => {
      const { rows } = await otherWorld.ownerPool.query(
        `SELECT EXISTS (SELECT FROM best7_result) AS best7, EXISTS (SELECT FROM song_result) AS songs`,
      );
      return rows;
    };
    try {
      // Each of its clockworks asks twice a second at most, and none less often than the others.
      await expect.poll(() => asked).toBeGreaterThan(8);
      expect(await results()).toEqual([{ best7: false, songs: false }]);
      agreed = new Date(closesAt.getTime() + 30_000);
      await expect.poll(results).toEqual([{ best7: true, songs: true }]);
    } finally {
      await ahead.close();
    }
  });

  it('agrees with the database on the earlier of their times', async () => {
    const own = createSettableClock(new Date());
    const clusterClock = createClusterClock(own, world.pool);
    own.advance(hourMs);
    const { rows } = await world.pool.query<{ now: Date }>('SELECT clock_timestamp() AS now');
    const database = rows[0]?.now.getTime() ?? 0;
    const agreed = (await clusterClock()).getTime();
    expect(agreed).toBeGreaterThanOrEqual(database);
    expect(agreed).toBeLessThan(own.now().getTime());

    own.advance(-2 * hourMs);
    expect(await clusterClock()).toEqual(own.now());
  });

  it('measures how far its clock is from the database’s, without the time of the query itself', async () => {
    const shared = new Date('2026-11-21T05:00:00Z');
    const answerMs = 400;
    const differences: number[] = [];
    const compare = async (aheadMs: number) => {
      const own = createSettableClock(new Date(shared.getTime() + aheadMs));
      const database = {
        query: () => {
          own.advance(answerMs);
          return Promise.resolve({ rows: [{ now: shared }] });
        },
      };
      await createClusterClock(own, database as unknown as typeof world.pool, (seconds) => differences.push(seconds))();
    };
    for (const aheadMs of [0, -answerMs, -200, 60, -answerMs - 60]) await compare(aheadMs);
    expect(differences).toEqual([0, 0, 0, 0.06, -0.06]);
  });
});
