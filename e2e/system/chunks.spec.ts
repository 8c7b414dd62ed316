import type { Page, Request } from '@playwright/test';
import { lastIdol } from '#/fixtures/idols.ts';
import { loseAnswers } from '#/fixtures/lose-answer.ts';
import { expect, test } from '#/fixtures/test.ts';
import { MallScreen } from '#/pages/mall-screen.ts';
import { goTo } from '#/pages/navigation.ts';
import { VoteScreen } from '#/pages/vote-screen.ts';
import { VoteSheet } from '#/pages/vote-sheet.ts';
import { wholeApp } from '#/pages/whole-app.ts';
import { says } from '#/pages/texts.ts';
import { textsIn } from '#/pages/catalogue.ts';

const words = textsIn.en_US;
const say = says.en_US;
const chunk = '**/assets/mall-screen-*.js';
const gone = [/status of 404/, /ERR_/, /A part of the app could not be loaded/, /A screen failed/];

/** Removes the mall's chunk from the server, as a deployment does. */
async function loseChunk(page: Page): Promise<{ comeBack: () => Promise<void> }> {
  await page.route(chunk, (route) => route.fulfill({ status: 404, contentType: 'text/plain', body: 'gone' }));
  return { comeBack: () => page.unroute(chunk) };
}

async function deployNewBuild(page: Page): Promise<void> {
  await page.route('**/version.json', (route) =>
    route.fulfill({ json: { commitId: 'later', commitMessage: '', builtAt: '2099-01-01T00:00:00.000Z' } }),
  );
}

/**
 * The first request of the mall's chunk fails. The newest engines request it again on the next import; in all
 * others the module stays failed while the page lives, which is imitated here.
 */
async function failFirst(page: Page, { keepsFailures }: { readonly keepsFailures: boolean }): Promise<void> {
  let hasFailed = false;
  let isHealed = false;
  page.on('request', (request) => {
    if (hasFailed && request.isNavigationRequest()) isHealed = true;
  });
  await page.route(chunk, async (route) => {
    if (isHealed || route.request().resourceType() !== 'script') return route.continue();
    hasFailed = true;
    isHealed = !keepsFailures;
    return route.abort('connectionreset');
  });
}

/** The fan's first act on a screen: other screens are prefetched only after it. */
async function actOnce(page: Page): Promise<void> {
  await wholeApp(page);
  await page.keyboard.press('Shift');
}

/**
 * Watches the scripts of a page that is about to be opened.
 *
 * @returns waits until none is being loaded: one that a lost network interrupts stays failed while the page lives.
 */
function watchScripts(page: Page): () => Promise<void> {
  const loading = new Set<Request>();
  page.on('request', (request) => {
    if (request.resourceType() === 'script') loading.add(request);
  });
  page.on('requestfinished', (request) => loading.delete(request));
  page.on('requestfailed', (request) => loading.delete(request));
  return async function allLoaded() {
    for (let idleMoments = 0; idleMoments < 3; idleMoments += 1) {
      await page.evaluate(() => new Promise((resolve) => requestIdleCallback(resolve)));
      if (loading.size > 0) idleMoments = -1;
    }
  };
}

for (const { engine, keepsFailures } of [
  { engine: 'asks for a failed module again', keepsFailures: false },
  { engine: 'keeps a failed module', keepsFailures: true },
]) {
  test(`a chunk whose prefetch failed is loaded when its screen opens, in an engine that ${engine}`, async ({
    visit,
  }) => {
    const page = await visit.anonymously({ tolerates: gone });
    await failFirst(page, { keepsFailures });
    const failedAhead = page.waitForEvent('requestfailed', (request) => request.url().includes('/mall-screen-'));
    await page.goto('/vote-activity');
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(words.election);
    await actOnce(page);
    await failedAhead;
    await goTo(page, words, 'mall');
    await expect(new MallScreen(page, words).offer(words.singleTicket)).toBeVisible();
    expect(new URL(page.url()).pathname).toBe('/mall');
  });
}

/**
 * Presses the way to the mall, and returns the chunks of places that are requested for it: the mall's at once, and when the
 * browser is idle those of all places.
 */
async function fetchedAhead(page: Page): Promise<readonly string[]> {
  const asked: string[] = [];
  page.on('request', (request) => void asked.push(request.url()));
  await page.getByRole('navigation').getByRole('link', { name: words.mall, exact: true }).dispatchEvent('pointerdown');
  // A module that is imported in a later idle moment is requested after theirs.
  const askedLast = page.waitForRequest('**/assets/asked-last.js');
  await page.evaluate(async (path) => {
    await new Promise((resolve) => requestIdleCallback(resolve));
    await import(path).catch(() => undefined);
  }, '/assets/asked-last.js');
  await askedLast;
  return asked.flatMap((url) => /\/(mall|task)-screen-[^/]+\.js$/.exec(url)?.[1] ?? []);
}

test('with a network the chunks of the places are fetched ahead once a fan acts', async ({ visit }) => {
  const page = await visit.anonymously({ tolerates: gone });
  await page.goto('/vote-activity');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(words.election);
  await wholeApp(page);
  expect(new Set(await fetchedAhead(page))).toEqual(new Set(['mall', 'task']));
});

test('without a network no chunk is fetched ahead, so that its screen opens when the network is back', async ({
  visit,
}) => {
  const page = await visit.anonymously({ tolerates: gone });
  await page.route(chunk, (route) => route.abort('internetdisconnected'));
  const allLoaded = watchScripts(page);
  await page.goto('/vote-activity');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(words.election);
  await wholeApp(page);
  await allLoaded();
  await page.context().setOffline(true);
  const banner = page.getByRole('status').filter({ hasText: say('connection.none') });
  await expect(banner).toBeVisible();

  await expect.poll(() => fetchedAhead(page)).toEqual([]);
  await expect(banner).toBeVisible();

  await page.unroute(chunk);
  await page.context().setOffline(false);
  await expect(banner).toBeHidden();
  await goTo(page, words, 'mall');
  await expect(new MallScreen(page, words).offer(words.singleTicket)).toBeVisible();
});

test('a screen that is opened without a network is a card, whose Retry opens it when the network is back', async ({
  visit,
}) => {
  const page = await visit.anonymously({ tolerates: gone });
  await page.route(chunk, (route) => route.abort('internetdisconnected'));
  const allLoaded = watchScripts(page);
  await page.goto('/vote-activity');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(words.election);
  await wholeApp(page);
  await allLoaded();
  await page.context().setOffline(true);
  await goTo(page, words, 'mall');
  await expect(page.getByRole('alert')).toContainText(say('failure.network'));

  await page.unroute(chunk);
  await page.context().setOffline(false);
  await page.getByRole('button', { name: words.tryAgain }).click();
  await expect(new MallScreen(page, words).offer(words.singleTicket)).toBeVisible();
});

test('a chunk missing from the same build shows a card, and the other screens can be opened', async ({ visit }) => {
  const page = await visit.anonymously({ tolerates: gone });
  await loseChunk(page);
  await page.goto('/vote-activity');
  await goTo(page, words, 'mall');
  await expect(page.getByRole('alert')).toContainText(say('screenFailure.text'));
  await goTo(page, words, 'tasks');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(say('tasks.title'));
});

test('when the server has a newer build, the page is reloaded at the screen that was opened', async ({ visit }) => {
  const page = await visit.anonymously({ tolerates: gone });
  const { comeBack } = await loseChunk(page);
  await page.goto('/vote-activity');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(words.election);
  await deployNewBuild(page);
  const reloaded = page.waitForRequest((request) => request.isNavigationRequest());
  await goTo(page, words, 'mall');
  expect(new URL((await reloaded).url()).pathname).toBe('/mall');
  await comeBack();
  await page.waitForLoadState();
  // Whether the new page came before or after the chunk did, it gets to the mall or to a card with a way there.
  const retry = page.getByRole('button', { name: words.tryAgain });
  const offer = new MallScreen(page, words).offer(words.singleTicket);
  await expect(offer.or(retry)).toBeVisible();
  if (await retry.isVisible()) await retry.click();
  await expect(offer).toBeVisible();
});

test('with an unanswered vote the page is not reloaded automatically', async ({ product, given, visit }) => {
  const idol = await lastIdol(product.address);
  const page = await visit.as(await given.fan(), { tolerates: gone });
  const { comeBack } = await loseChunk(page);
  const sheet = new VoteSheet(page, words);
  await new VoteScreen(page, words).open();
  await new VoteScreen(page, words).openSheet(idol.name);
  await loseAnswers(page, '/activity/api/v1/vote/doVote');
  await sheet.cast.click();
  await expect(sheet.askAgain).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(sheet.dialog).toBeHidden();

  await deployNewBuild(page);
  await goTo(page, words, 'mall');
  await expect(page.getByRole('alert')).toContainText(say('failure.newBuild'));
  await comeBack();
  await page.getByRole('button', { name: words.tryAgain }).click();
  await expect(new MallScreen(page, words).offer(words.singleTicket)).toBeVisible();
});
