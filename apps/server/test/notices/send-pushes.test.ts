import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { notify } from '#/modules/notices/index.ts';
import { sendPushesJob } from '#/modules/notices/send-pushes.ts';
import { changesNothing } from '../world/changes-nothing.ts';
import { eraseFan } from '../world/erase-fan.ts';
import type { TestFan } from '../world/given-fan.ts';
import { openPushReceiver, type PushReceiver } from '../world/push-receiver.ts';
import { createWorld, type World } from '../world/world.ts';

const getSettings = 'GET /wallet/api/v1/push/getSettings';
const subscribe = 'POST /wallet/api/v1/push/subscribe';
const unsubscribe = 'POST /wallet/api/v1/push/unsubscribe';
const setAtNight = 'POST /wallet/api/v1/push/setAtNight';
/** Noon in Taipei. */
const noon = new Date('2026-11-23T04:00:00.000Z');
const hourMs = 60 * 60_000;

let receiver: PushReceiver;
let world: World;
let fan: TestFan;
beforeAll(async () => {
  receiver = await openPushReceiver();
  world = await createWorld({
    now: noon,
    environment: { PUSH_TEST_RECEIVER: receiver.origin, RATE_LIMIT_FACTOR: '1000' },
  });
});
afterAll(async () => {
  await world[Symbol.asyncDispose]();
  await receiver[Symbol.asyncDispose]();
});
beforeEach(async () => {
  world.clock.set(noon);
  receiver.arrived.splice(0);
  fan = await world.given.fan();
});

const turnOn = async (caller = fan, timeZone = 'Asia/Taipei', browser = receiver.subscribe()) => {
  const { name: _name, ...subscription } = browser;
  const reply = await world.call(subscribe, { fan: caller, body: { ...subscription, timeZone } });
  expect(reply.data).toMatchObject({ isOn: true });
  return browser;
};
const names = (name: string) => ({ en_US: name, zh_TW: `${name}（中文）` });
let count = 0;
/** Tells fans that their idol was passed. */
const tellOvertake = async (...fans: readonly TestFan[]) => {
  count += 1;
  const parameters = {
    activityId: '1004',
    idol: { idolId: '7', name: names('Sabel'), rank: 6 },
    passer: { idolId: '5', name: names('Orrin'), rank: 5, votesToPass: 9 },
    others: 0,
  };
  const given = fans.map(({ id }) => ({ fanId: id, parameters }));
  await world.db
    .transaction()
    .execute((tx) => notify(tx, { kind: 'idolPassed', subject: String(count), fans: given, at: world.clock.now() }));
};
const send = () => sendPushesJob(world.services).run({}, { number: 1, last: true });
const titles = () => receiver.arrived.map(({ text }) => (JSON.parse(text) as { title: string }).title);

describe('a push', () => {
  it('comes once to the fan’s browser, encrypted, signed by the platform, and in the fan’s language', async () => {
    const browser = await turnOn();
    await tellOvertake(fan, await world.given.fan());
    await Promise.all([send(), send(), send()]);
    await send();
    const { publicKey } = (await world.call(getSettings, { fan })).data;
    expect(receiver.arrived).toMatchObject([
      { browser: browser.name, sender: publicKey, headers: { ttl: '43200', topic: 'idolPassed' } },
    ]);
    expect(JSON.parse(receiver.arrived[0]?.text ?? '')).toEqual({
      title: 'Orrin passed Sabel',
      body: 'She’s #6 now. 9 votes take her to #5.',
      to: '/vote-activity?activityId=1004&vote=7',
      tag: 'idolPassed',
    });
    await world.ownerPool.query(`UPDATE fan SET language = 'zh_TW' WHERE id = $1`, [fan.id]);
    await tellOvertake(fan);
    await send();
    expect(titles()).toEqual(['Orrin passed Sabel', 'Orrin（中文）超前了Sabel（中文）']);
  });

  it('waits for eight in the morning of the fan’s zone, and several of a kind become the newest', async () => {
    await turnOn();
    world.clock.set(new Date('2026-11-23T14:00:00Z'));
    await tellOvertake(fan);
    await send();
    world.clock.advance(hourMs);
    await tellOvertake(fan);
    await send();
    world.clock.set(new Date('2026-11-23T23:59:59Z'));
    await send();
    expect(receiver.arrived).toEqual([]);
    world.clock.set(new Date('2026-11-24T00:00:00Z'));
    await send();
    expect(receiver.arrived).toHaveLength(1);
    await send();
    expect(receiver.arrived).toHaveLength(1);
  });

  it('comes at night to fans elsewhere by whose clock it is day, and to those who want it', async () => {
    const [owl, traveller] = await Promise.all([world.given.fan(), world.given.fan()]);
    await turnOn();
    await turnOn(traveller, 'Europe/Paris');
    await turnOn(owl);
    expect((await world.call(setAtNight, { fan: owl, body: { atNight: true } })).data).toMatchObject({ atNight: true });
    world.clock.set(new Date('2026-11-23T15:00:00Z'));
    await tellOvertake(fan, owl, traveller);
    await send();
    expect(receiver.arrived).toHaveLength(2);
  });

  it('comes three times a day at most, and again on the next day', async () => {
    const { name } = await turnOn();
    const arrived = () => receiver.arrived.filter(({ browser }) => browser === name);
    for (let index = 0; index < 5; index += 1) {
      await tellOvertake(fan);
      await send();
    }
    expect(arrived()).toHaveLength(3);
    await expect(world.pool.query('UPDATE push_fan SET sent = 4 WHERE fan_id = $1', [fan.id])).rejects.toMatchObject({
      constraint: 'push_fan_sent_check',
    });
    world.clock.advance(24 * hourMs);
    await send();
    await tellOvertake(fan);
    await send();
    expect(arrived()).toHaveLength(4);
  });

  it('does not come for a muted topic, what was read meanwhile, nor what happened before pushes were on', async () => {
    await tellOvertake(fan);
    await turnOn();
    await send();
    await tellOvertake(fan);
    const [notice] = (await world.call('GET /wallet/api/v1/notice/getNotices', { fan, query: {} })).data.list;
    await world.call('POST /wallet/api/v1/notice/markRead', { fan, body: { noticeId: notice?.noticeId ?? '' } });
    await send();
    await tellOvertake(fan);
    await world.call('POST /wallet/api/v1/notice/muteTopic', { fan, body: { topic: 'idol', muted: true } });
    await tellOvertake(fan);
    await send();
    expect(receiver.arrived).toEqual([]);
  });

  it('that a service refuses for good ends the subscription; after another failure it is not sent again', async () => {
    const browser = await turnOn();
    receiver.answerWith(browser.name, 500);
    await tellOvertake(fan);
    await send();
    receiver.answerWith(browser.name, 201);
    await send();
    expect(receiver.arrived).toEqual([]);
    expect((await world.call(getSettings, { fan })).data.isOn).toBe(true);
    for (const status of [410, 404]) {
      await turnOn(fan, 'Asia/Taipei', browser);
      receiver.answerWith(browser.name, status);
      await tellOvertake(fan);
      await send();
      expect((await world.call(getSettings, { fan })).data.isOn).toBe(false);
    }
  });
});

describe('a subscription', () => {
  it('ends on a press and with the sign-in of its browser, and a repeat changes nothing', async () => {
    await turnOn();
    expect((await world.call(unsubscribe, { fan })).data.isOn).toBe(false);
    await changesNothing(world, () => world.call(unsubscribe, { fan }));
    await turnOn();
    await tellOvertake(fan);
    await world.call('POST /wallet/api/v1/user/logout', { fan });
    await send();
    expect(receiver.arrived).toEqual([]);
    const { rows } = await world.ownerPool.query('SELECT FROM push_subscription WHERE fan_id = $1', [fan.id]);
    expect(rows).toEqual([]);
  });

  it('is of one fan: who signs in next in the browser takes it over', async () => {
    const next = await world.given.fan();
    const browser = await turnOn();
    await turnOn(next, 'Asia/Taipei', browser);
    await tellOvertake(fan, next);
    await send();
    expect(receiver.arrived).toHaveLength(1);
    expect((await world.call(getSettings, { fan })).data.isOn).toBe(false);
  });

  it.each(['http://push.example.com/1', 'https://127.0.0.1/1', 'https://[::1]/1', 'https://push.example.com:8443/1'])(
    'of %s is refused and changes nothing',
    async (endpoint) => {
      const { name: _name, ...subscription } = receiver.subscribe();
      const body = { ...subscription, endpoint, timeZone: 'Asia/Taipei' };
      const reply = await changesNothing(world, () => world.call(subscribe, { fan, body }));
      expect(reply).toMatchObject({ refusal: 'PUSH_SERVICE_UNKNOWN' });
    },
  );

  it('needs keys and a zone that exist', async () => {
    const { name: _name, ...subscription } = receiver.subscribe();
    const body = { ...subscription, timeZone: 'Asia/Taipei' };
    for (const wrong of [
      { p256dh: 'short' },
      { auth: '' },
      { timeZone: 'Mars/Olympus' },
      { timeZone: '-03:30' },
      { endpoint: 'push' },
    ]) {
      const reply = await changesNothing(world, () => world.call(subscribe, { fan, body: { ...body, ...wrong } }));
      expect(reply).toMatchObject({ status: 422, refusal: 'REQUEST_INVALID' });
    }
  });

  it('of an eleventh browser replaces the oldest', async () => {
    const { endpoint } = await turnOn();
    const ofOthers = (places: string) =>
      world.ownerPool.query(
        `WITH made AS (
           INSERT INTO sign_in (id, fan_id, begun_at, last_seen_at, expires_at)
           SELECT gen_random_uuid(), $1, $2, $2, $2::timestamptz + interval '1 day' FROM ${places} RETURNING id)
         INSERT INTO push_subscription (fan_id, place, sign_in_id, endpoint, p256dh, auth, subscribed_at)
         SELECT s.fan_id, (SELECT max(place) FROM push_subscription WHERE fan_id = $1) + row_number() OVER (), made.id,
                s.endpoint || made.id, s.p256dh, s.auth, s.subscribed_at
           FROM made, push_subscription s WHERE s.endpoint = $3`,
        [fan.id, noon, endpoint],
      );
    await ofOthers('generate_series(2, 10)');
    await expect(ofOthers('generate_series(1, 1)')).rejects.toMatchObject({
      constraint: 'push_subscription_place_check',
    });
    await world.ownerPool.query(
      `WITH made AS (
         INSERT INTO sign_in (id, fan_id, begun_at, last_seen_at, expires_at)
         VALUES (gen_random_uuid(), $1, $2, $2, $2::timestamptz + interval '1 day') RETURNING id)
       UPDATE push_subscription SET sign_in_id = made.id FROM made WHERE endpoint = $3`,
      [fan.id, noon, endpoint],
    );
    const newest = await turnOn();
    const { rows } = await world.ownerPool.query<{ endpoint: string }>(
      'SELECT endpoint FROM push_subscription WHERE fan_id = $1 ORDER BY id',
      [fan.id],
    );
    const kept = rows.map((row) => row.endpoint);
    expect([kept.length, kept.at(-1), kept.includes(endpoint)]).toEqual([10, newest.endpoint, false]);
  });

  it('is in the copy of the fan’s data without its keys, and goes with them', async () => {
    const { p256dh, auth } = await turnOn();
    const copy = await world.call('POST /wallet/api/v1/user/getMyData', { fan, body: {} });
    const service = new URL(receiver.origin).host;
    expect(copy.data.pushes).toEqual({
      total: 1,
      rows: [{ service, timeZone: 'Asia/Taipei', atNight: false, subscribedAt: noon.toISOString() }],
    });
    expect(JSON.stringify(copy.data)).not.toMatch(new RegExp(`${p256dh}|${auth}`));
    await eraseFan(world, fan);
    const { rows } = await world.ownerPool.query(
      'SELECT fan_id FROM push_fan WHERE fan_id = $1 UNION SELECT fan_id FROM push_subscription WHERE fan_id = $1',
      [fan.id],
    );
    expect(rows).toEqual([]);
  });
});

it('The platform’s key is made once, however many ask, and its private half is sealed.', async () => {
  const keys = await Promise.all(Array.from({ length: 20 }, () => world.call(getSettings, { fan })));
  expect(new Set(keys.map(({ data }) => data.publicKey)).size).toBe(1);
  const { rows } = await world.ownerPool.query<{ length: number }>(
    'SELECT octet_length(sealed_private_key) AS length FROM push_key',
  );
  expect(rows).toEqual([{ length: 12 + 16 + 43 }]);
});
