import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { MoveRefused, moveEnd, type MoveOfEnd, planMove } from '#/modules/elections/index.ts';
import { notifyOfMovedEndsJob } from '#/modules/elections/notify-of-moved-ends.ts';
import { stepActivities } from '../world/activity-lifecycle.ts';
import { changesNothing } from '../world/changes-nothing.ts';
import type { TestFan } from '../world/given-fan.ts';
import { waitForLockWaiter } from '../world/wait-for-lock-waiter.ts';
import { createWorld, type World } from '../world/world.ts';

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;
const noon = new Date('2026-12-08T04:00:00.000Z');
/** The election ends a day after noon. */
const formerEnd = new Date(noon.getTime() + 24 * hourMs);
const after = (ms: number) => new Date(noon.getTime() + ms);
const why = 'Two hours without a network';

let world: World;
const openWorld = async () => {
  world = await createWorld({ now: noon });
  await world.given.election({ freePerDay: 5 });
};
const closeWorld = () => world[Symbol.asyncDispose]();

const wish = (change: Partial<MoveOfEnd> = {}): MoveOfEnd => ({
  activityId: '1004',
  to: after(26 * hourMs).toISOString(),
  why,
  now: world.clock.now(),
  ...change,
});
const move = (change: Partial<MoveOfEnd> = {}, from = formerEnd) => moveEnd(world.ownerPool, wish(change), from);
const vote = (fan: TestFan, num = 1) =>
  world.call('POST /activity/api/v1/vote/doVote', { fan, body: { activityId: '1004', idolId: '1', num } });
const closesAt = async () => {
  const { data } = await world.call('GET /activity/api/v1/vote/activity', { query: { activityId: '1004' } });
  return [data.closesAt, data.rounds.at(-1)?.closesAt];
};
const historyOf = async () => {
  const { rows } = await world.ownerPool.query(
    'SELECT former_end AS "from", new_end AS "to" FROM ledger.moved_end ORDER BY id',
  );
  return rows as { from: Date; to: Date }[];
};
const tellVoters = () => notifyOfMovedEndsJob(world.services).run({}, { number: 1, last: true });
const noticesOf = async (fan: TestFan, language: 'en_US' | 'zh_TW' = 'en_US') =>
  (await world.call('GET /wallet/api/v1/notice/getNotices', { fan, query: {}, language })).data.list;

type Ending = { readonly closesAt: string };

describe('the end of an election', () => {
  beforeEach(openWorld);
  afterEach(closeWorld);

  it('is moved with its round, keeps the former end, and is in the audit log and beside the rules', async () => {
    const plan = await changesNothing(world, () => planMove(world.ownerPool, wish()));
    const end = after(26 * hourMs);
    expect(plan).toMatchObject({ formerEnd, newEnd: end, voters: 0, round: 1, rounds: 1, reason: { en_US: why } });
    expect(await move()).toBe(true);
    world.time.forget();
    await expect.poll(closesAt).toEqual([end.toISOString(), end.toISOString()]);
    expect(await historyOf()).toEqual([{ from: formerEnd, to: end }]);

    const operator = await world.given.operator('auditor');
    const { data: acts } = await world.call('GET /operator/api/v1/acts/list', { operator, query: {} });
    expect(acts.list).toMatchObject([
      {
        operator: null,
        role: null,
        action: 'election/moveEnd',
        subject: 'activity:1004',
        why,
        before: { round: 1 },
        after: { round: 1 },
      },
    ]);
    const ends = [acts.list[0]?.before, acts.list[0]?.after].map((was) => new Date((was as Ending).closesAt));
    expect(ends).toEqual([formerEnd, end]);
    const { data: rules } = await world.call('GET /activity/api/v1/vote/ruleSet', { query: { activityId: '1004' } });
    expect(rules.document.closesAt, 'the document and its hash stay').toBe(formerEnd.toISOString());
    expect(rules.movedEnds).toEqual([
      {
        round: 1,
        formerEnd: formerEnd.toISOString(),
        newEnd: end.toISOString(),
        movedAt: noon.toISOString(),
        reason: { en_US: why, zh_TW: why },
      },
    ]);
  });

  it('is not moved before a vote that was received', async () => {
    world.clock.set(after(2 * hourMs));
    expect((await vote(await world.given.fan({ votes: 5 }))).code).toBe(0);
    // Another server's clock is behind.
    world.clock.set(noon);
    const to = after(hourMs).toISOString();
    await changesNothing(world, () => expect(move({ to })).rejects.toThrow('votes were received later than that'));
  });

  it('is not moved before the opening, where the pack decides, nor once it is closed or settled', async () => {
    world.clock.set(after(-30 * hourMs));
    const early = { to: after(26 * hourMs).toISOString() };
    await changesNothing(world, () =>
      expect(move(early)).rejects.toThrow('it has not opened: change the end in the content pack'),
    );
    world.clock.set(after(24 * hourMs + 16_000));
    await world.ownerPool.query('SELECT ledger.close_period(1004, $1)', [world.clock.now()]);
    await changesNothing(world, () => expect(move()).rejects.toThrow('it is closed and its votes are being counted'));
    await stepActivities(world);
    await changesNothing(world, () => expect(move()).rejects.toThrow('its result is final'));
  });

  it('moves once when the command is repeated, and not from an end that was not in the plan', async () => {
    expect([await move(), await move({}, after(26 * hourMs))]).toEqual([true, false]);
    await changesNothing(world, () =>
      expect(move({ to: after(30 * hourMs).toISOString() })).rejects.toThrow('its end was moved meanwhile'),
    );
    expect(await historyOf()).toHaveLength(1);
  });

  it('is moved by one of forty who move it at once, and its history has no gap', async () => {
    const attempts = Array.from({ length: 40 }, (_, hour) => move({ to: after((25 + hour) * hourMs).toISOString() }));
    const settled = await Promise.allSettled(attempts);
    expect(settled.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    const [only] = await historyOf();
    expect(only?.from).toEqual(formerEnd);
    world.time.forget();
    await expect.poll(async () => (await closesAt())[0]).toBe(only?.to.toISOString());
  });

  it('waits for a close that is running, and is refused after it', async () => {
    const client = await world.ownerPool.connect();
    try {
      await client.query('BEGIN');
      const closing = after(24 * hourMs + 16_000);
      await client.query('SELECT ledger.close_period(1004, $1)', [closing]);
      const waiting = move().then(
        () => 'moved',
        (error: Error) => error.message,
      );
      await waitForLockWaiter(world);
      await client.query('COMMIT');
      expect(await waiting).toContain('it is closed');
    } finally {
      client.release();
    }
  });

  it('decides which votes count: those between both ends, and none after the new one', async () => {
    const fan = await world.given.fan({ votes: 50 });
    expect((await vote(fan)).code).toBe(0);
    expect(await move()).toBe(true);
    world.time.forget();
    await expect.poll(async () => (await closesAt())[0]).toBe(after(26 * hourMs).toISOString());
    world.clock.set(after(25 * hourMs));
    expect((await vote(fan)).code).toBe(0);
    world.clock.set(after(26 * hourMs));
    expect((await changesNothing(world, () => vote(fan))).refusal).toBe('VOTING_ENDED');
  });

  it('is announced once to all who have cast or held votes, in their language, and to no other fan', async () => {
    const [voter, holder, other] = await Promise.all([
      world.given.fan({ votes: 5 }),
      world.given.fan({ votes: 5 }),
      world.given.fan(),
    ]);
    await vote(voter);
    const reason = { en_US: 'A network outage', zh_TW: '斷網' };
    await move({ reason });
    await Promise.all([tellVoters(), tellVoters()]);
    await tellVoters();
    const notice = { kind: 'endMoved', activityId: '1004', formerEnd: formerEnd.toISOString(), reason: reason.en_US };
    expect(await noticesOf(voter)).toMatchObject([notice]);
    expect(await noticesOf(holder, 'zh_TW')).toMatchObject([
      { ...notice, title: 'The election（中文）', reason: '斷網' },
    ]);
    expect(await noticesOf(other)).toEqual([]);
  });
});

describe('the end of an election is not moved', () => {
  beforeAll(openWorld);
  afterAll(closeWorld);

  it.each<[string, Partial<MoveOfEnd>, string]>([
    ['into the past', { to: after(-minuteMs).toISOString() }, 'is past'],
    ['to now', { to: noon.toISOString() }, 'is past'],
    [
      'to a time without a zone',
      { to: '2026-12-09T08:00:00' },
      'no time with a zone: write it as 2026-12-09T21:00:00+08:00',
    ],
    ['to words', { to: 'tomorrow' }, 'no time with a zone'],
    ['to a day that does not exist', { to: '2026-11-31T08:00:00Z' }, 'does not exist'],
    ['to a zone that does not exist', { to: '2026-12-09T21:00:00+16:00' }, 'does not exist'],
    ['of an unknown election', { activityId: '9999' }, 'There is no election "9999"'],
    ['of an unknown round', { round: 2 }, 'has no round 2'],
    ['without a reason', { why: ' ' }, 'say why, in 2 to 500 characters'],
    ['with tabs for a reason', { why: '\t\t' }, 'say why, in 2 to 500 characters'],
    ['with full-width blanks for a reason', { why: '\u3000\u3000' }, 'say why, in 2 to 500 characters'],
    [
      'to less than an hour from now without a reason',
      { to: after(59 * minuteMs).toISOString(), why: '' },
      'less than an hour would be left to vote: give voters a reason',
    ],
  ])('%s', async (_, change, message) => {
    await changesNothing(world, async () => {
      await expect(planMove(world.ownerPool, wish(change))).rejects.toThrow(message);
      await expect(move(change)).rejects.toThrow(MoveRefused);
    });
  });
});
