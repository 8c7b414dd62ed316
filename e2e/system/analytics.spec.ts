import type { Page } from '@playwright/test';
import type { Pool } from 'pg';
import { lastIdol } from '#/fixtures/idols.ts';
import { openPage } from '#/fixtures/in-app.ts';
import { expect, test } from '#/fixtures/test.ts';
import { goTo } from '#/pages/navigation.ts';
import { TaskScreen } from '#/pages/task-screen.ts';
import { VoteScreen } from '#/pages/vote-screen.ts';
import { VoteSheet } from '#/pages/vote-sheet.ts';
import { says } from '#/pages/texts.ts';
import { textsIn } from '#/pages/catalogue.ts';

const words = textsIn.en_US;
const say = says.en_US;

type EventRow = {
  name: string;
  screen: string;
  properties: Record<string, unknown>;
  device_type: string;
  text: string;
};

async function rowsOf(database: Pool, sessionId: string | null): Promise<EventRow[]> {
  const { rows } = await database.query<EventRow>(
    `SELECT name, screen, properties, device_type, row_to_json(e)::text AS text
       FROM analytics_event e WHERE session_id = $1 ORDER BY id`,
    [sessionId],
  );
  return rows;
}

/** The random name of this tab; null as long as it has sent nothing. */
const sessionId = (page: Page) => page.evaluate(() => sessionStorage.getItem('lightstick.analyticsSession'));

/** Hides the page from the fan as far as its script can tell, at which it sends what it has. */
async function hide(page: Page): Promise<void> {
  await page.evaluate(() => {
    Object.defineProperty(document, 'visibilityState', { configurable: true, get: () => 'hidden' });
    document.dispatchEvent(new Event('visibilitychange', { bubbles: true }));
  });
}

test('screens, a task, a vote and web vitals reach the database, and nothing of the fan does', async ({
  product,
  given,
  visit,
}) => {
  const idol = await lastIdol(product.address);
  const fan = await given.fan({ nickname: 'Tsubasa', votes: 20 });
  const page = await visit.as(fan);
  const measures = page.waitForResponse(/start-analytics/);
  await new VoteScreen(page, words).open();
  await new VoteScreen(page, words).openSheet(idol.name);
  const sheet = new VoteSheet(page, words);
  await sheet.amount.fill('12');
  await sheet.cast.click();
  await expect(sheet.counted).toBeVisible();
  await sheet.done.click();
  await goTo(page, words, 'tasks');
  await new TaskScreen(page, words).checkIn.click();
  await expect(new TaskScreen(page, words).checkedIn).toBeVisible();
  await measures;
  await expect.poll(() => sessionId(page), 'a batch every ten seconds').toEqual(expect.any(String));
  await hide(page);

  const id = await sessionId(page);
  const rows = () => rowsOf(product.database, id);
  const has = (name: string, screen: string, properties: object) =>
    expect.poll(rows).toContainEqual(expect.objectContaining({ name, screen, properties, device_type: 'H5' }));
  await has('screen_view', '/vote-activity', {});
  await has('screen_view', '/task', {});
  await has('vote', '/vote-activity', { activityId: '1004', size: '10-49' });
  await has('task', '/task', { typeId: 2 });
  await expect
    .poll(async () =>
      (await rows()).filter(({ name }) => name === 'web_vital').map(({ properties }) => properties['metric']),
    )
    .toEqual(expect.arrayContaining(['LCP', 'CLS', 'TTFB', 'FCP']));

  const everything = (await rows()).map(({ text }) => text).join('\n');
  // Many random ids and times contain her three digits, so they are searched only where they would name her.
  const ofIdol = [`"${idol.idolId}"`, `idolId=${idol.idolId}`];
  const personal = [fan.email, fan.nickname, fan.accountId, fan.token, fan.passport, ...ofIdol, '127.0.0.1', 'Mozilla'];
  for (const trace of personal) expect(everything, `a trace of ${trace}`).not.toContain(trace);
});

test('a chunk that cannot be loaded is measured with its kind and its address', async ({ product, visit }) => {
  const page = await visit.anonymously({
    tolerates: [/status of 404/, /A part of the app could not be loaded/, /A screen failed/],
  });
  await page.route('**/assets/mall-screen-*.js', (route) => route.fulfill({ status: 404, body: 'gone' }));
  const measures = page.waitForResponse(/start-analytics/);
  await openPage(page, '/vote-activity');
  await goTo(page, words, 'mall');
  await expect(page.getByRole('alert')).toContainText(say('screenFailure.text'));
  await measures;
  await expect.poll(() => sessionId(page)).toEqual(expect.any(String));
  await hide(page);
  const id = await sessionId(page);
  await expect
    .poll(() => rowsOf(product.database, id))
    .toContainEqual(
      expect.objectContaining({
        name: 'error',
        screen: '/mall',
        properties: {
          kind: 'chunk',
          type: 'missing',
          address: expect.stringMatching(/^\/assets\/mall-screen-[\w-]+\.js$/),
        },
      }),
    );
});

test('a browser that asks not to be measured is not, and loads nothing that would', async ({ visit }) => {
  const page = await visit.anonymously();
  await page.addInitScript(() => Object.defineProperty(navigator, 'doNotTrack', { get: () => '1' }));
  const asked: string[] = [];
  page.on('request', (request) => asked.push(request.url()));
  // It comes when the app is whole; what measures loads at the fan's first act, when hidden, or after six seconds.
  const whole = page.waitForResponse(/chunk-failure/);
  await openPage(page, '/vote-activity');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(words.election);
  await whole;
  await goTo(page, words, 'tasks');
  await expect(new TaskScreen(page, words).checkIn).toBeVisible();
  await hide(page);
  expect(asked.filter((url) => /analytics|googletagmanager/.test(url))).toEqual([]);
  await expect.poll(() => sessionId(page)).toBeNull();
});
