import { contract, type Contract, type DataOf } from '@lightstick/contract';
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
const stream = 'GET /activity/api/v1/jplive/chat/stream';
type News = DataOf<Contract[typeof stream]>;

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
  other = await world.given.fan();
  await world.call('POST /wallet/api/v1/ticketVote/voteForIdol', {
    fan,
    body: { idolId: '1', num: 3, periods: activityId },
  });
  chat = await givenChat(world);
  await chat.say(fan, 'Hello');
  // A vote and two tasks are what level 2 takes.
  const vote = { activityId, idolId: '1', num: 1 };
  await world.call('POST /activity/api/v1/vote/doVote', { fan, body: vote, key: randomUUID() });
  await checkIn(fan);
  await countAll();
});

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

const choose = (showsLevel: boolean, as = fan) => world.call(update, { fan: as, body: { showsLevel } });

/** The level beside a fan's name, as another fan sees it in both rankings. */
async function levelsInRankings(whose = fan): Promise<unknown[]> {
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
  return [points.data.list, cheers.data.list].map((list) => list.find((one) => one.avatarUrl === avatarUrl)?.level);
}

/** The level in the first event for a fan who enters the chat now. */
async function levelInChat(): Promise<number | null | undefined> {
  const left = new AbortController();
  const reply = await fetch(`${address}/activity/api/v1/jplive/chat/stream?roomId=${chat.roomId}`, {
    signal: left.signal,
  });
  const events = readEvents(reply.body as ReadableStream<Uint8Array>);
  const { value } = await events.next();
  const news: News = contract[stream].data.parse(value?.data);
  left.abort();
  await events.return(undefined).catch(() => undefined);
  return news.messages.find(({ text }) => text === 'Hello')?.level;
}

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

  it('is gone from a chat that others are listening to, also for the next who enter', async () => {
    await choose(true);
    const left = new AbortController();
    const listening = await fetch(`${address}/activity/api/v1/jplive/chat/stream?roomId=${chat.roomId}`, {
      signal: left.signal,
    });
    expect(listening.status).toBe(200);
    await expect.poll(levelInChat).toBe(2);
    await choose(false);
    await expect.poll(levelInChat).toBeNull();
    left.abort();
  });

  it('is 1 for a fan who has just begun', async () => {
    const beginner = await world.given.fan();
    await checkIn(beginner);
    await countAll();
    await choose(true, beginner);
    expect(await levelsInRankings(beginner)).toEqual([1, undefined]);
  });

  it('takes no query more for any number of fans', async () => {
    const read = async () => expect(await levelsInRankings()).toHaveLength(2);
    const before = await countQueries(/fan_face|fan_level/, read);
    await choose(true);
    expect(await countQueries(/fan_face|fan_level/, read)).toBe(before);
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

  it('is a choice of one’s own alone', async () => {
    await choose(true, other);
    expect(await levelsInRankings()).toEqual([null, null]);
  });

  it('is in the copy of a fan’s data as their choice, and goes with the fan', async () => {
    await world.call(update, { fan, body: { showsLevel: true, showsSupport: true } });
    const copy = await world.call('POST /wallet/api/v1/user/getMyData', { fan, body: {} });
    expect(copy.data.profile).toMatchObject({ showsLevel: true, showsSupport: true });
    await eraseFan(world, fan);
    const { rows } = await world.ownerPool.query(
      `SELECT shows_level, shows_support, (SELECT count(*)::int FROM fan_level WHERE fan_id = fan.id) AS levels
         FROM fan WHERE id = $1`,
      [fan.id],
    );
    expect(rows).toEqual([{ shows_level: false, shows_support: false, levels: 0 }]);
  });
});
