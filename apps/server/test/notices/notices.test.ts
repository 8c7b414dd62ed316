import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createServerKeys } from '#/config/server-keys.ts';
import { notify } from '#/modules/notices/index.ts';
import { forgetNoticesJob } from '#/modules/notices/notices.jobs.ts';
import { notifyOfExpiry } from '#/modules/notices/notices.jobs.ts';
import { moveLuck, runLuckJob } from '../luck/move-luck.ts';
import { changesNothing } from '../world/changes-nothing.ts';
import { eraseFan } from '../world/erase-fan.ts';
import type { TestFan } from '../world/given-fan.ts';
import { voteAsset } from '../world/given-election.ts';
import { givenRaffle, points } from '../world/given-luck.ts';
import { openPostOffice, type PostOffice } from '../world/mail-server.ts';
import { runJobs } from '../world/sign-up.ts';
import { waitForLockWaiter } from '../world/wait-for-lock-waiter.ts';
import { createWorld, type World } from '../world/world.ts';

const getNotices = 'GET /wallet/api/v1/notice/getNotices';
const getUnreadCount = 'GET /wallet/api/v1/notice/getUnreadCount';
const markRead = 'POST /wallet/api/v1/notice/markRead';
const noon = new Date('2026-11-23T04:00:00.000Z');
const expiresAt = '2026-11-30T16:00:00.000Z';
const dayMs = 24 * 60 * 60_000;

let office: PostOffice;
let world: World;
let fan: TestFan;
let other: TestFan;
beforeAll(async () => {
  office = await openPostOffice();
  world = await createWorld({
    now: noon,
    environment: { SMTP_URL: office.smtpUrl, PUBLIC_URL: 'https://vote.example.com' },
  });
  await world.given.election();
});
afterAll(async () => {
  await world[Symbol.asyncDispose]();
  await office[Symbol.asyncDispose]();
});
beforeEach(async () => {
  world.clock.set(noon);
  office.arrived.splice(0);
  [fan, other] = await Promise.all([world.given.fan({ points: 100 }), world.given.fan({ points: 100 })]);
});

const listOf = async (caller: TestFan, query = {}) => (await world.call(getNotices, { fan: caller, query })).data;
const unreadOf = async (caller: TestFan) => (await world.call(getUnreadCount, { fan: caller })).data.unread;
const title = { en_US: 'Summer raffle', zh_TW: '夏日抽獎' };
/** Writes a notice for each subject, in their order. */
const tell = async (fans: readonly TestFan[], ...subjects: string[]) => {
  for (const subject of subjects) {
    const given = fans.map(({ id }) => ({ fanId: id, parameters: { activityId: subject, title } }));
    await world.db
      .transaction()
      .execute((tx) => notify(tx, { kind: 'raffleLost', subject, fans: given, at: world.clock.now() }));
  }
};
const idsOf = async (caller: TestFan) =>
  (await listOf(caller)).list.map((notice) => ('activityId' in notice ? notice.activityId : notice.kind));

describe('notices', () => {
  it('are the fan’s own, newest first, page by page, in the language of the call', async () => {
    await tell([fan], 'one', 'two', 'three');
    await tell([other], 'another');
    expect(await listOf(fan, { pageSize: 2 })).toMatchObject({
      total: 3,
      unread: 3,
      list: [
        {
          kind: 'raffleLost',
          activityId: 'three',
          title: 'Summer raffle',
          isRead: false,
          createdAt: noon.toISOString(),
        },
        { activityId: 'two' },
      ],
    });
    const second = await world.call(getNotices, { fan, query: { pageNum: 2, pageSize: 2 }, language: 'zh_TW' });
    expect(second.data).toMatchObject({ list: [{ activityId: 'one', title: '夏日抽獎' }] });
    expect(await idsOf(other)).toEqual(['another']);
  });

  it('are read up to one of them, and stay read; those of others stay as they are', async () => {
    await tell([fan, other], 'one', 'two', 'three');
    const { list } = await listOf(fan);
    const noticeId = list[1]?.noticeId ?? '';
    expect((await world.call(markRead, { fan, body: { noticeId } })).data).toEqual({ unread: 1 });
    expect((await listOf(fan)).list.map(({ isRead }) => isRead)).toEqual([false, true, true]);
    world.clock.advance(1000);
    await changesNothing(world, () => world.call(markRead, { fan, body: { noticeId } }));
    expect([await unreadOf(fan), await unreadOf(other)]).toEqual([1, 3]);
    expect(await changesNothing(world, () => world.call(markRead, { fan, body: { noticeId: 'all' } }))).toMatchObject({
      refusal: 'REQUEST_INVALID',
    });
  });

  it('of one subject are written once, also by concurrent writers', async () => {
    const fans = [fan, other, ...(await world.given.fans(20))];
    const shuffled = fans.toReversed();
    await Promise.all(Array.from({ length: 40 }, (_, at) => tell(at % 2 ? fans : shuffled, 'same')));
    expect(await Promise.all([fan, other].map(idsOf))).toEqual([['same'], ['same']]);
    const { rows } = await world.ownerPool.query(`SELECT count(*)::int AS written FROM notice WHERE subject = 'same'`);
    expect(rows).toEqual([{ written: 22 }]);
  });

  it('go with the fan, and come to no fan who is gone', async () => {
    await tell([fan, other], 'one');
    const copy = await world.call('POST /wallet/api/v1/user/getMyData', { fan, body: {} });
    expect(copy.data.notices).toMatchObject({ total: 1, rows: [{ activityId: 'one', title: 'Summer raffle' }] });
    await eraseFan(world, fan);
    await tell([fan, other], 'two');
    const { rows } = await world.ownerPool.query('SELECT count(*)::int AS left FROM notice WHERE fan_id = $1', [
      fan.id,
    ]);
    expect(rows).toEqual([{ left: 0 }]);
    expect(await idsOf(other)).toEqual(['two', 'one']);
  });

  it('on their way while the fan is erased are not left behind', async () => {
    let telling: Promise<void> | undefined;
    await eraseFan(world, fan, async () => {
      telling = tell([fan, other], 'meanwhile');
      await waitForLockWaiter(world);
    });
    await telling;
    const { rows } = await world.ownerPool.query('SELECT count(*)::int AS left FROM notice WHERE fan_id = $1', [
      fan.id,
    ]);
    expect([rows, await idsOf(other)]).toEqual([[{ left: 0 }], ['meanwhile']]);
  });

  it('are forgotten a while after they were read, or long after they came, or beyond the newest 200', async () => {
    const forget = () => forgetNoticesJob(world.services).run({}, { number: 1, last: true });
    const listKept = async ({ id }: TestFan) => {
      const notices = world.db.selectFrom('notice').select('subject').where('fan_id', '=', id).orderBy('id', 'desc');
      return (await notices.execute()).map(({ subject }) => subject);
    };
    await tell([fan, other], 'old');
    const [read] = (await listOf(fan)).list;
    await world.call(markRead, { fan, body: { noticeId: read?.noticeId ?? '' } });
    world.clock.advance(30 * dayMs);
    await forget();
    expect([await listKept(fan), await listKept(other)]).toEqual([['old'], ['old']]);
    world.clock.advance(1);
    await forget();
    expect([await listKept(fan), await listKept(other)]).toEqual([[], ['old']]);
    world.clock.set(new Date(noon.getTime() + 180 * dayMs + 1));
    const many = Array.from({ length: 203 }, (_, at) => String(at));
    await tell([fan], ...many);
    await forget();
    expect([await listKept(fan), await listKept(other)]).toEqual([many.toReversed().slice(0, 200), []]);
  });
});

describe('what expires', () => {
  const assets = [
    { asset: 'POINT', amount: 1200, expiresAt },
    { asset: voteAsset, amount: 3, expiresAt },
  ];
  const remind = (fans: readonly TestFan[], daysLeft: 7 | 1 = 7) =>
    world.db.transaction().execute((tx) =>
      notifyOfExpiry(tx, createServerKeys(world.services.settings.serverSecret), {
        day: '2026-11-30',
        daysLeft,
        fans: fans.map(({ id }) => ({ fanId: id, assets })),
        at: world.clock.now(),
      }),
    );

  it('is announced once in the app and by one mail, in the fan’s language, even if the job runs often', async () => {
    await world.ownerPool.query(`UPDATE fan SET language = 'zh_TW' WHERE id = $1`, [other.id]);
    await Promise.all([remind([fan, other]), remind([other, fan])]);
    await remind([fan, other]);
    await runJobs(world);
    expect((await listOf(fan)).list).toEqual([
      {
        kind: 'expiry',
        noticeId: expect.any(String) as string,
        createdAt: noon.toISOString(),
        isRead: false,
        daysLeft: 7,
        assets: assets.map(({ asset, ...rest }) => ({ assetName: asset, ...rest })),
      },
    ]);
    expect(office.arrived).toHaveLength(2);
    const english = office.arrived.find(({ to }) => to.includes(fan.email));
    expect(english?.headers.get('subject')).toBe('Use them soon: 1,200 Points, 3 votes');
    expect(english?.bodies.get('text/plain')).toContain('1,200 Points: Until November 30th, 2026, 23:59 (Taipei)');
    expect(english?.bodies.get('text/html')).toContain('href="https://vote.example.com/mall"');
    const chinese = office.arrived.find(({ to }) => to.includes(other.email));
    expect(chinese?.headers.get('content-language')).toBe('zh-Hant-TW');
    expect(chinese?.bodies.get('text/plain')).toContain('還有 7 天可以使用');
    world.clock.set(new Date(Date.parse(expiresAt) - 60_000));
    await remind([fan, other], 1);
    office.refuseNext('message', 451);
    await runJobs(world);
    expect([await unreadOf(fan), office.arrived.length]).toEqual([2, 3]);
    // The refused one is due again when there is nothing left to be used.
    world.clock.advance(60_001);
    await world.ownerPool.query('UPDATE graphile_worker._private_jobs SET run_at = now()');
    await runJobs(world);
    expect(office.arrived).toHaveLength(3);
  });

  it('is announced without a mail if there is no address, or the fan is leaving', async () => {
    await world.ownerPool.query(
      `UPDATE fan SET kind = 'web3', email = NULL, password_hash = NULL, wallet_address = $2 WHERE id = $1`,
      [fan.id, `0x${'a'.repeat(40)}`],
    );
    await world.ownerPool.query('UPDATE fan SET deletion_requested_at = $2 WHERE id = $1', [other.id, noon]);
    await remind([fan, other]);
    await runJobs(world);
    expect([await unreadOf(fan), await unreadOf(other), office.arrived]).toEqual([1, 1, []]);
  });
});

it('A raffle tells everyone in its list how it ended, once.', async () => {
  const raffleId = await givenRaffle(world, { prizes: [points('first', 500, 1, true)] });
  for (const caller of [fan, other]) {
    await world.call('POST /wallet/api/v1/pointsMall/participateActivity', {
      fan: caller,
      body: { activityId: raffleId, num: 1 },
    });
  }
  world.clock.set(new Date(noon.getTime() + 60 * 60_000 + 15_000));
  await moveLuck(world);
  world.clock.advance(65_000);
  await moveLuck(world);
  const queued = `SELECT payload FROM graphile_worker._private_jobs WHERE key = 'notify-raffle:' || $1`;
  expect((await world.ownerPool.query(queued, [raffleId])).rows).toEqual([{ payload: { campaignId: raffleId } }]);
  await Promise.all([1, 2].map(() => runLuckJob(world, 'notify-raffle', { campaignId: raffleId })));
  const lists = await Promise.all([fan, other].map((caller) => listOf(caller)));
  const told = lists.map(({ list }) =>
    list.map(({ noticeId: _id, createdAt: _at, isRead: _read, ...notice }) => notice),
  );
  expect(told.toSorted(([one], [two]) => (one?.kind === two?.kind ? 0 : one?.kind === 'raffleWon' ? -1 : 1))).toEqual([
    [{ kind: 'raffleWon', activityId: raffleId, title: 'A raffle', prizeTitle: '500 Points' }],
    [{ kind: 'raffleLost', activityId: raffleId, title: 'A raffle' }],
  ]);
});
