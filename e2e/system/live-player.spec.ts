import type { Page } from '@playwright/test';
import { violations } from '#/fixtures/accessibility.ts';
import { failCall } from '#/fixtures/fail-call.ts';
import { givenRoom } from '#/fixtures/given-room.ts';
import { expect, test } from '#/fixtures/test.ts';
import { LiveRoomScreen } from '#/pages/live-screen.ts';
import { says } from '#/pages/texts.ts';

const say = says.en_US;
const media = '**/live/v1/**';
const loopSeconds = 48;
const codecs = 'video/mp4; codecs="avc1.42E01E, mp4a.40.2"';

/** Says loudly where the browser has no codec for the picture, as in some builds of Chromium. */
async function needsCodecs(page: Page): Promise<void> {
  await page.goto('/about-us');
  const plays = await page.evaluate((type) => MediaSource.isTypeSupported(type), codecs);
  if (!plays) console.warn(`NOT TESTED: this browser cannot play ${codecs}, so that no live picture was seen.`);
  test.skip(!plays, `This browser cannot play ${codecs}.`);
}

test('the demo loop plays across three boundaries, while its token is swapped and its play is counted', async ({
  product,
  given,
  visit,
}) => {
  test.setTimeout(400_000);
  const page = await visit.as(await given.fan());
  await needsCodecs(page);
  const { roomId } = await givenRoom(product, { opensIn: -30, hasPicture: true });
  const tokens = new Set<string>();
  page.on('request', (request) => {
    const [, token] = /\/live\/v1\/([^/]+)\//.exec(request.url()) ?? [];
    if (token !== undefined) tokens.add(token);
  });
  const room = new LiveRoomScreen(page);
  await room.open(roomId);
  await room.playing();
  await page.evaluate(() => {
    const video = document.querySelector('video');
    // How often the picture stood still once it had begun.
    video?.addEventListener('waiting', () => {
      video.dataset['stalls'] = String(Number(video.dataset['stalls'] ?? 0) + 1);
    });
  });
  const begin = await room.time();
  await expect
    .poll(() => room.time(), { timeout: 300_000, intervals: [2000] })
    .toBeGreaterThan(begin + 3 * loopSeconds);
  expect(await room.video.getAttribute('data-stalls'), 'stalls').toBeNull();
  expect(tokens.size, 'tokens that fetched the picture').toBeGreaterThan(3);
  await expect(room.player.getByText(say('live.viewerCount', { viewers: 1 }))).toBeAttached();
  await expect(room.player, 'what was made before is never called live').toContainText(say('live.mark.recording'));
  await page.reload();
  await expect(page.getByText(say('live.plays', { plays: 1 }))).toBeVisible();
});

test('a second device takes over the ticket, and the first says so and can take it back', async ({
  product,
  given,
  visit,
}) => {
  const fan = await given.fan({ points: 50 });
  const { roomId } = await givenRoom(product, { price: 50, opensIn: -30, hasPicture: true });
  const first = await visit.as(fan, { tolerates: [/403/, /409/] });
  await needsCodecs(first);
  const here = new LiveRoomScreen(first);
  await here.open(roomId);
  await here.getTicket.click();
  await here.sheet.getByRole('button', { name: say('live.ticket.pay', { points: 50 }) }).click();
  await here.sheet.getByRole('button', { name: say('common.done'), exact: true }).click();
  await here.playing();

  const second = await visit.as(fan, { tolerates: [/403/, /409/] });
  const there = new LiveRoomScreen(second);
  await there.open(roomId);
  await there.playing();
  await expect(here.player.getByRole('alert')).toContainText(say('live.player.end.taken'));
  expect(await violations(first), 'what axe finds when it was taken').toEqual([]);
  await here.player.getByRole('button', { name: say('live.player.watchHere') }).click();
  await here.playing();
  await expect(there.player.getByRole('alert')).toContainText(say('live.player.end.taken'));
});

test('the player obeys its keys while it has the focus, and no others', async ({ product, visit }) => {
  const page = await visit.anonymously();
  await needsCodecs(page);
  const { roomId } = await givenRoom(product, { opensIn: -60, hasPicture: true });
  const room = new LiveRoomScreen(page);
  await room.open(roomId);
  await room.playing();
  expect(await violations(page), 'what axe finds while it plays').toEqual([]);
  expect(await room.isMuted(), 'before a touch').toBe(true);
  await page.keyboard.press('m');
  expect(await room.isMuted(), 'without the focus').toBe(true);
  await room.player.focus();
  await page.keyboard.press('m');
  expect(await room.isMuted()).toBe(false);
  await page.keyboard.press('Space');
  expect(await room.isPaused()).toBe(true);
  await expect(room.control('live.player.play')).toBeVisible();
  await room.control('live.player.toNewest').waitFor();
  await page.keyboard.press('l');
  await expect.poll(() => room.isPaused()).toBe(false);
  await page.keyboard.press('f');
  await expect(room.control('live.player.notWhole')).toBeVisible();
  await page.keyboard.press('f');
  await expect(room.control('live.player.whole')).toBeVisible();
});

test('what keeps the picture away is said in words, with the way to try again', async ({ product, visit }) => {
  const page = await visit.anonymously({ tolerates: [/ERR_|50\d/] });
  await needsCodecs(page);
  const { roomId } = await givenRoom(product, { opensIn: -60, hasPicture: true });
  const room = new LiveRoomScreen(page);
  const putRight = await failCall(page, '/jplive/token', { reason: 'INTERNAL', language: 'en_US' });
  await room.open(roomId);
  await expect(room.player.getByRole('alert')).toContainText(say('live.player.end.failed'));
  await putRight();
  await page.route(media, (route) => route.abort('internetdisconnected'));
  await room.player.getByRole('button', { name: say('common.retry') }).click();
  await expect(room.player.getByRole('alert')).toContainText(say('live.player.end.network'), { timeout: 60_000 });
  await page.unroute(media);
  await room.player.getByRole('button', { name: say('common.retry') }).click();
  await room.playing();
});

test('a browser that cannot play says so', async ({ product, visit }) => {
  const page = await visit.anonymously();
  const { roomId } = await givenRoom(product, { opensIn: -60, hasPicture: true });
  await page.addInitScript(() => {
    for (const name of ['MediaSource', 'ManagedMediaSource', 'WebKitMediaSource'])
      Reflect.deleteProperty(globalThis, name);
    HTMLMediaElement.prototype.canPlayType = () => '';
  });
  const room = new LiveRoomScreen(page);
  await room.open(roomId);
  await expect(room.player.getByRole('alert')).toContainText(say('live.player.end.unsupported'));
});
