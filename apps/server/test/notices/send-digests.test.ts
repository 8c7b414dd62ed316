import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { notify } from '#/modules/notices/index.ts';
import { changesNothing } from '../world/changes-nothing.ts';
import { countQueries } from '../world/count-queries.ts';
import { eraseFan } from '../world/erase-fan.ts';
import type { TestFan } from '../world/given-fan.ts';
import { givenWalletFan } from '../world/leave.ts';
import { runJobs } from '../world/sign-up.ts';
import { type Digests, eight, openDigests } from './given-digests.ts';

const getDigest = 'GET /wallet/api/v1/notice/getDigest';
const setDigest = 'POST /wallet/api/v1/notice/setDigest';
const hourMs = 60 * 60_000;

let digests: Digests;
let world: Digests['world'];
let office: Digests['office'];
let fan: TestFan;
beforeAll(async () => {
  digests = await openDigests();
  ({ world, office } = digests);
});
afterAll(() => digests[Symbol.asyncDispose]());
beforeEach(async () => {
  fan = await digests.begin();
});

const choose = (rhythm: 'off' | 'daily' | 'weekly', caller = fan, timeZone?: string) =>
  digests.choose(caller, rhythm, timeZone);
const tell = (subject: string, caller: Pick<TestFan, 'id'> = fan) => digests.tell(caller, subject);
const send = () => digests.send();
const mailsAt = (iso: string) => digests.mailsAt(iso);
const at = (iso: string) => world.clock.set(new Date(iso));

describe('a digest', () => {
  it('is off until a fan chooses it, and then sums up by topic what came since and is unread', async () => {
    await tell('before');
    expect((await world.call(getDigest, { fan })).data).toEqual({ rhythm: 'off', hasEmail: true });
    expect(await mailsAt('2026-11-25T01:00:00.000Z')).toEqual([]);
    expect((await choose('daily')).data).toEqual({ rhythm: 'daily', hasEmail: true });
    await tell('one');
    await tell('two');
    expect(await mailsAt('2026-11-26T00:59:59.999Z')).toEqual([]);
    const [mail, ...others] = await mailsAt('2026-11-26T01:00:00.000Z');
    expect(others).toEqual([]);
    expect(mail?.to).toEqual([fan.email]);
    expect(mail?.headers.get('subject')).toBe('6 unread notifications');
    const text = mail?.bodies.get('text/plain') ?? '';
    expect(text).toContain('Packets, boxes and draws: You won: Ten tickets (4 new)\nAccount: 2 new');
    expect(text).toContain('https://vote.example.com/notifications');
    expect(mail?.bodies.get('text/html')).toContain('You won: Ten tickets');

    expect(await mailsAt('2026-11-27T01:00:00.000Z'), 'nothing new').toEqual([]);
    await tell('three');
    const { data } = await world.call('GET /wallet/api/v1/notice/getNotices', { fan, query: {} });
    const noticeId = data.list[0]?.noticeId ?? '';
    await world.call('POST /wallet/api/v1/notice/markRead', { fan, body: { noticeId } });
    expect(await mailsAt('2026-11-28T01:00:00.000Z'), 'all read').toEqual([]);
  });

  it('comes in the fan’s language, without muted topics', async () => {
    await world.call('POST /wallet/api/v1/userExpand/updateAccountInfo', { fan, body: { languageType: 'zh_TW' } });
    await choose('daily');
    await tell('one');
    await world.call('POST /wallet/api/v1/notice/muteTopic', { fan, body: { topic: 'luck', muted: true } });
    const [mail] = await mailsAt('2026-11-25T01:00:00.000Z');
    expect(mail?.headers.get('content-language')).toBe('zh-Hant-TW');
    const text = mail?.bodies.get('text/plain') ?? '';
    expect(text).toContain('帳號：1 則');
    expect(text).not.toContain('抽獎');
  });

  it('says nothing of what is over by then, and does not come for that alone', async () => {
    await choose('daily');
    const round = { activityId: '1004', title: { en_US: 'Finals', zh_TW: '決選' } };
    const tellOf = (kind: 'roundOpens' | 'roundClosesInHour', closesAt: string) => {
      const fans = [{ fanId: fan.id, parameters: { ...round, closesAt } }];
      return world.db
        .transaction()
        .execute((tx) => notify(tx, { kind, subject: closesAt, fans, at: world.clock.now() }));
    };
    const due = '2026-11-25T01:00:00.000Z';
    await tellOf('roundClosesInHour', due);
    await tellOf('roundOpens', '2026-11-25T00:59:00.000Z');
    expect(await mailsAt(due)).toEqual([]);
    await tellOf('roundOpens', '2026-11-26T01:00:00.001Z');
    const [mail] = await mailsAt('2026-11-26T01:00:00.000Z');
    expect(mail?.headers.get('subject')).toBe('1 unread notification');
    const text = mail?.bodies.get('text/plain') ?? '';
    expect(text).toContain('Now open: Voting is open: Finals\n');
    expect(text).not.toContain('Last hour');
    const { rows } = await world.ownerPool.query('SELECT notices FROM digest_mail WHERE fan_id = $1', [fan.id]);
    expect(rows).toEqual([{ notices: 1 }]);
  });

  it('is recorded and postponed for all fans of a batch by one statement each', async () => {
    const fans = await Promise.all(Array.from({ length: 5 }, () => world.given.fan()));
    for (const one of fans) {
      await choose('daily', one);
      await tell('one', one);
    }
    at('2026-11-25T01:00:00.000Z');
    expect(await countQueries(/insert into "digest_mail"|update notice_digest/i, send)).toBe(2);
    await runJobs(world);
    expect(office.arrived.flatMap(({ to }) => to).toSorted()).toEqual(fans.map(({ email }) => email).toSorted());
    const { rows } = await world.ownerPool.query('SELECT DISTINCT due_at FROM notice_digest');
    expect(rows).toEqual([{ due_at: new Date('2026-11-26T01:00:00.000Z') }]);
  });

  it('comes at 09:00 of the fan’s zone and never at night, also when workers were down', async () => {
    const far = await world.given.fan();
    await choose('daily', far, 'America/New_York');
    await choose('daily');
    await tell('one');
    await tell('one', far);
    // 09:00 in New York; in Taipei it is 22:00, and the morning was missed.
    expect((await mailsAt('2026-11-25T14:00:00.000Z')).flatMap(({ to }) => to)).toEqual([far.email]);
    expect((await mailsAt('2026-11-26T01:00:00.000Z')).flatMap(({ to }) => to)).toEqual([fan.email]);
  });

  it('of a week comes on Monday', async () => {
    await choose('weekly');
    await tell('one');
    expect(await mailsAt('2026-11-29T01:00:00.000Z')).toEqual([]);
    expect(await mailsAt('2026-11-30T01:00:00.000Z')).toHaveLength(1);
    await tell('two');
    expect(await mailsAt('2026-12-01T01:00:00.000Z')).toEqual([]);
    expect(await mailsAt('2026-12-07T01:00:00.000Z')).toHaveLength(1);
  });

  it('comes once to each of many fans by many workers, and once a day, whatever is chosen again', async () => {
    const fans = await Promise.all(Array.from({ length: 12 }, () => world.given.fan()));
    for (const one of fans) {
      await choose('daily', one);
      await tell('one', one);
    }
    at('2026-11-25T01:00:00.000Z');
    await Promise.all(Array.from({ length: 8 }, send));
    await runJobs(world);
    expect(office.arrived.flatMap(({ to }) => to).toSorted()).toEqual(fans.map(({ email }) => email).toSorted());
    const [first] = fans as [TestFan];
    at('2026-11-25T00:30:00.000Z');
    await choose('off', first);
    await choose('daily', first);
    await tell('two', first);
    expect(await mailsAt('2026-11-25T01:00:00.000Z')).toEqual([]);
    await expect(
      world.pool.query(`INSERT INTO digest_mail VALUES ($1, '2026-11-25', 1, now())`, [first.id]),
    ).rejects.toMatchObject({ constraint: 'digest_mail_pkey' });
    expect((await mailsAt('2026-11-26T01:00:00.000Z')).flatMap(({ to }) => to)).toEqual([first.email]);
  });

  it('does not come to fans who are leaving, are erased or have no email', async () => {
    const [leaving, erased] = [await world.given.fan(), await world.given.fan()];
    const { token, userInfo } = await givenWalletFan(world);
    const wallet = await world.db
      .selectFrom('fan')
      .select('id')
      .where('fan_code', '=', userInfo.fanCode)
      .executeTakeFirstOrThrow();
    const reply = await world.call(setDigest, {
      headers: { token },
      body: { rhythm: 'daily', timeZone: 'Asia/Taipei' },
    });
    expect(reply.data).toEqual({ rhythm: 'daily', hasEmail: false });
    for (const one of [leaving, erased]) await choose('daily', one);
    for (const one of [leaving, erased, wallet]) await tell('one', one);
    await eraseFan(world, erased);
    await world.ownerPool.query('UPDATE fan SET deletion_requested_at = $2 WHERE id = $1', [leaving.id, eight]);
    expect(await mailsAt('2026-11-25T01:00:00.000Z')).toEqual([]);
  });

  it('is in the copy of the fan’s data, and goes with them', async () => {
    await choose('weekly');
    await tell('one');
    await mailsAt('2026-11-30T01:00:00.000Z');
    const copy = await world.call('POST /wallet/api/v1/user/getMyData', { fan, body: {} });
    const sentAt = '2026-11-30T01:00:00.000Z';
    expect(copy.data).toMatchObject({
      digests: { total: 1, rows: [{ rhythm: 'weekly', timeZone: 'Asia/Taipei' }] },
      digestMails: { total: 1, rows: [{ day: '2026-11-30', notices: 3, sentAt }] },
    });
    await eraseFan(world, fan);
    for (const table of ['notice_digest', 'digest_mail']) {
      const { rows } = await world.ownerPool.query(`SELECT FROM ${table} WHERE fan_id = $1`, [fan.id]);
      expect(rows).toEqual([]);
    }
  });

  it('needs a rhythm and a zone that exist', async () => {
    for (const body of [
      { rhythm: 'hourly', timeZone: 'Asia/Taipei' },
      { rhythm: 'daily', timeZone: 'Asia/Nowhere' },
      { rhythm: 'daily', timeZone: '+00:01' },
      { rhythm: 'daily', timeZone: '' },
    ]) {
      const reply = await changesNothing(world, () => world.call(setDigest, { fan, body: body as never }));
      expect(reply).toMatchObject({ refusal: 'REQUEST_INVALID' });
    }
  });

  it('keeps a zone under its one name, however a caller spells it', async () => {
    await choose('daily', fan, 'aSiA/tAiPeI');
    const { rows } = await world.ownerPool.query('SELECT time_zone FROM notice_digest WHERE fan_id = $1', [fan.id]);
    expect(rows).toEqual([{ time_zone: 'Asia/Taipei' }]);
  });
});

it('a digest is missed by an hour at most: it is due when a run of every quarter of an hour comes', async () => {
  await choose('daily');
  const { rows } = await world.ownerPool.query<{ due_at: Date }>('SELECT due_at FROM notice_digest WHERE fan_id = $1', [
    fan.id,
  ]);
  expect(rows[0]?.due_at).toEqual(new Date(eight.getTime() + hourMs));
});
