import type { Page } from '@playwright/test';
import { violations } from '#/fixtures/accessibility.ts';
import { givenShortLoop, shortLoopSeconds } from '#/fixtures/demo-loop.ts';
import { failCall } from '#/fixtures/fail-call.ts';
import { givenRoom } from '#/fixtures/given-room.ts';
import { reloadPage } from '#/fixtures/in-app.ts';
import { needsCodecs } from '#/fixtures/needs-codecs.ts';
import { expect, test } from '#/fixtures/test.ts';
import { LiveRoomScreen } from '#/pages/live-screen.ts';
import { says } from '#/pages/texts.ts';

const say = says.en_US;
const media = '**/live/v1/**';
const boundaries = 3;
/** No beat of a player comes later. */
const beatMs = 22_000;

/** Every lock of the screen that the page asked for. */
type WithLocks = typeof globalThis & { locks: WakeLockSentinel[] };

async function watchWakeLocks(page: Page): Promise<() => Promise<number>> {
  await page.context().grantPermissions(['screen-wake-lock']);
  await page.addInitScript(() => {
    const locks: WakeLockSentinel[] = [];
    (globalThis as WithLocks).locks = locks;
    const { wakeLock } = navigator;
    const ask = wakeLock.request.bind(wakeLock);
    wakeLock.request = async (type) => {
      const lock = await ask(type);
      locks.push(lock);
      return lock;
    };
  });
  return () => page.evaluate(() => (globalThis as WithLocks).locks.filter(({ released }) => !released).length);
}

/** Leaves the browser only what it plays by itself, as some web views. */
async function takeMediaSources(page: Page): Promise<void> {
  await page.addInitScript(() => {
    for (const name of ['MediaSource', 'ManagedMediaSource', 'WebKitMediaSource'])
      Reflect.deleteProperty(globalThis, name);
  });
}

/** Says loudly where the browser plays no playlists by itself. */
async function playsByItself(page: Page): Promise<boolean> {
  const plays = await page.evaluate(
    () => document.createElement('video').canPlayType('application/vnd.apple.mpegurl') !== '',
  );
  if (!plays)
    console.warn('NOT TESTED: this browser plays no playlist by itself, so that the native path was not seen.');
  return plays;
}

test('a loop plays across three boundaries while its token is swapped, keeps the screen awake, and counts', async ({
  product,
  given,
  visit,
}) => {
  const page = await visit.as(await given.fan());
  await needsCodecs(page);
  const { roomId } = await givenRoom(product, { opensIn: -30, hasPicture: true, loop: await givenShortLoop(product) });
  const tokens = new Set<string>();
  page.on('request', (request) => {
    const [, token] = /\/live\/v1\/([^/]+)\//.exec(request.url()) ?? [];
    if (token !== undefined) tokens.add(token);
  });
  const locks = await watchWakeLocks(page);
  const room = new LiveRoomScreen(page);
  await room.open(roomId);
  await room.playing();
  // As if the fan had watched for half a minute, so that the next beat counts the play.
  await product.database.query(
    `UPDATE live_session SET opened_at = opened_at - interval '30 seconds', watched_ms = watched_ms + 30000
      WHERE room_id = $1`,
    [roomId],
  );
  // Before stalls are counted, as it holds the page up.
  expect(await violations(page), 'what axe finds while it plays').toEqual([]);
  await page.evaluate(() => {
    const video = document.querySelector('video');
    // How often the picture stood still once it had begun.
    video?.addEventListener('waiting', () => {
      video.dataset['stalls'] = String(Number(video.dataset['stalls'] ?? 0) + 1);
    });
  });
  const begin = await room.time();
  await expect.poll(() => locks(), 'locks of the screen while it plays').toBe(1);
  await expect
    .poll(() => room.time(), { timeout: 90_000, intervals: [1000] })
    .toBeGreaterThan(begin + boundaries * shortLoopSeconds);
  await expect.poll(() => room.video.getAttribute('data-stalls'), 'stalls').toBeNull();
  await expect.poll(() => tokens.size, 'tokens that fetched the picture').toBeGreaterThan(2);
  await expect(room.player.getByText(say('live.viewerCount', { viewers: 1 }))).toBeAttached();
  await expect(room.player, 'what was made before is never called live').toContainText(say('live.mark.recording'));
  await room.control('live.player.pause').click();
  await expect.poll(locks, 'locks of the screen while it is paused').toBe(0);
  await reloadPage(page);
  await expect(page.getByText(say('live.plays', { plays: 1 }))).toBeVisible();
});

test('the player obeys its keys while it has the focus and its buttons, and moves into its own window', async ({
  product,
  visit,
}) => {
  const page = await visit.anonymously();
  await needsCodecs(page);
  const { roomId } = await givenRoom(product, { opensIn: -60, hasPicture: true });
  const room = new LiveRoomScreen(page);
  await room.open(roomId);
  await room.playing();
  await expect.poll(() => room.isMuted(), 'before a touch').toBe(true);
  await page.keyboard.press('m');
  await expect.poll(() => room.isMuted(), 'without the focus').toBe(true);
  await room.player.focus();
  await page.keyboard.press('m');
  await expect.poll(() => room.isMuted()).toBe(false);
  await page.keyboard.press('Space');
  await expect.poll(() => room.isPaused()).toBe(true);
  await expect(room.control('live.player.play')).toBeVisible();
  await room.control('live.player.toNewest').waitFor();
  await page.keyboard.press('l');
  await expect.poll(() => room.isPaused()).toBe(false);

  for (const press of [
    () => page.keyboard.press('f'),
    (id: 'live.player.whole' | 'live.player.notWhole') => room.control(id).click(),
  ]) {
    await press('live.player.whole');
    await expect(room.control('live.player.notWhole')).toBeVisible();
    await press('live.player.notWhole');
    await expect(room.control('live.player.whole')).toBeVisible();
  }
  const inset = () => page.evaluate(() => document.pictureInPictureElement?.tagName);
  await room.control('live.player.inset').click();
  await expect.poll(inset).toBe('VIDEO');
  await room.control('live.player.inset').click();
  await expect.poll(inset).toBeUndefined();
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
  await here.sheet.getByRole('button', { name: say('live.watch'), exact: true }).click();
  await here.playing();

  // Where it can, the other device plays by itself, with one address until the end of the room.
  const second = await visit.as(fan, { tolerates: [/403/, /409/] });
  const isNative = await playsByItself(second);
  if (isNative) await takeMediaSources(second);
  await second.clock.install();
  const there = new LiveRoomScreen(second);
  await there.open(roomId);
  await there.playing();
  if (isNative) expect(await there.tokenSeconds(), 'of the hour that the room goes on').toBeGreaterThan(3500);
  await expect(here.player.getByRole('alert')).toContainText(say('live.player.end.taken'));
  expect(await violations(first), 'what axe finds when it was taken').toEqual([]);
  await here.player.getByRole('button', { name: say('live.player.watchHere') }).click();
  await here.playing();
  // A player that cannot say why its address is refused hears it at its next beat.
  await second.clock.fastForward(beatMs);
  await expect(there.player.getByRole('alert')).toContainText(say('live.player.end.taken'));
});

test('what keeps the picture away is said in words, with the way to try again', async ({ product, visit }) => {
  const page = await visit.anonymously({ tolerates: [/ERR_|403|50\d/] });
  await needsCodecs(page);
  const { roomId } = await givenRoom(product, { opensIn: -60, hasPicture: true });
  const room = new LiveRoomScreen(page);
  const alert = room.player.getByRole('alert');
  const retry = room.player.getByRole('button', { name: say('common.retry') });
  const putRight = await failCall(page, '/activity/api/v1/jplive/token', { reason: 'INTERNAL', language: 'en_US' });
  await room.open(roomId);
  await expect(alert).toContainText(say('live.player.end.failed'));
  await putRight();

  // A token that the server renews and yet refuses.
  await page.route(media, (route) => route.fulfill({ status: 403 }));
  await retry.click();
  await expect(alert).toContainText(say('live.player.end.failed'));
  await page.unroute(media);

  await page.route(media, (route) => route.abort('internetdisconnected'));
  await retry.click();
  await expect(alert).toContainText(say('live.player.end.network'), { timeout: 60_000 });
  await page.unroute(media);
  // The browser says that the network is back.
  await page.evaluate(() => dispatchEvent(new Event('online')));
  await room.playing();
});

test('a browser that plays by itself says that its address is refused, and one that cannot play says so', async ({
  product,
  visit,
}) => {
  const { roomId } = await givenRoom(product, { opensIn: -60, hasPicture: true });
  const page = await visit.anonymously({ tolerates: [/403/] });
  await takeMediaSources(page);
  const room = new LiveRoomScreen(page);
  const alert = room.player.getByRole('alert');
  if (await playsByItself(page)) {
    await page.route(media, (route) => route.fulfill({ status: 403 }));
    await room.open(roomId);
    await expect(alert).toContainText(say('live.player.end.failed'));
    await page.unroute(media);
    await room.player.getByRole('button', { name: say('common.retry') }).click();
    await room.playing();
  }
  await page.addInitScript(() => {
    HTMLMediaElement.prototype.canPlayType = () => '';
  });
  await room.open(roomId);
  await expect(alert).toContainText(say('live.player.end.unsupported'));
});
