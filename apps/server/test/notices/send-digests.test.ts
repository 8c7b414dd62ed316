import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createServerKeys } from '#/config/server-keys.ts';
import { digestLink } from '#/modules/notices/digest.routes.ts';
import { notify } from '#/modules/notices/index.ts';
import { sendDigestsJob } from '#/modules/notices/send-digests.ts';
import { changesNothing } from '../world/changes-nothing.ts';
import { countQueries } from '../world/count-queries.ts';
import { eraseFan } from '../world/erase-fan.ts';
import type { TestFan } from '../world/given-fan.ts';
import { givenWalletFan } from '../world/leave.ts';
import { openPostOffice, type PostOffice } from '../world/mail-server.ts';
import { runJobs } from '../world/sign-up.ts';
import { createWorld, type World } from '../world/world.ts';

const getDigest = 'GET /wallet/api/v1/notice/getDigest';
const setDigest = 'POST /wallet/api/v1/notice/setDigest';
const stopDigest = 'POST /wallet/api/v1/notice/stopDigest';
const hourMs = 60 * 60_000;
/** A Wednesday, one hour before digests are due in Taipei. */
const eight = new Date('2026-11-25T00:00:00.000Z');
const title = { en_US: 'Summer raffle', zh_TW: '夏日抽獎' };
const prizeTitle = { en_US: 'Ten tickets', zh_TW: '十張投票券' };

let office: PostOffice;
let world: World;
let fan: TestFan;
beforeAll(async () => {
  office = await openPostOffice();
  world = await createWorld({
    now: eight,
    environment: { SMTP_URL: office.smtpUrl, PUBLIC_URL: 'https://vote.example.com', RATE_LIMIT_FACTOR: '1000' },
  });
});
afterAll(async () => {
  await world[Symbol.asyncDispose]();
  await office[Symbol.asyncDispose]();
});
beforeEach(async () => {
  world.clock.set(eight);
  await world.ownerPool.query('DELETE FROM notice_digest');
  office.arrived.splice(0);
  fan = await world.given.fan();
});

type Rhythm = 'off' | 'daily' | 'weekly';

const choose = (rhythm: Rhythm, caller = fan, timeZone = 'Asia/Taipei') =>
  world.call(setDigest, { fan: caller, body: { rhythm, timeZone } });
const tell = (subject: string, caller: Pick<TestFan, 'id'> = fan) =>
  world.db.transaction().execute(async (tx) => {
    const at = world.clock.now();
    const parameters = { activityId: subject, title };
    await notify(tx, { kind: 'raffleLost', subject, fans: [{ fanId: caller.id, parameters }], at });
    const won = { ...parameters, prizeTitle };
    await notify(tx, { kind: 'raffleWon', subject, fans: [{ fanId: caller.id, parameters: won }], at });
    const order = { orderId: subject, title, paid: 5 };
    await notify(tx, { kind: 'orderRefunded', subject, fans: [{ fanId: caller.id, parameters: order }], at });
  });
const send = () => sendDigestsJob(world.services).run({}, { number: 1, last: true });
const at = (iso: string) => world.clock.set(new Date(iso));
/** Sends what is due at a time, by one worker, and returns what came. */
async function mailsAt(iso: string) {
  office.arrived.splice(0);
  at(iso);
  await send();
  await runJobs(world);
  return [...office.arrived];
}

async function givenLink() {
  await choose('daily');
  await tell('one');
  const [mail] = await mailsAt('2026-11-25T01:00:00.000Z');
  const link = /^<(https:\/\/vote\.example\.com\/unsubscribe\?token=[\w-]+)>$/.exec(
    mail?.headers.get('list-unsubscribe') ?? '',
  )?.[1];
  if (link === undefined || !mail) throw new Error('the mail has no link');
  return { mail, link, token: new URL(link).searchParams.get('token') ?? '' };
}

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
    expect(text).toContain('Draws: You won: Ten tickets (4 new)\nAccount: 2 new');
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

describe('a link to end digests', () => {
  const rhythm = async () => (await world.call(getDigest, { fan })).data.rhythm;

  it('is in the mail and its headers, and one post of a mail program ends them, as often as it comes', async () => {
    const { mail, link } = await givenLink();
    expect(mail.headers.get('list-unsubscribe-post')).toBe('List-Unsubscribe=One-Click');
    expect(mail.bodies.get('text/plain')).toContain(`Turn off digest emails: ${link}`);
    const { pathname, search } = new URL(link);
    const post = () =>
      world.app.inject({
        method: 'POST',
        url: pathname + search,
        headers: { 'content-type': 'application/x-www-form-urlencoded' },
        payload: 'List-Unsubscribe=One-Click',
      });
    await changesNothing(world, () => world.app.inject({ method: 'GET', url: pathname + search }));
    expect(await rhythm(), 'a look changes nothing').toBe('daily');
    const replies = await Promise.all(Array.from({ length: 10 }, post));
    expect(replies.map(({ statusCode }) => statusCode)).toEqual(replies.map(() => 200));
    expect(await rhythm()).toBe('off');
    await changesNothing(world, post);
    await tell('two');
    expect(await mailsAt('2026-11-26T01:00:00.000Z')).toEqual([]);
  });

  it('works for the first account of a platform, whose id is the shortest', async () => {
    await world.ownerPool.query(
      `INSERT INTO notice_digest (fan_id, rhythm, time_zone, due_at) VALUES (1, 'daily', 'Asia/Taipei', $1)`,
      [eight],
    );
    const link = digestLink(createServerKeys(world.services.settings.serverSecret), 1);
    const token = new URL(link, 'https://vote.example.com').searchParams.get('token') ?? '';
    expect(await world.call(stopDigest, { body: { token } })).toMatchObject({ data: { rhythm: 'off' } });
    expect((await world.ownerPool.query('SELECT FROM notice_digest WHERE fan_id = 1')).rowCount).toBe(0);
  });

  it('works without a sign-in by the call as well, and for no other fan', async () => {
    const { token } = await givenLink();
    const other = await world.given.fan();
    await choose('daily', other);
    expect(await world.call(stopDigest, { body: { token } })).toMatchObject({ data: { rhythm: 'off' } });
    expect(await rhythm()).toBe('off');
    expect((await world.call(getDigest, { fan: other })).data.rhythm).toBe('daily');
  });

  it('that was altered or made up is refused and changes nothing', async () => {
    const { token } = await givenLink();
    const last = token.at(-2) === 'A' ? 'B' : 'A';
    for (const wrong of [`${token.slice(0, -2)}${last}${token.slice(-1)}`, 'A'.repeat(token.length)]) {
      const reply = await changesNothing(world, () => world.call(stopDigest, { body: { token: wrong } }));
      expect(reply).toMatchObject({ refusal: 'DIGEST_LINK_INVALID' });
      const post = { method: 'POST', url: `/unsubscribe?token=${wrong}` } as const;
      const { code } = JSON.parse((await changesNothing(world, () => world.app.inject(post))).body) as { code: number };
      expect(code).toBe(1072);
    }
    expect(await rhythm()).toBe('daily');
  });
});

it('a digest is missed by an hour at most: it is due when a run of every quarter of an hour comes', async () => {
  await choose('daily');
  const { rows } = await world.ownerPool.query<{ due_at: Date }>('SELECT due_at FROM notice_digest WHERE fan_id = $1', [
    fan.id,
  ]);
  expect(rows[0]?.due_at).toEqual(new Date(eight.getTime() + hourMs));
});
