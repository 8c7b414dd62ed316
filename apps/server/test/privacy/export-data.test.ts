import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { activityId } from '../world/given-election.ts';
import { givenInviteTerms, givenNewcomer } from '../world/given-invite.ts';
import { givenWalletFan } from '../world/leave.ts';
import { createScratchFolder, type ScratchFolder } from '../world/scratch-folder.ts';
import { signUp } from '../world/sign-up.ts';
import { createWorld, type World } from '../world/world.ts';
import { emailFanWithPast } from './given-full-history.ts';

const getMyData = 'POST /wallet/api/v1/user/getMyData';

let scratch: ScratchFolder;
let world: World;
beforeAll(async () => {
  scratch = await createScratchFolder();
  world = await createWorld({
    environment: { RATE_LIMIT_FACTOR: '1000', TRUST_PROXY: 'true' },
    settings: { dataDir: scratch.path },
  });
  await world.given.election();
});
afterAll(async () => {
  await world[Symbol.asyncDispose]();
  await scratch[Symbol.asyncDispose]();
});
beforeEach(() => world.clock.advance(60_000));

const copyOf = async (token: string) => (await world.call(getMyData, { body: {}, headers: { token } })).data;

describe('the copy of what is kept on a fan', () => {
  it('has everything that the fan has done', async () => {
    const fan = await emailFanWithPast(world);
    const headers = { token: fan.token };
    const profile = await world.call('POST /wallet/api/v1/userExpand/getUserInfo', { body: {}, headers });
    const votes = await world.call('GET /activity/api/v1/vote/voteRecord', { headers });
    const exchanges = await world.call('GET /activity/api/v1/vote/getVoteExchangeRecord', { headers });
    const conversions = await world.call('GET /activity/api/v1/vote/getVoteTransferRecord', { headers });

    const copy = await copyOf(fan.token);
    expect(copy).toMatchObject({ format: 'lightstick/my-data/v1', takenAt: world.clock.now().toISOString() });
    expect(copy.profile).toEqual({ ...profile.data, invitedBy: null, linkedWallet: null, deletionRequestedAt: null });
    expect(copy.votes).toEqual({ total: 1, rows: votes.data.list });
    expect(copy.exchanges).toEqual({ total: 1, rows: exchanges.data.list });
    expect(copy.conversions).toEqual({ total: 1, rows: conversions.data.list });
    expect(copy.gifts).toMatchObject({ total: 1, rows: [{ direction: 'sent', num: 2, fan: null }] });
    expect(copy.cheers).toMatchObject({ total: 1, rows: [{ idolId: '1', num: 1 }] });
    expect(copy.followedIdols).toMatchObject({ total: 1, rows: [{ idolId: '1', place: 1 }] });
    expect(copy.fanDays).toMatchObject({ total: 1, rows: [{ votes: 0, mendedAt: expect.any(String) }] });
    expect(copy.taskVisits).toMatchObject({ total: 1, rows: [{ linkType: 'page', occurrence: 'once' }] });
    expect(copy.taskSocialActions).toEqual({
      total: 1,
      rows: [
        { taskId: expect.stringMatching(/^task-/) as string, occurrence: 'once', seenAt: expect.any(String) as string },
      ],
    });
    expect(copy.taskClaims).toMatchObject({ total: 1, rows: [{ points: 1000, occurrence: 'once' }] });
    expect(copy.signIns.rows.map(({ deviceId }) => deviceId)).toContain(fan.traces['deviceId']);
    expect(copy.socialAccounts).toMatchObject([
      { provider: 'twitter', name: fan.traces['socialName'], subject: fan.traces['socialSubject'] },
    ]);
    expect(copy.balances).toContainEqual({ assetName: 'POINT', available: 940, held: 0 });
    expect(copy.orders).toMatchObject({
      total: 2,
      rows: [
        { kind: 'votePack', votes: 55 },
        { kind: 'nft', serials: [1] },
      ],
    });
    expect(copy.nfts.total).toBe(0);
    expect(copy.transfers.total).toBe(copy.transfers.rows.length);
    expect(copy.transfers.rows.map(({ reason }) => reason)).toEqual([
      'order_received',
      'order_paid',
      'order_paid',
      'cheer',
      'ticket_gift_sent',
      'vote',
      'conversion_received',
      'conversion_paid',
      'exchange_received',
      'exchange_paid',
      'task_reward',
    ]);
  });

  it('has no secret in it: no password, no token, no code', async () => {
    const fan = await emailFanWithPast(world);
    const { password_hash: passwordHash } = await world.db
      .selectFrom('fan')
      .select('password_hash')
      .where('email', '=', fan.email)
      .executeTakeFirstOrThrow();
    const text = JSON.stringify(await copyOf(fan.token));
    for (const secret of [passwordHash, fan.token, fan.passportToken]) expect(text).not.toContain(secret);
  });

  it('names others only as a count', async () => {
    await givenInviteTerms(world, { reward: 50, mostRewarded: 10 });
    const inviter = await world.given.fan();
    const newcomer = await givenNewcomer(world, inviter);
    const copy = await copyOf(inviter.token);
    expect(copy.invites).toEqual({
      total: 1,
      rows: [{ joinedAt: world.clock.now().toISOString(), state: 'pending', reward: 50 }],
    });
    const inviterCode = copy.profile.fanCode;
    expect((await copyOf(newcomer.token)).profile.invitedBy).toBe(inviterCode);
  });

  it('of a newcomer with a wallet is there, and empty', async () => {
    const fan = await givenWalletFan(world);
    const copy = await copyOf(fan.token);
    expect(copy.profile.walletAddress).toBe(fan.wallet.address.toLowerCase());
    expect([copy.votes.total, copy.transfers.total, copy.balances]).toEqual([0, 0, []]);
    expect(copy.signIns.total).toBe(1);
  });

  it('is of one moment, also while the fan votes', async () => {
    const fan = await world.given.fan({ votes: 40 });
    const vote = () =>
      world.call('POST /activity/api/v1/vote/doVote', {
        fan,
        body: { activityId, idolId: '1', num: 1 },
        key: randomUUID(),
      });
    const [copies] = await Promise.all([
      Promise.all(Array.from({ length: 20 }, () => copyOf(fan.token))),
      ...Array.from({ length: 20 }, vote),
    ]);
    for (const { votes, balances, transfers } of copies) {
      const left = balances.find(({ assetName }) => assetName === transfers.rows[0]?.assetName)?.available;
      expect(left).toBe(40 - votes.total);
      expect(transfers.rows[0]?.balanceAfter).toBe(left);
    }
  });

  it('lists transfers in the order of the ledger, also of 40 votes at once and those that were free', async () => {
    await using other = await createWorld({ environment: { RATE_LIMIT_FACTOR: '1000' } });
    await other.given.election({ freePerDay: 5 });
    const fan = await other.given.fan({ votes: 40 });
    const vote = (idolId: string) =>
      other.call('POST /activity/api/v1/vote/doVote', {
        fan,
        body: { activityId, idolId, num: 1 },
        key: randomUUID(),
      });
    await Promise.all(Array.from({ length: 40 }, (_, n) => vote(String((n % 3) + 1))));
    const { transfers } = (await other.call(getMyData, { fan, body: {} })).data;
    const reasons = transfers.rows.map(({ reason }) => reason);
    expect([transfers.total, reasons.filter((reason) => reason === 'vote').length]).toEqual([46, 40]);
    let balance = 5;
    for (const { amount, balanceAfter } of transfers.rows) {
      expect(balanceAfter).toBe(balance);
      balance -= amount;
    }
    expect(balance).toBe(0);
  });

  it('is made for one fan at a time, so that not all of 80 at once are let in', async () => {
    const fan = await givenWalletFan(world);
    const ask = () => world.call(getMyData, { body: {}, headers: { token: fan.token } });
    const replies = await Promise.all(Array.from({ length: 80 }, ask));
    const refusals = replies.flatMap(({ refusal }) => refusal ?? []);
    expect(refusals.length).toBeGreaterThan(0);
    expect(refusals.length).toBeLessThanOrEqual(29);
    expect(new Set(refusals)).toEqual(new Set(['OVERLOADED']));
  });

  it('is the fan’s own alone', async () => {
    const [fan, other] = [await signUp(world), await signUp(world)];
    const { accountId } = other.userInfo;
    const reply = await world.call(getMyData, { body: { accountId }, headers: { token: fan.token } });
    expect([reply.refusal, reply.data]).toEqual(['FORBIDDEN', null]);
    expect((await world.call(getMyData, { body: {} })).status).toBe(401);
  });

  it('may be asked for only so often', async () => {
    await using tight = await createWorld();
    const fan = await tight.given.fan();
    const replies = await Promise.all(Array.from({ length: 25 }, () => tight.call(getMyData, { fan, body: {} })));
    expect(replies.filter(({ refusal }) => refusal === 'TOO_MANY_REQUESTS')).toHaveLength(5);
  });
});
