import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { quarantineJobs } from '#/modules/quarantine/quarantine.jobs.ts';
import { rewardInvites } from '#/modules/tasks/invites/reward-invites.ts';
import { changesNothing } from '../world/changes-nothing.ts';
import type { TestFan } from '../world/given-fan.ts';
import { givenGiftTerms } from '../world/given-gift-terms.ts';
import { givenInviteTerms, givenNewcomer, vote } from '../world/given-invite.ts';
import { givenTask } from '../world/given-task.ts';
import { createWorld, type World } from '../world/world.ts';
import { createQuarantineScenario, decideRoute, reason, why } from '../quarantine/given-quarantine.ts';

const noon = new Date('2026-03-10T04:00:00.000Z');
const title = 'The election';

const noticesOf = async ({ call }: Pick<World, 'call'>, fan: TestFan) =>
  (await call('GET /wallet/api/v1/notice/getNotices', { fan, query: {} })).data.list.map(
    ({ noticeId: _id, createdAt: _at, isRead: _read, ...notice }) => notice,
  );
const mute = ({ call }: Pick<World, 'call'>, fan: TestFan, topic: 'gifts' | 'invites' | 'claims' | 'quarantine') =>
  call('POST /wallet/api/v1/notice/muteTopic', { fan, body: { topic, muted: true } });

describe('a fan gets a notice', () => {
  let world: World;
  let fan: TestFan;
  let other: TestFan;
  beforeAll(async () => {
    world = await createWorld({ now: noon, environment: { RATE_LIMIT_FACTOR: '1000' } });
    await world.given.election({ freePerDay: 5 });
    await givenGiftTerms(world);
  });
  afterAll(() => world[Symbol.asyncDispose]());
  beforeEach(async () => {
    [fan, other] = await Promise.all([world.given.fan(), world.given.fan({ tickets: 20 })]);
  });

  const nameOf = ({ id }: TestFan) =>
    world.db.selectFrom('fan').select(['fan_code as code', 'nickname']).where('id', '=', id).executeTakeFirstOrThrow();
  const give = async (num: number, key = randomUUID()) =>
    world.call('POST /wallet/api/v1/pointsMall/transferVotes', {
      fan: other,
      body: { activityId: '1004', toAccount: (await nameOf(fan)).code, num },
      key,
    });

  it('of tickets that another fan gave, once a gift and never by whom, unless gifts are muted', async () => {
    const key = randomUUID();
    const replies = await Promise.all(Array.from({ length: 20 }, () => give(2, key)));
    expect(replies.every(({ code }) => code === 0)).toBe(true);
    await give(1);
    const gift = { kind: 'giftReceived', activityId: '1004', title };
    expect(await noticesOf(world, fan)).toEqual([
      { ...gift, num: 1 },
      { ...gift, num: 2 },
    ]);
    expect(await noticesOf(world, other)).toEqual([]);
    const { rows } = await world.ownerPool.query('SELECT parameters::text FROM notice WHERE fan_id = $1', [fan.id]);
    expect(JSON.stringify(rows)).not.toContain((await nameOf(other)).nickname);
    await mute(world, fan, 'gifts');
    await give(1);
    expect(await noticesOf(world, fan)).toHaveLength(2);
  });

  it('that a friend joined by their link, and again when the invite is paid, each once', async () => {
    await givenInviteTerms(world, { reward: 50, mostRewarded: 5 });
    const newcomer = await givenNewcomer(world, fan);
    expect(await noticesOf(world, fan)).toEqual([{ kind: 'friendJoined' }]);
    await changesNothing(world, () => rewardInvites(world.services, world.clock.now()));
    await vote(world, newcomer);
    const pay = () => rewardInvites(world.services, world.clock.now());
    await Promise.all(Array.from({ length: 5 }, pay));
    await changesNothing(world, pay);
    expect(await noticesOf(world, fan)).toEqual([{ kind: 'inviteRewarded', points: 50 }, { kind: 'friendJoined' }]);
  });

  it('that a held reward is paid or refused, with the reason, and not of one that is paid at once', async () => {
    const operator = await world.given.operator('editor');
    const headers = { 'x-deviceid': randomUUID() };
    const claimAs = async (claimant: TestFan) => {
      const taskId = await givenTask(world, { typeId: 13, reward: 20 });
      const claim = (by: TestFan) =>
        world.call('POST /task/api/v1/task/completeAndClaimPoint', { fan: by, body: { taskId }, headers });
      for (let account = 0; account < 3; account += 1) await claim(await world.given.fan());
      expect((await claim(claimant)).data.state).toBe('held');
      const { rows } = await world.ownerPool.query<{ key: string }>(
        `SELECT key FROM task_claim WHERE fan_id = $1 AND task_id = $2`,
        [claimant.id, taskId],
      );
      return { taskId, claimId: rows[0]?.key ?? '' };
    };
    const paid = await claimAs(fan);
    expect(await noticesOf(world, fan)).toEqual([]);
    const release = { operator, body: { claimId: paid.claimId, why } };
    await world.call('POST /operator/api/v1/claims/release', release);
    const refused = await claimAs(fan);
    const refusal = { operator, body: { claimId: refused.claimId, why, reason } };
    await world.call('POST /operator/api/v1/claims/refuse', refusal);
    await changesNothing(world, () => world.call('POST /operator/api/v1/claims/refuse', refusal));
    expect(await noticesOf(world, fan)).toEqual([
      { kind: 'rewardRefused', taskId: refused.taskId, title: 'Visit the page', reason: reason.en_US },
      { kind: 'rewardPaid', taskId: paid.taskId, title: 'Visit the page', points: 20 },
    ]);
  });
});

describe('a fan whose votes wait in quarantine', () => {
  const tellIn = (world: World) =>
    quarantineJobs(world.services)
      .find(({ id }) => id === 'notify-of-set-aside')
      ?.run({}, { number: 1, last: true });

  it('is told of the votes of a day once, also by runs after midnight, and again of those of the next', async () => {
    await using scenario = await createQuarantineScenario();
    const { world, activityId, givenSetAside, vote: cast } = scenario;
    const { deviceId } = await givenSetAside();
    const fan = await world.given.fan({ votes: 2 });
    // Midnight in Taipei is at 16:00 UTC.
    world.clock.set(new Date('2026-03-10T15:55:00.000Z'));
    await cast(fan, { deviceId });
    world.clock.set(new Date('2026-03-10T15:57:00.000Z'));
    await tellIn(world);
    const waits = { kind: 'votesSetAside', activityId, title };
    expect(await noticesOf(world, fan)).toEqual([waits]);
    world.clock.set(new Date('2026-03-10T16:02:00.000Z'));
    await changesNothing(world, async () => tellIn(world));
    await cast(fan, { deviceId });
    await tellIn(world);
    await changesNothing(world, async () => tellIn(world));
    expect(await noticesOf(world, fan)).toEqual([waits, waits]);
  });

  it('is told once a day that they wait, and once a decision what became of them', async () => {
    await using scenario = await createQuarantineScenario();
    const { world, activityId, givenSetAside, vote: cast } = scenario;
    const operator = await world.given.operator('moderator');
    const { fan, deviceId, voteId } = await givenSetAside({ num: 3 });
    const muted = await givenSetAside({ num: 2 });
    await mute(world, muted.fan, 'quarantine');
    const tell = () => tellIn(world);
    await Promise.all([tell(), tell(), tell()]);
    await changesNothing(world, async () => tell());
    const waits = { kind: 'votesSetAside', activityId, title };
    expect(await noticesOf(world, fan)).toEqual([waits]);
    const second = await cast(await world.given.fan({ votes: 1 }), { deviceId });

    const decide = (voteIds: string[]) =>
      world.call(decideRoute, { operator, body: { activityId, voteIds, verdict: 'released', reason, why } });
    await Promise.all([decide([voteId, second.data.voteId]), decide([voteId, muted.voteId])]);
    await decide([voteId]);
    const decided = { kind: 'votesDecided', activityId, title, num: 3, verdict: 'released', reason: reason.en_US };
    expect(await noticesOf(world, fan)).toEqual([decided, waits]);
    expect(await noticesOf(world, muted.fan)).toEqual([]);
  });
});
