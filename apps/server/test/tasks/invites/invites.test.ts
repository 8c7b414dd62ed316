import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { pendingInvites } from '#/modules/tasks/invites/invite-records.view.ts';
import { rewardInvites } from '#/modules/tasks/invites/reward-invites.ts';
import { balanceOf } from '../../world/balance-of.ts';
import { changesNothing } from '../../world/changes-nothing.ts';
import type { TestFan } from '../../world/given-fan.ts';
import { givenInviteTerms, givenNewcomer, vote } from '../../world/given-invite.ts';
import { goodPassword, newEmail, receivedCode, runJobs, sealed } from '../../world/sign-up.ts';
import { createWorld, type World } from '../../world/world.ts';

const inviteRecords = 'POST /wallet/api/v1/userExpand/userInviteRecords';
const pendingPoints = 'POST /wallet/api/v1/userExpand/getPendingPoints';

describe('inviting a friend', () => {
  let world: World;
  let inviter: TestFan;
  beforeAll(async () => {
    world = await createWorld();
    await world.given.election({ freePerDay: 5 });
  });
  afterAll(() => world[Symbol.asyncDispose]());
  beforeEach(async () => {
    await givenInviteTerms(world, { reward: 100, mostRewarded: 3 });
    inviter = await world.given.fan();
  });

  const reward = () => rewardInvites(world.services, world.clock.now());
  const records = async (fan = inviter, pageNum = 1, pageSize = 20) =>
    (await world.call(inviteRecords, { fan, body: { pageNum, pageSize } })).data;
  const states = async () => (await records()).list.map(({ state }) => state);
  const codeOf = async ({ id }: TestFan) =>
    (await world.db.selectFrom('fan').select('fan_code').where('id', '=', id).executeTakeFirstOrThrow()).fan_code;

  it('brings the promised Points when the newcomer has cast a first vote', async () => {
    const newcomer = await givenNewcomer(world, inviter);
    await reward();
    expect(await records()).toMatchObject({
      list: [{ nickname: 'Mina', state: 'pending', points: 100, joinedAt: world.clock.now().toISOString() }],
      totals: { invited: 1, rewarded: 0, pendingPoints: 100, rewardedPoints: 0 },
      terms: { points: 100, mostRewarded: 3 },
    });
    expect(await balanceOf(world, inviter)).toBe(0);

    await vote(world, newcomer);
    await reward();
    expect(await balanceOf(world, inviter)).toBe(100);
    expect(await records()).toMatchObject({
      list: [{ state: 'rewarded', points: 100 }],
      totals: { invited: 1, rewarded: 1, pendingPoints: 0, rewardedPoints: 100 },
    });
  });

  it('is written down by a sign-up with the fan’s code, whose reward the server’s own job pays', async () => {
    const email = newEmail();
    const { data } = await world.call('POST /wallet/api/v1/user/register', {
      body: {
        email,
        code: await receivedCode(world, email),
        password: await sealed(world, goodPassword),
        nickname: 'Nova',
        inviteCode: (await codeOf(inviter)).toLowerCase(),
      },
    });
    const told = await records();
    expect(told.list).toMatchObject([{ nickname: 'Nova', state: 'pending' }]);
    expect(JSON.stringify(told)).not.toContain(email);
    expect(Object.keys(told.list[0] ?? {}).toSorted()).toEqual([
      'avatarUrl',
      'joinedAt',
      'nickname',
      'points',
      'state',
    ]);

    await vote(world, { ...inviter, token: data.token });
    await world.ownerPool.query(`SELECT graphile_worker.add_job('reward-invites')`);
    await runJobs(world);
    expect(await states()).toEqual(['rewarded']);
  });

  it('writes nothing down when the code is unknown', async () => {
    const email = newEmail();
    const body = { email, code: await receivedCode(world, email), password: await sealed(world, goodPassword) };
    const reply = await changesNothing(world, () =>
      world.call('POST /wallet/api/v1/user/register', { body: { ...body, inviteCode: 'ZZZZ9999' } }),
    );
    expect(reply).toMatchObject({
      refusal: 'INVITE_CODE_UNKNOWN',
      message: 'This invite code doesn’t exist. Check it and try again.',
    });
  });

  it('pays the reward promised at the sign-up, even if content changes it later', async () => {
    const newcomer = await givenNewcomer(world, inviter);
    await givenInviteTerms(world, { reward: 7, mostRewarded: 0 });
    await vote(world, newcomer);
    await reward();
    expect(await balanceOf(world, inviter)).toBe(100);
    expect((await records()).terms).toEqual({ points: 7, mostRewarded: 0 });
  });

  it('is paid once, also by concurrent jobs', async () => {
    const inviters = await Promise.all(Array.from({ length: 4 }, () => world.given.fan()));
    for (const one of inviters) {
      for (let count = 0; count < 2; count += 1) await vote(world, await givenNewcomer(world, one));
    }
    await Promise.all(Array.from({ length: 40 }, reward));
    expect(await Promise.all(inviters.map((one) => balanceOf(world, one)))).toEqual([200, 200, 200, 200]);
    await changesNothing(world, reward);
  });

  it('gives no place away twice, also with concurrent jobs', async () => {
    for (let count = 0; count < 6; count += 1) await vote(world, await givenNewcomer(world, inviter));
    await Promise.all(Array.from({ length: 40 }, reward));
    expect(await balanceOf(world, inviter)).toBe(300);
    expect(await states()).toEqual(['overLimit', 'overLimit', 'overLimit', 'rewarded', 'rewarded', 'rewarded']);
  });

  it('is paid once even when its row is set back, because the ledger knows its key', async () => {
    await vote(world, await givenNewcomer(world, inviter));
    await reward();
    await world.ownerPool.query(
      `UPDATE invite SET state = 'pending', place = NULL, settled_at = NULL WHERE inviter_id = $1`,
      [inviter.id],
    );
    await reward();
    expect(await balanceOf(world, inviter)).toBe(100);
    expect(await states()).toEqual(['rewarded']);
  });

  it('rewards each inviter of a chain for their own newcomer only', async () => {
    const child = await givenNewcomer(world, inviter);
    const grandchild = await givenNewcomer(world, child);
    await vote(world, grandchild);
    await reward();
    expect([await balanceOf(world, inviter), await balanceOf(world, child)]).toEqual([0, 100]);
    await vote(world, child);
    await reward();
    expect([await balanceOf(world, inviter), await balanceOf(world, child)]).toEqual([100, 100]);
  });

  it('expects at most the places that are left, and says over the limit once there are none', async () => {
    const newcomers = [];
    for (let count = 0; count < 4; count += 1) newcomers.push(await givenNewcomer(world, inviter));
    expect(await records()).toMatchObject({ totals: { invited: 4, pendingPoints: 300 } });
    expect(await states()).toEqual(['pending', 'pending', 'pending', 'pending']);
    for (const newcomer of newcomers.slice(1)) await vote(world, newcomer);
    await reward();
    expect(await states()).toEqual(['rewarded', 'rewarded', 'rewarded', 'overLimit']);
    expect(await records()).toMatchObject({ totals: { rewarded: 3, pendingPoints: 0, rewardedPoints: 300 } });
  });

  it('is seen without a reward where nothing was promised', async () => {
    await world.ownerPool.query('DELETE FROM invite_terms');
    await vote(world, await givenNewcomer(world, inviter));
    await changesNothing(world, async () => {
      expect(await records()).toMatchObject({
        list: [{ state: 'overLimit', points: 0 }],
        totals: { invited: 1, rewarded: 0, pendingPoints: 0 },
        terms: { points: 0, mostRewarded: 0 },
      });
    });
    await reward();
    expect(await balanceOf(world, inviter)).toBe(0);
  });

  it('is looked up only as far as there are places, for any number of invited friends', async () => {
    await givenNewcomer(world, inviter);
    await world.ownerPool.query(
      `WITH brought AS (
         INSERT INTO fan (account_id, fan_code, kind, email, password_hash, nickname, avatar_seed, invited_by,
           created_at)
         SELECT 'brought' || lpad(n::text, 13, '0'), 'G' || translate(lpad(n::text, 7, '0'), '01', 'AB'), 'web2',
                'brought-' || n || '@example.com', 'none', 'Fan ' || n, 'seed',
                CASE WHEN n <= 18000 THEN $2::bigint ELSE $1::bigint END, now()
           FROM generate_series(1, 20000) n RETURNING id, invited_by)
       INSERT INTO invite (newcomer_id, inviter_id, reward, most_rewarded, key, joined_at)
       SELECT id, invited_by, 100, 3, gen_random_uuid(), now() FROM brought`,
      [inviter.id, (await world.given.fan()).id],
    );
    await world.ownerPool.query('ANALYZE invite');
    const { rows } = await sql<{ 'QUERY PLAN': [{ Plan: PlanNode }] }>`
      explain (analyze, format json) ${pendingInvites(inviter.id)}`.execute(world.db);
    const plan = rows[0]?.['QUERY PLAN'][0].Plan;
    const scans = plan ? scansOf(plan) : [];
    expect(scans.length).toBeGreaterThan(0);
    for (const scan of scans)
      expect(scan['Actual Rows'] + (scan['Rows Removed by Filter'] ?? 0)).toBeLessThanOrEqual(1000);
    expect((await world.call(pendingPoints, { fan: inviter, body: {} })).data).toMatchObject({ pending: 300 });
    expect(await records()).toMatchObject({ totals: { invited: 2001, pendingPoints: 300 } });
  });

  it('is pending among what is pending of the asset, in the caller’s language', async () => {
    await givenNewcomer(world, inviter);
    const item = { kind: 'invite', points: 100, since: world.clock.now().toISOString() };
    const ask = async (language: 'en_US' | 'zh_TW') =>
      (await world.call(pendingPoints, { fan: inviter, language, body: {} })).data;
    expect(await ask('en_US')).toEqual({ pending: 100, items: [{ ...item, title: 'You invited Mina' }] });
    expect(await ask('zh_TW')).toEqual({ pending: 100, items: [{ ...item, title: '邀請了 Mina' }] });
    const { data } = await world.call('POST /wallet/api/v1/user/getAssetDetail', {
      fan: inviter,
      body: { accountId: inviter.accountId },
    });
    expect(data.find(({ assetName }) => assetName === 'POINT')).toMatchObject({ available: 0, pending: 100 });
  });

  it('is listed in pages, newest first, to its own inviter only', async () => {
    const joined = [];
    for (let count = 0; count < 3; count += 1) {
      world.clock.advance(1000);
      joined.unshift(world.clock.now().toISOString());
      await givenNewcomer(world, inviter);
    }
    const [first, second] = [await records(inviter, 1, 2), await records(inviter, 2, 2)];
    expect([...first.list, ...second.list].map(({ joinedAt }) => joinedAt)).toEqual(joined);
    expect([first.total, second.list.length]).toEqual([3, 1]);
    expect(await records(await world.given.fan())).toMatchObject({ list: [], total: 0 });
    expect(await world.call(inviteRecords, { body: {} })).toMatchObject({ status: 401 });
  });

  it.each([
    ['of oneself', 'UPDATE invite SET inviter_id = newcomer_id', 'invite_of_somebody_else'],
    ['over the limit', 'UPDATE invite SET place = most_rewarded + 1', 'invite_limit_never_exceeded'],
    ['rewarded without a place', 'UPDATE invite SET place = NULL', 'invite_rewarded_has_a_place'],
    ['pending and settled', `UPDATE invite SET state = 'pending', place = NULL`, 'invite_settled_once'],
  ])('cannot be %s, because the table says so', async (_, change, constraint) => {
    await vote(world, await givenNewcomer(world, inviter));
    await reward();
    await expect(world.ownerPool.query(`${change} WHERE inviter_id = $1`, [inviter.id])).rejects.toMatchObject({
      constraint,
    });
  });

  it('cannot have one place twice, because the table says so', async () => {
    for (let count = 0; count < 2; count += 1) await vote(world, await givenNewcomer(world, inviter));
    await reward();
    await expect(
      world.ownerPool.query('UPDATE invite SET place = 1 WHERE inviter_id = $1', [inviter.id]),
    ).rejects.toMatchObject({ constraint: 'invite_place_once' });
  });
});

type PlanNode = {
  readonly 'Node Type': string;
  readonly 'Actual Rows': number;
  readonly 'Rows Removed by Filter'?: number;
  readonly Plans?: readonly PlanNode[];
};

/** Lists the nodes of a plan that read tables or indexes. */
function scansOf(node: PlanNode): PlanNode[] {
  const below = (node.Plans ?? []).flatMap(scansOf);
  return node['Node Type'].includes('Scan') ? [node, ...below] : below;
}
