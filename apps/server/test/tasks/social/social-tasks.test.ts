import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { balanceOf } from '../../world/balance-of.ts';
import { changesNothing } from '../../world/changes-nothing.ts';
import type { TestFan } from '../../world/given-fan.ts';
import { givenTask, type TaskOptions } from '../../world/given-task.ts';
import { createSocialWorld, doAtX, link, unlink } from '../../world/social-walk.ts';
import type { World } from '../../world/world.ts';

const claim = 'POST /task/api/v1/task/completeAndClaimPoint';
const getTasksList = 'POST /task/api/v1/task/getTasksList';
const getLatestTweetId = 'POST /task/api/v1/twitter/getLatestTweetId';
const getMediaInfo = 'POST /task/api/v1/task/getMediaInfo';
const dayMs = 24 * 60 * 60_000;
const actions = [
  [8, 'follow', 'follow the account', '追蹤這個帳號'],
  [9, 'repost', 'reposted the latest post', '轉發最新貼文'],
  [10, 'like', 'like the latest post', '對最新貼文按讚'],
] as const;

let world: World;
let fan: TestFan;
let as: string;
let names = 0;
beforeAll(async () => {
  world = await createSocialWorld();
});
afterAll(() => world[Symbol.asyncDispose]());
beforeEach(async () => {
  world.clock.set(new Date());
  fan = await world.given.fan();
  names += 1;
  as = `sanna_${names}`;
});

function givenSocial(typeId: number, options: TaskOptions = {}): Promise<string> {
  return givenTask(world, { typeId, tab: 'twitterTasks', reward: 20, linkTypes: [], ...options });
}

async function stateOf(taskId: string, caller = fan) {
  const { data } = await world.call(getTasksList, { fan: caller, body: {} });
  return Object.values(data)
    .flat()
    .find((task) => task.taskId === taskId)?.state;
}

const claimBy = (caller: TestFan, taskId: string) =>
  world.call(claim, { fan: caller, body: { taskId }, key: randomUUID() });

describe.each(actions)('a task of type %i at X', (typeId, action, english, chinese) => {
  it(`is paid once X shows the ${action}, and says clearly while it does not`, async () => {
    const taskId = await givenSocial(typeId);
    expect(await stateOf(taskId)).toBe('unlicensed');
    const unlinked = await changesNothing(world, () => claimBy(fan, taskId));
    expect(unlinked).toMatchObject({ status: 200, refusal: 'SOCIAL_NOT_BOUND' });

    await link(world, fan, 'twitter', as);
    expect(await stateOf(taskId)).toBe('available');
    const early = await changesNothing(world, () => claimBy(fan, taskId));
    expect(early).toMatchObject({ status: 200, refusal: 'SOCIAL_ACTION_NOT_SEEN' });
    expect(early.message).toContain(`that you ${english} yet.`);
    const earlyInChinese = await world.call(claim, { fan, body: { taskId }, language: 'zh_TW' });
    expect(earlyInChinese.message).toContain(chinese);

    await doAtX(world, as, action);
    expect(await claimBy(fan, taskId)).toMatchObject({ code: 0, data: { points: 20, pointsLeft: 20 } });
    expect(await stateOf(taskId)).toBe('awarded');
    const again = await changesNothing(world, () => claimBy(fan, taskId));
    expect(again.refusal).toBe('TASK_ALREADY_AWARDED');
  });

  it('is paid once for concurrent claims', async () => {
    const taskId = await givenSocial(typeId);
    await link(world, fan, 'twitter', as);
    await doAtX(world, as, action);
    const replies = await Promise.all(Array.from({ length: 40 }, () => claimBy(fan, taskId)));
    expect(replies.filter((reply) => reply.code === 0)).toHaveLength(1);
    expect(replies.filter((reply) => reply.refusal === 'TASK_ALREADY_AWARDED')).toHaveLength(39);
    expect(await balanceOf(world, fan)).toBe(20);
  });

  it('is not paid again after the account was unlinked and linked again, or another one', async () => {
    const taskId = await givenSocial(typeId);
    await link(world, fan, 'twitter', as);
    await doAtX(world, as, action);
    await claimBy(fan, taskId);
    await unlink(world, fan, 'twitter');
    expect(await stateOf(taskId)).toBe('awarded');
    await link(world, fan, 'twitter', as);
    expect((await changesNothing(world, () => claimBy(fan, taskId))).refusal).toBe('TASK_ALREADY_AWARDED');
    await unlink(world, fan, 'twitter');
    await link(world, fan, 'twitter', `${as}_b`);
    await doAtX(world, `${as}_b`, action);
    expect((await changesNothing(world, () => claimBy(fan, taskId))).refusal).toBe('TASK_ALREADY_AWARDED');
  });

  it('is not paid for an account that has earned it for another fan', async () => {
    const taskId = await givenSocial(typeId);
    await link(world, fan, 'twitter', as);
    await doAtX(world, as, action);
    await claimBy(fan, taskId);
    await unlink(world, fan, 'twitter');
    world.clock.advance(7 * dayMs);

    const other = await world.given.fan();
    expect(await link(world, other, 'twitter', as)).toMatchObject({ data: { userReceiveTaskStatus: false } });
    const reply = await claimBy(other, taskId);
    expect(reply).toMatchObject({ status: 200, refusal: 'SOCIAL_ACCOUNT_REWARDED' });
    expect(await balanceOf(world, other)).toBe(0);
    await unlink(world, other, 'twitter');
    const { data } = await world.call(getMediaInfo, { fan: other, body: { accountId: other.accountId } });
    expect(data.userReceiveTaskStatus).toBe(true);
  });

  it('is not paid for what an account did that was unlinked before the claim', async () => {
    const taskId = await givenSocial(typeId);
    await link(world, fan, 'twitter', as);
    await doAtX(world, as, action);
    await unlink(world, fan, 'twitter');
    await link(world, fan, 'twitter', `${as}_c`);
    expect((await changesNothing(world, () => claimBy(fan, taskId))).refusal).toBe('SOCIAL_ACTION_NOT_SEEN');
  });

  it('answers a replay with the first answer, also when X is away', async () => {
    const taskId = await givenSocial(typeId);
    await link(world, fan, 'twitter', as);
    await doAtX(world, as, action);
    const key = randomUUID();
    const first = await world.call(claim, { fan, body: { taskId }, key });
    const replay = await whileXIsAway(() =>
      changesNothing(world, () => world.call(claim, { fan, body: { taskId }, key })),
    );
    expect(first.code).toBe(0);
    expect(replay).toMatchObject({ code: 0, data: first.data });
  });

  it('answers a replay with the first answer, also after the task has ended', async () => {
    const taskId = await givenSocial(typeId, { endsAt: new Date(world.clock.now().getTime() + dayMs) });
    await link(world, fan, 'twitter', as);
    await doAtX(world, as, action);
    const key = randomUUID();
    const first = await world.call(claim, { fan, body: { taskId }, key });
    world.clock.advance(dayMs);
    const replay = await changesNothing(world, () => world.call(claim, { fan, body: { taskId }, key }));
    expect(first.code).toBe(0);
    expect(replay).toMatchObject({ code: 0, data: first.data });
  });

  it('refuses the key of another claim without asking X', async () => {
    const [taskId, otherId] = [await givenSocial(typeId), await givenSocial(typeId)];
    await link(world, fan, 'twitter', as);
    await doAtX(world, as, action);
    const key = randomUUID();
    await world.call(claim, { fan, body: { taskId }, key });
    const reused = await whileXIsAway(() =>
      changesNothing(world, () => world.call(claim, { fan, body: { taskId: otherId }, key })),
    );
    expect(reused.refusal).toBe('IDEMPOTENCY_KEY_REUSED');
  });

  it('waits while X is away, and changes nothing', async () => {
    const taskId = await givenSocial(typeId);
    await link(world, fan, 'twitter', as);
    await doAtX(world, as, action);
    const reply = await whileXIsAway(() => changesNothing(world, () => claimBy(fan, taskId)));
    expect(reply).toMatchObject({ status: 200, refusal: 'SOCIAL_UNAVAILABLE' });
    expect((await claimBy(fan, taskId)).code).toBe(0);
  });
});

async function whileXIsAway<Result>(work: () => Promise<Result>): Promise<Result> {
  const { settings } = world.services;
  const reached = settings.publicUrl;
  settings.publicUrl = 'http://127.0.0.1:1';
  try {
    return await work();
  } finally {
    settings.publicUrl = reached;
  }
}

describe.each([
  ['twitter', 101],
  ['discord', 102],
] as const)('a task that asks to link %s', (provider, typeId) => {
  it('is done by linking it, and pays once', async () => {
    const taskId = await givenSocial(typeId);
    const unlinked = await changesNothing(world, () => claimBy(fan, taskId));
    expect(unlinked.refusal).toBe('SOCIAL_NOT_BOUND');
    await link(world, fan, provider, as);
    expect(await stateOf(taskId)).toBe('completed');
    const replies = await Promise.all(Array.from({ length: 40 }, () => claimBy(fan, taskId)));
    expect(replies.filter((reply) => reply.code === 0)).toHaveLength(1);
    expect(await balanceOf(world, fan)).toBe(20);
    await unlink(world, fan, provider);
    await link(world, fan, provider, as);
    expect((await claimBy(fan, taskId)).refusal).toBe('TASK_ALREADY_AWARDED');
  });

  it('is not paid for an account that has earned it for another fan', async () => {
    const taskId = await givenSocial(typeId);
    await link(world, fan, provider, as);
    await claimBy(fan, taskId);
    await unlink(world, fan, provider);
    world.clock.advance(7 * dayMs);
    const other = await world.given.fan();
    await link(world, other, provider, as);
    const reply = await changesNothing(world, () => claimBy(other, taskId));
    expect(reply.refusal).toBe('SOCIAL_ACCOUNT_REWARDED');
  });
});

describe('access to X', () => {
  const sealed = () =>
    world.db
      .selectFrom('social_account')
      .select('sealed_tokens')
      .where('fan_id', '=', fan.id)
      .executeTakeFirstOrThrow();

  it('is renewed when the token has ended, once for concurrent looks', async () => {
    const taskIds = await Promise.all([8, 9, 10].map((typeId) => givenSocial(typeId)));
    await link(world, fan, 'twitter', as);
    for (const action of ['follow', 'repost', 'like'] as const) await doAtX(world, as, action);
    const before = await sealed();
    world.clock.advance(2 * 60 * 60_000);
    const replies = await Promise.all(taskIds.map((taskId) => claimBy(fan, taskId)));
    expect(replies.map((reply) => reply.code)).toEqual([0, 0, 0]);
    expect(await sealed()).not.toEqual(before);
  });

  it('that the fan has ended at X counts as lost until the account is linked again, and changes nothing', async () => {
    const taskId = await givenSocial(8);
    await link(world, fan, 'twitter', as);
    await doAtX(world, as, 'follow');
    await world.db.deleteFrom('sandbox_grant').execute();
    const reply = await changesNothing(world, () => claimBy(fan, taskId));
    expect(reply).toMatchObject({ status: 200, refusal: 'SOCIAL_ACCESS_LOST' });
    await unlink(world, fan, 'twitter');
    await link(world, fan, 'twitter', as);
    expect((await claimBy(fan, taskId)).code).toBe(0);
  });

  it("shows the organiser's latest post, to fans who have linked X", async () => {
    const ask = () => world.call(getLatestTweetId, { fan, body: { accountId: fan.accountId } });
    expect((await changesNothing(world, ask)).refusal).toBe('SOCIAL_NOT_BOUND');
    await link(world, fan, 'twitter', as);
    const { data } = await ask();
    expect(data).toMatchObject({ tweetId: '1860000000000001004', accountName: 'organiser' });
    const page = await (await fetch(data.url)).text();
    expect(page).toContain(`@${as}`);
    await world.db.deleteFrom('sandbox_grant').execute();
    world.clock.advance(31_000);
    expect((await ask()).refusal).toBe('SOCIAL_ACCESS_LOST');
  });
});
