import { type BadgeId, contract, type Contract, type DataOf } from '@lightstick/contract';
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { countQueries } from '../world/count-queries.ts';
import { changesNothing } from '../world/changes-nothing.ts';
import { eraseFan } from '../world/erase-fan.ts';
import { activityId } from '../world/given-election.ts';
import type { TestFan } from '../world/given-fan.ts';
import { countAllEarned } from '../world/count-all-earned.ts';
import { givenCheckIn } from '../world/given-task.ts';
import { runJobs } from '../world/run-jobs.ts';
import { readEvents } from '../world/read-events.ts';
import { createWorld, type World } from '../world/world.ts';
import { givenChat, type TestChat } from '../live/chat/given-chat.ts';

const update = 'POST /wallet/api/v1/userExpand/updateAccountInfo';
const showBadge = 'POST /activity/api/v1/progress/showBadge';
const getProgress = 'GET /activity/api/v1/progress/getProgress';
const stream = 'GET /activity/api/v1/jplive/chat/stream';
type News = DataOf<Contract[typeof stream]>;
type Progress = DataOf<Contract[typeof getProgress]>;

let world: World;
let address: string;
let chat: TestChat;
let fan: TestFan;
let other: TestFan;
let checkInIds: readonly string[];
beforeAll(async () => {
  world = await createWorld({ settings: { chatBatchMs: 20 }, environment: { RATE_LIMIT_FACTOR: '1000' } });
  address = await world.listen();
  await world.given.election();
  checkInIds = [await givenCheckIn(world), await givenCheckIn(world)];
});
afterAll(() => world[Symbol.asyncDispose]());
beforeEach(async () => {
  fan = await world.given.fan({ votes: 10, tickets: 10 });
  other = await world.given.fan({ votes: 1 });
  await world.call('POST /wallet/api/v1/ticketVote/voteForIdol', {
    fan,
    body: { idolId: '1', num: 3, periods: activityId },
  });
  chat = await givenChat(world);
  await chat.say(fan, 'Hello');
  // A vote and two tasks are what level 2 takes.
  await vote(fan);
  await checkIn(fan);
  await countAll();
});

async function vote(as: TestFan): Promise<void> {
  const body = { activityId, idolId: '1', num: 1 };
  expect((await world.call('POST /activity/api/v1/vote/doVote', { fan: as, body, key: randomUUID() })).code).toBe(0);
}

async function checkIn(as: TestFan): Promise<void> {
  for (const taskId of checkInIds) {
    const { code } = await world.call('POST /task/api/v1/task/completeAndClaimPoint', { fan: as, body: { taskId } });
    expect(code).toBe(0);
  }
}

/** Counts Points and days until the transactions of everyone else in the database are over, too. */
async function countAll(): Promise<void> {
  await countAllEarned(world);
  await expect
    .poll(async () => {
      await world.ownerPool.query(`SELECT graphile_worker.add_job('count-fan-days')`);
      await runJobs(world);
      const { rows } = await world.ownerPool.query(
        'SELECT count(*)::int AS left FROM ledger.transfer WHERE xid >= (SELECT xid FROM fan_day_cursor)',
      );
      return rows;
    })
    .toEqual([{ left: 0 }]);
}

const show = (badgeId: BadgeId | null, as = fan) => world.call(showBadge, { fan: as, body: { badgeId } });
const choose = (showsLevel: boolean, as = fan) => world.call(update, { fan: as, body: { showsLevel } });

type Marks = Pick<News['messages'][number], 'level' | 'badge'>;
const marksOf = (one: Marks | undefined) => one && { level: one.level, badge: one.badge?.id ?? null };

/** What is beside a fan's name, as another fan sees it in both rankings. */
async function marksInRankings(whose = fan) {
  const { avatarUrl } = (await world.call('POST /wallet/api/v1/userExpand/getUserInfo', { fan: whose, body: {} })).data;
  const asked = { pageNum: 1, pageSize: 100 };
  const points = await world.call('POST /wallet/api/v1/userExpand/getUserAndAllPointRank', {
    fan: other,
    body: { span: 'allTime', ...asked },
  });
  const cheers = await world.call('POST /wallet/api/v1/userExpand/getUsersCallRank', {
    fan: other,
    body: { periods: activityId, ...asked },
  });
  return [points.data.list, cheers.data.list].map((list) => marksOf(list.find((one) => one.avatarUrl === avatarUrl)));
}

/** What is beside the fan's name in the first event for someone who enters the chat now. */
async function marksInChat() {
  const left = new AbortController();
  const reply = await fetch(`${address}/activity/api/v1/jplive/chat/stream?roomId=${chat.roomId}`, {
    signal: left.signal,
  });
  const events = readEvents(reply.body as ReadableStream<Uint8Array>);
  const { value } = await events.next();
  const news: News = contract[stream].data.parse(value?.data);
  left.abort();
  await events.return(undefined).catch(() => undefined);
  return marksOf(news.messages.find(({ text }) => text === 'Hello'));
}

const levelsInRankings = async (whose = fan) => (await marksInRankings(whose)).map((marks) => marks?.level);
const badgesInRankings = async (whose = fan) => (await marksInRankings(whose)).map((marks) => marks?.badge);
const levelInChat = async () => (await marksInChat())?.level;
const badgeInChat = async () => (await marksInChat())?.badge;

/** Enters the chat, and stays until the test is over. */
async function listen(): Promise<Disposable> {
  const left = new AbortController();
  const listening = await fetch(`${address}/activity/api/v1/jplive/chat/stream?roomId=${chat.roomId}`, {
    signal: left.signal,
  });
  expect(listening.status).toBe(200);
  return { [Symbol.dispose]: () => left.abort() };
}

describe('what a fan shows beside the name', () => {
  const shown = { level: 2, badge: 'firstVote' };
  const hidden = { level: null, badge: null };

  it('is gone from a chat that others are listening to, also for the next who enter', async () => {
    await choose(true);
    await show('firstVote');
    using _ = await listen();
    await expect.poll(marksInChat).toEqual(shown);
    await choose(false);
    await show(null);
    await expect.poll(marksInChat).toEqual(hidden);
  });

  it('is beside it among the supporters of an idol, and gone with the next answer', async () => {
    await world.call(update, { fan, body: { showsLevel: true, showsSupport: true } });
    await show('firstVote');
    const { avatarUrl } = (await world.call('POST /wallet/api/v1/userExpand/getUserInfo', { fan, body: {} })).data;
    const inSupporters = async () => {
      const query = { activityId, idolId: '1' };
      const { list } = (await world.call('GET /activity/api/v1/vote/idol/getTopSupporters', { query })).data;
      return marksOf(list.find((one) => one.avatarUrl === avatarUrl));
    };
    await expect.poll(inSupporters).toEqual(shown);
    await choose(false);
    await show(null);
    expect(await inSupporters()).toEqual(hidden);
  });

  it('takes no query more for any number of fans', async () => {
    const about = /fan_face|fan_level|shown_badge/;
    const read = async () => expect(await marksInRankings()).toHaveLength(2);
    const before = await countQueries(about, read);
    await choose(true);
    await show('firstVote');
    expect(await countQueries(about, read)).toBe(before);
  });

  it('is a choice of one’s own alone', async () => {
    await vote(other);
    await choose(true, other);
    await show('firstVote', other);
    expect(await marksInRankings()).toEqual([hidden, hidden]);
  });

  it('is in the copy of a fan’s data as their choice, and goes with the fan', async () => {
    const copy = async () => (await world.call('POST /wallet/api/v1/user/getMyData', { fan, body: {} })).data;
    expect(await copy()).toMatchObject({ profile: { showsLevel: false, showsSupport: false }, shownBadge: null });
    await world.call(update, { fan, body: { showsLevel: true, showsSupport: true } });
    await show('firstTask');
    expect(await copy()).toMatchObject({ profile: { showsLevel: true, showsSupport: true }, shownBadge: 'firstTask' });
    await eraseFan(world, fan);
    const { rows } = await world.ownerPool.query(
      `SELECT shows_level, shows_support, (SELECT count(*)::int FROM fan_level WHERE fan_id = fan.id) AS levels,
              (SELECT count(*)::int FROM shown_badge WHERE fan_id = fan.id) AS badges
         FROM fan WHERE id = $1`,
      [fan.id],
    );
    expect(rows).toEqual([{ shows_level: false, shows_support: false, levels: 0, badges: 0 }]);
  });
});

describe('a level beside a name', () => {
  it('is shown only while the fan chooses it', async () => {
    expect([...(await levelsInRankings()), await levelInChat()]).toEqual([null, null, null]);
    expect((await choose(true)).data).toMatchObject({ showsLevel: true, showsSupport: false });
    expect(await levelsInRankings()).toEqual([2, 2]);
    expect(await levelInChat()).toBe(2);
    await choose(false);
    expect(await levelsInRankings()).toEqual([null, null]);
    expect(await levelInChat()).toBeNull();
  });

  it('is 1 for a fan who has just begun', async () => {
    const beginner = await world.given.fan();
    await checkIn(beginner);
    await countAll();
    await choose(true, beginner);
    expect(await levelsInRankings(beginner)).toEqual([1, undefined]);
  });

  it('is what the fan chose last, however many choices come at once, and a repeat changes nothing', async () => {
    const replies = await Promise.all(Array.from({ length: 40 }, (_, index) => choose(index % 2 === 0)));
    expect(replies.every(({ code }) => code === 0)).toBe(true);
    const chosen = await choose(true);
    const again = await changesNothing(world, () => choose(true));
    expect(again.data).toEqual(chosen.data);
  });

  it.each([
    [{ showsLevel: 'yes' }, true],
    [{ showsLevel: true, nickname: '' }, true],
    [{ showsLevel: true, nickname: 'Lightstick' }, true],
    [{ showsSupport: true }, false],
  ])('stays hidden when the change %j is refused', async (body, isSignedIn) => {
    const reply = await changesNothing(world, () =>
      world.call(update, { ...(isSignedIn && { fan }), body: body as { showsLevel: boolean } }),
    );
    expect(reply.refusal).toBeDefined();
    expect(await levelsInRankings()).toEqual([null, null]);
  });
});

const shownIn = ({ badges }: Progress) => badges.flatMap(({ id, isShown }) => (isShown ? [id] : []));

describe('a badge beside a name', () => {
  it('is shown only while the fan chooses it, apart from the level', async () => {
    expect(await badgeInChat()).toBeNull();
    const chosen = await show('firstVote');
    expect(shownIn(chosen.data)).toEqual(['firstVote']);
    expect((await world.call(getProgress, { fan })).data).toEqual(chosen.data);
    expect([...(await marksInRankings()), await marksInChat()]).toEqual(
      Array.from({ length: 3 }, () => ({ level: null, badge: 'firstVote' })),
    );
    await choose(true);
    await show('firstTask');
    expect(await marksInRankings()).toEqual(Array.from({ length: 2 }, () => ({ level: 2, badge: 'firstTask' })));
    expect(shownIn((await show(null)).data)).toEqual([]);
    expect(await marksInRankings()).toEqual(Array.from({ length: 2 }, () => ({ level: 2, badge: null })));
    expect(await badgeInChat()).toBeNull();
  });

  it('may be chosen as soon as it is earned, before its act is counted', async () => {
    const newcomer = await world.given.fan({ votes: 1 });
    expect((await changesNothing(world, () => show('firstVote', newcomer))).refusal).toBe('BADGE_NOT_EARNED');
    await vote(newcomer);
    const earned = (await world.call(getProgress, { fan: newcomer })).data.badges.filter(({ earnedOn }) => earnedOn);
    expect(earned.map(({ id }) => id)).toContain('firstVote');
    expect(shownIn((await show('firstVote', newcomer)).data)).toEqual(['firstVote']);
  });

  it.each([
    ['sevenDays', true],
    ['best', true],
    [undefined, true],
    ['firstTask', false],
  ])('stays as it is when the choice of %j is refused', async (badgeId, isSignedIn) => {
    await show('firstVote');
    const reply = await changesNothing(world, () =>
      world.call(showBadge, { ...(isSignedIn && { fan }), body: { badgeId } as { badgeId: BadgeId } }),
    );
    expect(reply.refusal).toBeDefined();
    expect(await badgesInRankings()).toEqual(['firstVote', 'firstVote']);
  });

  it('is what the fan chose last, however many choices come at once, and a repeat changes nothing', async () => {
    const choices = ['firstVote', 'firstTask', null] as const;
    const replies = await Promise.all(Array.from({ length: 40 }, (_, index) => show(choices[index % 3] ?? null)));
    expect(replies.every(({ code }) => code === 0)).toBe(true);
    const [left = null] = shownIn((await world.call(getProgress, { fan })).data);
    expect(await badgesInRankings()).toEqual([left, left]);
    const chosen = await show('firstTask');
    const again = await changesNothing(world, () => show('firstTask'));
    expect(again.data).toEqual(chosen.data);
    await show(null);
    expect((await changesNothing(world, () => show(null))).code).toBe(0);
  });
});
