import type { Page, Worker } from '@playwright/test';
import { call } from '#/fixtures/call.ts';
import { closeRace } from '#/fixtures/close-race.ts';
import { givenIn } from '#/fixtures/given.ts';
import { activityId, idolsIn } from '#/fixtures/idols.ts';
import { openPage, reloadPage } from '#/fixtures/in-app.ts';
import { type Product, startProduct } from '#/fixtures/product.ts';
import { openPushService } from '#/fixtures/push-service.ts';
import { runJob } from '#/fixtures/run-job.ts';
import { expect, test } from '#/fixtures/test.ts';
import { startVisits } from '#/fixtures/visit.ts';
import { says } from '#/pages/texts.ts';

const say = says.en_US;
const hourMs = 3_600_000;

/** Passes to the next full hour, at which the server keeps the ranking. */
async function passHour({ time }: Product): Promise<number> {
  return time.passTo(new Date((Math.floor(time.now().getTime() / hourMs) + 1) * hourMs + 1000));
}

type Shown = { readonly title: string; readonly options: { readonly body: string; readonly data: { to: string } } };

/** Gives the worker what Chromium without a head lacks: a place where notifications are shown, and focus for a page. */
async function keepNotifications(worker: Worker): Promise<void> {
  await worker.evaluate(() => {
    const scope = globalThis as unknown as {
      shown: unknown[];
      registration: ServiceWorkerRegistration;
      WindowClient: { prototype: { focus: unknown } };
    };
    scope.shown = [];
    scope.registration.showNotification = (title, options) =>
      Promise.resolve(void scope.shown.push({ title, options }));
    scope.WindowClient.prototype.focus = () => Promise.resolve();
  });
}

/** Delivers a push to the worker of a page, as the browser does. */
async function deliver(page: Page, data: string): Promise<void> {
  const protocol = await page.context().newCDPSession(page);
  const registered = new Promise<string>((resolve) => {
    protocol.on('ServiceWorker.workerRegistrationUpdated', ({ registrations: [first] }) => {
      if (first) resolve(first.registrationId);
    });
  });
  await protocol.send('ServiceWorker.enable');
  const { origin } = new URL(page.url());
  await protocol.send('ServiceWorker.deliverPushMessage', { origin, registrationId: await registered, data });
}

test('a fan who follows an idol gets a push when she is passed, and it opens the sheet that lifts her', async ({
  browser,
  language,
  theme,
  motion,
}) => {
  await using service = await openPushService();
  await using product = await startProduct({ TIME_TURNED_BY: 'parent', PUSH_TEST_RECEIVER: service.origin });
  const given = givenIn(product);
  await passHour(product);
  const chaser = await closeRace(product, given, 5);
  const { list } = await call(product.address, 'GET /activity/api/v1/vote/ranking', { query: { activityId } });
  const ahead = list.find(({ rank }) => rank === chaser.rank - 1);
  const idols = await idolsIn(product.address, 'en_US');
  const mine = idols.find(({ idolId }) => idolId === ahead?.idolId);
  const other = idols.find(({ idolId }) => idolId === chaser.idolId);
  if (!mine || !other) throw new Error('No idol is ahead of the chaser.');

  const { aheadMs } = product.time;
  const visits = startVisits({ browser, address: product.address, look: { language, theme, motion }, aheadMs });
  const fan = await given.fan();
  await given.vote(fan, { idolId: mine.idolId, num: 1 });
  const page = await visits.as(fan);
  const { arrived } = await service.subscribe(page);

  await test.step('follows her on her page', async () => {
    await openPage(page, `/idol?activityId=${activityId}&idolId=${mine.idolId}`);
    await page.getByRole('button', { name: say('following.follow', { name: mine.name }) }).click();
    await expect(page.getByRole('button', { name: say('following.stop') })).toBeVisible();
  });

  await test.step('turns pushes on, also at night', async () => {
    await openPage(page, '/notifications');
    await page.getByRole('button', { name: say('push.turnOn') }).click();
    await page.getByRole('button', { name: say('notices.settings') }).click();
    const sheet = page.getByRole('dialog', { name: say('notices.settings') });
    await sheet.getByRole('checkbox', { name: say('push.atNight') }).click();
    const settings = () => call(product.address, 'GET /wallet/api/v1/push/getSettings', {}, fan);
    await expect.poll(settings).toMatchObject({ isOn: true, atNight: true });
    await page.keyboard.press('Escape');
  });

  await test.step('she is passed within an hour, and the server pushes', async () => {
    await visits.passTime(await passHour(product));
    await given.vote(await given.fan({ votes: 20 }), { idolId: chaser.idolId, num: 20 });
    await visits.passTime(await passHour(product));
    await expect
      .poll(async () => {
        for (const job of ['notify-of-overtakes', 'send-pushes']) await runJob(product, job);
        return arrived.length;
      })
      .toBe(1);
    expect(JSON.parse(arrived[0] ?? '')).toMatchObject({ title: `${other.name} passed ${mine.name}` });
  });

  await test.step('the worker shows it, and a press on it opens her sheet', async () => {
    // From its next load on a page belongs to the worker.
    await reloadPage(page);
    const worker = page.context().serviceWorkers()[0] ?? (await page.context().waitForEvent('serviceworker'));
    await keepNotifications(worker);
    await deliver(page, arrived[0] ?? '');
    const shown = () => worker.evaluate(() => (globalThis as unknown as { shown: Shown[] }).shown);
    await expect
      .poll(async () => (await shown()).map(({ title }) => title))
      .toEqual([`${other.name} passed ${mine.name}`]);
    await worker.evaluate(() => {
      const [{ options }] = (globalThis as unknown as { shown: [Shown] }).shown;
      const notification = { data: options.data, close: () => undefined };
      dispatchEvent(Object.assign(new Event('notificationclick'), { notification, waitUntil: () => undefined }));
    });
    await expect(page).toHaveURL(/\/vote-activity\?/);
    await expect(page.getByRole('dialog')).toContainText(mine.name);
  });
  expect(await visits.end(), 'what went wrong in the browsers, unseen').toEqual([]);
});
