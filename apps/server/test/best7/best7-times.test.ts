import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { freezeResults, readResults } from '#/modules/best7/best7.store.ts';
import { changesNothing } from '../world/changes-nothing.ts';
import { givenBest7Poll } from '../world/given-best7-poll.ts';
import { activityId } from '../world/given-election.ts';
import type { TestFan } from '../world/given-fan.ts';
import { waitForLockWaiter } from '../world/wait-for-lock-waiter.ts';
import { createWorld, type World } from '../world/world.ts';

const best7 = 'GET /activity/api/v1/vote/best7';
/** Midnight of 10 March in New York is at 04:00 UTC, two days after the clocks went forward there. */
const opensAt = new Date('2026-03-07T12:00:00.000Z');
const midnight = new Date('2026-03-10T04:00:00.000Z');
const closesAt = new Date('2026-03-11T18:00:00.000Z');
const seven = ['1', '2', '3', '4', '5', '6', '7'];

let world: World;
let fan: TestFan;
beforeAll(async () => {
  world = await createWorld({ now: midnight });
  // Its votes are still cast when the poll is over.
  await world.given.election({ idols: 7, closesAt: new Date(closesAt.getTime() + 60 * 60_000) });
  await givenBest7Poll(world, { opensAt, closesAt, timeZone: 'America/New_York' });
});
afterAll(() => world[Symbol.asyncDispose]());
beforeEach(async () => {
  world.clock.set(midnight);
  fan = await world.given.fan();
});

const cast = () =>
  world.call('POST /activity/api/v1/vote/doBest7Vote', {
    fan,
    body: { activityId, idolIds: seven },
    key: randomUUID(),
  });
const seen = async () => (await world.call(best7, { fan, query: { activityId } })).data.poll;
const at = (moment: Date, ms = 0) => world.clock.set(new Date(moment.getTime() + ms));

describe('a poll of another time zone', () => {
  it('is of its activity, and no other has one', async () => {
    expect(await seen()).toMatchObject({ state: 'open', activityId, timeZone: 'America/New_York' });
    expect((await world.call(best7, { fan, query: { activityId: '9' } })).data.poll).toBeNull();
  });

  it('takes the next ballot at its midnight, to the millisecond', async () => {
    at(midnight, -1);
    expect(await cast()).toMatchObject({ data: { day: '2026-03-09', nextBallotAt: midnight.toISOString() } });
    expect((await changesNothing(world, cast)).refusal).toBe('BEST7_ALREADY_CAST');
    expect((await seen())?.mine).toMatchObject({ today: { day: '2026-03-09' }, nextBallotAt: midnight.toISOString() });
    at(midnight);
    expect((await seen())?.mine).toMatchObject({ today: null, last: { day: '2026-03-09' }, nextBallotAt: null });
    expect(await cast()).toMatchObject({ data: { day: '2026-03-10' } });
  });

  it('has days of twenty-three hours where the clocks go forward', async () => {
    at(new Date('2026-03-08T05:00:00.000Z'));
    expect(await cast()).toMatchObject({ data: { day: '2026-03-08', nextBallotAt: '2026-03-09T04:00:00.000Z' } });
  });

  it('opens and closes by when the server received a ballot', async () => {
    at(opensAt, -1);
    expect(await seen()).toMatchObject({ state: 'scheduled' });
    expect((await changesNothing(world, cast)).refusal).toBe('BEST7_NOT_OPEN');
    at(opensAt);
    expect(await cast()).toMatchObject({ code: 0 });
    at(closesAt, -1);
    expect(await cast(), 'no other day is left').toMatchObject({ code: 0, data: { nextBallotAt: null } });
    expect((await seen())?.mine?.nextBallotAt).toBeNull();
    fan = await world.given.fan();
    at(closesAt);
    expect((await changesNothing(world, cast)).refusal).toBe('BEST7_ENDED');
    expect(await seen()).toMatchObject({ state: 'closing' });
    at(closesAt, 29_999);
    expect(await seen()).toMatchObject({ state: 'closing' });
  });

  it('does not change any more once it could be final, however early a ballot came that had to wait', async () => {
    const rival = await world.ownerPool.connect();
    let waiting: ReturnType<typeof cast>;
    try {
      await rival.query('BEGIN');
      await rival.query('LOCK TABLE best7_tally');
      at(closesAt, -1);
      waiting = cast();
      await waitForLockWaiter(world);
      at(closesAt, 15_000);
    } finally {
      await rival.query('ROLLBACK');
      rival.release();
    }
    expect((await waiting).refusal).toBe('BEST7_ENDED');
    expect((await seen())?.mine?.today).toBeNull();
  });

  it('has a final result: it takes no more ballots, and stays although an idol withdraws', async () => {
    at(closesAt, -1);
    await cast();
    await freezeResults(world.db, new Date(closesAt.getTime() + 29_999));
    const { standings, ballots, isFinal } = await readResults(world.db, activityId);
    expect(isFinal).toBe(false);
    const due = new Date(closesAt.getTime() + 30_000);
    await Promise.all(Array.from({ length: 8 }, () => freezeResults(world.db, due)));
    fan = await world.given.fan();
    expect((await changesNothing(world, cast)).refusal).toBe('BEST7_ENDED');
    await world.ownerPool.query(`UPDATE candidate SET withdrawn = true WHERE idol_id = '1'`);
    expect(await readResults(world.db, activityId)).toEqual({ standings, ballots, isFinal: true });
    expect(standings).toHaveLength(7);
    at(closesAt, 30_000);
    await expect.poll(seen).toMatchObject({ state: 'final', ballots, results: standings });
    await expect(world.pool.query('UPDATE best7_result SET rank = rank + 9')).rejects.toThrow('permission denied');
  });
});
