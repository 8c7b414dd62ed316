import type { BrowserContext, Page } from '@playwright/test';
import { idolsIn } from '#/fixtures/idols.ts';
import { openPage } from '#/fixtures/in-app.ts';
import { expect, test } from '#/fixtures/test.ts';
import { goTo } from '#/pages/navigation.ts';
import { MallScreen } from '#/pages/mall-screen.ts';
import { MeScreen } from '#/pages/me-screen.ts';
import { VoteScreen } from '#/pages/vote-screen.ts';
import { laterChunk, wholeApp } from '#/pages/whole-app.ts';
import { says } from '#/pages/texts.ts';
import { textsIn } from '#/pages/catalogue.ts';

const words = textsIn.en_US;
const say = says.en_US;
const lost = [/ERR_FAILED/, /ERR_INTERNET_DISCONNECTED/, /A part of the app/];

/** Keeps the part beside the screens on its way until it is let go. */
async function holdLater(page: Page): Promise<() => void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  await page.route(laterChunk, async (route) => {
    await promise;
    await route.continue();
  });
  return resolve;
}

const exchangeTicket = '/wallet/api/v1/pointsMall/exchangeTicket';
/** The chunk that resends unanswered requests of an earlier page; it runs as soon as it is loaded. */
const resendChunk = '**/assets/resend-intents-*.js';

/** Keeps the answers of a call on their way until they are let go, and counts what was sent. */
async function holdAnswers(context: BrowserContext, path: string) {
  const keys: (string | null)[] = [];
  const { promise, resolve: answer } = Promise.withResolvers<void>();
  await context.route(`**${path}`, async (route) => {
    keys.push(await route.request().headerValue('idempotency-key'));
    const response = await route.fetch();
    await promise;
    await route.fulfill({ response });
  });
  return { keys, answer };
}

/** Opens the ranking without the part beside it, which cannot be loaded. */
async function openWithoutLater(page: Page): Promise<void> {
  await page.route(laterChunk, (route) => route.abort());
  const givenUp = page.waitForEvent('console', (message) => message.text().includes('beside its screens failed'));
  await new VoteScreen(page, words).open();
  await givenUp;
  await page.unroute(laterChunk);
}

test('the deferred part of the app is loaded on the next screen after a failure', async ({ visit }) => {
  const page = await visit.anonymously({ tolerates: lost });
  await openWithoutLater(page);
  await goTo(page, words, 'mall');
  await wholeApp(page);
});

test('the deferred part of the app is loaded when the network is back after a failure', async ({ visit }) => {
  const page = await visit.anonymously({ tolerates: lost });
  await openWithoutLater(page);
  await page.context().setOffline(true);
  await page.context().setOffline(false);
  await wholeApp(page);
});

test('a language chosen before the app is whole also applies to data that were fetched already', async ({
  product,
  given,
  visit,
}) => {
  const [first] = await idolsIn(product.address, 'zh_TW');
  const page = await visit.as(await given.fan());
  const letGo = await holdLater(page);
  const screen = new VoteScreen(page, words);
  await screen.open();
  await expect(screen.ranking.getByRole('listitem').first()).toBeVisible();
  await goTo(page, words, 'me');
  await new MeScreen(page, words).openSettings();
  await page.getByText('繁體中文', { exact: true }).click();
  await goTo(page, textsIn.zh_TW, 'ranking');
  letGo();
  await expect(new VoteScreen(page, textsIn.zh_TW).row(first?.name ?? '')).toBeVisible();
});

test('a screen that the fan moves to before the app is whole begins at its top', async ({ visit }) => {
  const page = await visit.anonymously();
  const letGo = await holdLater(page);
  const screen = new VoteScreen(page, words);
  await screen.open();
  await screen.ranking.getByRole('list').getByRole('listitem').nth(15).scrollIntoViewIfNeeded();
  await expect.poll(() => page.evaluate(() => scrollY)).toBeGreaterThan(300);
  await goTo(page, words, 'home');
  await expect(page).toHaveURL(/\/$/);
  letGo();
  await wholeApp(page);
  await expect.poll(() => page.evaluate(() => scrollY)).toBe(0);
});

/** Sets what the device reports about its network, without the event that announces it. */
async function sayOnline(page: Page, online: boolean): Promise<void> {
  await page.evaluate((value) => Object.defineProperty(navigator, 'onLine', { value, configurable: true }), online);
}

test('a network that is lost before the app has loaded is shown as lost', async ({ visit }) => {
  const page = await visit.anonymously();
  const letGo = await holdLater(page);
  await new VoteScreen(page, words).open();
  await expect(page.getByRole('main').getByText(words.live, { exact: true })).toBeVisible();
  await sayOnline(page, false);
  letGo();
  const banner = page.getByRole('status').filter({ hasText: say('connection.none') });
  await expect(banner).toBeVisible();
  await sayOnline(page, true);
  await page.evaluate(() => dispatchEvent(new Event('online')));
  await expect(banner).toBeHidden();
});

test('a request sent before the app is whole is answered in its sheet and sent once', async ({ given, visit }) => {
  const page = await visit.as(await given.fan({ points: 500 }));
  const letGo = await holdLater(page);
  const mall = new MallScreen(page, words);
  await mall.open();
  const sheet = await mall.openSheet(words.singleTicket);
  const { keys, answer } = await holdAnswers(page.context(), exchangeTicket);
  await mall.payIn(sheet).click();
  await expect.poll(() => keys.length).toBe(1);

  const resending = page.waitForResponse(resendChunk);
  letGo();
  await (await resending).finished();
  await wholeApp(page);
  answer();
  await expect(sheet.getByText('You got 1 ticket')).toBeVisible();
  await expect(page.locator('[popover][role="status"] > *'), 'toasts').toHaveCount(0);
  expect(keys).toHaveLength(1);
});

test('a second tab does not resend a request that the first tab still waits for', async ({ given, visit }) => {
  const fan = await given.fan({ points: 500 });
  const page = await visit.as(fan);
  const mall = new MallScreen(page, words);
  await mall.open();
  const sheet = await mall.openSheet(words.singleTicket);
  const { keys, answer } = await holdAnswers(page.context(), exchangeTicket);
  await mall.payIn(sheet).click();
  await expect.poll(() => keys.length).toBe(1);

  const other = await page.context().newPage();
  const resending = other.waitForResponse(resendChunk);
  await openPage(other, '/mall');
  await (await resending).finished();
  await wholeApp(other);
  answer();
  await expect(sheet.getByText('You got 1 ticket')).toBeVisible();
  expect(keys).toHaveLength(1);
});

test('the last of two languages pressed in quick succession is shown', async ({ given, visit }) => {
  const page = await visit.as(await given.fan());
  const { promise, resolve } = Promise.withResolvers<void>();
  await openPage(page, '/me?part=settings');
  await page.route('**/locales/zh_TW.json', async (route) => {
    await promise;
    await route.continue();
  });
  const chinese = page.waitForResponse('**/locales/zh_TW.json');
  await page.getByText('繁體中文', { exact: true }).click();
  await page.getByText('English', { exact: true }).click();
  resolve();
  await chinese;
  // Another fetch of the same texts ends after the page has taken in the first.
  await page.evaluate(async () => (await fetch('/locales/zh_TW.json')).text());
  await expect(page.getByRole('radio', { name: 'English', exact: true })).toBeChecked();
  await expect(page.locator('html')).toHaveAttribute('lang', 'en');
});
