import ICAL from 'ical.js';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { moveEnd } from '#/modules/elections/index.ts';
import { createWorld, type World } from '../world/world.ts';

const hourMs = 60 * 60_000;
const noon = new Date('2026-12-08T04:00:00.000Z');
const opensAt = new Date(noon.getTime() + hourMs);
const closesAt = new Date(noon.getTime() + 48 * hourMs);
/** Everything that a calendar file must escape, and long enough to be folded. */
const title = {
  en_US: 'Finals; part 1, "live"\\',
  zh_TW: '年度人氣總決選；第一場，現場直播, 前七名晉級; 你支持的偶像需要你',
};

let world: World;
beforeAll(async () => {
  world = await createWorld({ now: noon, environment: { PUBLIC_URL: 'https://vote.example.com' } });
  await world.given.election({ opensAt, closesAt });
  await world.ownerPool.query(`UPDATE activity SET title = $1`, [JSON.stringify(title)]);
});
afterAll(() => world[Symbol.asyncDispose]());

async function download(query: string, headers: Record<string, string> = {}) {
  world.time.forget();
  const url = `/activity/api/v1/vote/calendar?activityId=1004${query}`;
  const reply = await world.app.inject({ method: 'GET', url, headers });
  const events = new ICAL.Component(ICAL.parse(reply.body) as never)
    .getAllSubcomponents('vevent')
    .map((event) => new ICAL.Event(event));
  return { reply, events };
}

it('a calendar file says when voting opens and closes, with reminders a day and an hour before', async () => {
  const { reply, events } = await download('');
  expect(reply.headers['content-type']).toBe('text/calendar; charset=utf-8');
  expect(reply.headers['content-disposition']).toBe('attachment; filename="vote-1004.ics"');
  const [opening, close, ...others] = events;
  expect(others).toEqual([]);
  expect(opening).toMatchObject({ uid: '1004-1-opens@vote.example.com', summary: `Voting opens: ${title.en_US}` });
  expect(opening?.startDate.toJSDate()).toEqual(opensAt);
  expect(close).toMatchObject({ uid: '1004-1-closes@vote.example.com', summary: `Last hour to vote: ${title.en_US}` });
  expect(close?.endDate.toJSDate()).toEqual(closesAt);
  const page = 'https://vote.example.com/vote-activity?activityId=1004';
  expect(close?.component.getFirstPropertyValue('url')).toBe(page);
  const reminders = close?.component.getAllSubcomponents('valarm').map((alarm) => {
    const before = alarm.getFirstPropertyValue('trigger') as InstanceType<typeof ICAL.Duration>;
    return closesAt.getTime() - (close.startDate.toJSDate().getTime() + before.toSeconds() * 1000);
  });
  expect(reminders).toEqual([24 * hourMs, hourMs]);
});

it('is in the language asked for, in lines of at most 75 bytes that end as the format wants', async () => {
  const { reply, events } = await download('&language=zh_TW', { 'accept-language': 'en' });
  expect(events[1]?.summary).toBe(`投票最後一小時：${title.zh_TW}`);
  expect(reply.body.replaceAll('\r\n', '')).not.toMatch(/[\r\n]/);
  const lengths = reply.body.split('\r\n').map((line) => Buffer.byteLength(line));
  expect(Math.max(...lengths)).toBeLessThanOrEqual(75);
  expect(reply.body, 'folded').toMatch(/\r\n ./);
  expect(reply.body).toMatch(/DTSTAMP:\d{8}T\d{6}Z\r\n/);
  expect(reply.body).toContain('DTEND:20261210T040000Z\r\n');
  const other = await download('', { 'accept-language': 'zh-TW' });
  expect(other.events[1]?.summary).toBe(events[1]?.summary);
});

it('keeps its entity tag while nothing changes, and shared caches tell its languages apart', async () => {
  const { reply } = await download('');
  expect(reply.headers.vary).toBe('accept-language');
  world.clock.advance(5 * 60_000);
  const { etag } = reply.headers;
  const again = await world.app.inject({
    method: 'GET',
    url: '/activity/api/v1/vote/calendar?activityId=1004',
    headers: { 'if-none-match': etag ?? '' },
  });
  expect([again.statusCode, again.headers.vary]).toEqual([304, 'accept-language']);
  expect((await download('', { 'accept-language': 'zh-TW' })).reply.headers.etag).not.toBe(etag);
});

it('replaces a moved end by the same id with a later number, and has no opening that is over', async () => {
  const before = (await download('')).events[1];
  world.clock.set(new Date(opensAt.getTime() + hourMs));
  const to = new Date(closesAt.getTime() + hourMs);
  const wish = { activityId: '1004', to: to.toISOString(), why: 'A storm', now: world.clock.now() };
  expect(await moveEnd(world.ownerPool, wish, closesAt)).toBe(true);
  await expect.poll(async () => (await download('')).events[0]?.sequence).toBe(1);
  const [close, ...others] = (await download('')).events;
  expect(others).toEqual([]);
  expect([before?.uid, before?.sequence]).toEqual([close?.uid, 0]);
  expect(close?.endDate.toJSDate()).toEqual(to);
  const stampOf = (event?: InstanceType<typeof ICAL.Event>) =>
    String(event?.component.getFirstPropertyValue('dtstamp'));
  expect([stampOf(before), stampOf(close)]).toEqual(['2026-12-08T05:00:00Z', '2026-12-08T06:00:00Z']);
  world.clock.set(new Date(to.getTime() + hourMs));
  expect((await download('')).events, 'never empty').toHaveLength(1);
});

it('of an election that does not exist is refused', async () => {
  const reply = await world.call('GET /activity/api/v1/vote/calendar', { query: { activityId: '9999' } });
  expect(reply).toMatchObject({ refusal: 'ACTIVITY_NOT_FOUND' });
});
