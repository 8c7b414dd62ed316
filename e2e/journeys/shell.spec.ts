import type { Locator, Page } from '@playwright/test';
import { asBuilt } from '#/fixtures/as-built.ts';
import { inApp, openPage, reloadPage } from '#/fixtures/in-app.ts';
import { holdAnswer } from '#/fixtures/lose-answer.ts';
import { expect, test } from '#/fixtures/test.ts';
import { MallScreen } from '#/pages/mall-screen.ts';
import { VoteScreen } from '#/pages/vote-screen.ts';
import { wholeApp } from '#/pages/whole-app.ts';
import { says } from '#/pages/texts.ts';
import { textsIn } from '#/pages/catalogue.ts';

const words = textsIn.en_US;
const say = says.en_US;

const title = (page: Page) => page.getByRole('heading', { level: 1 });
const readScroll = (page: Page) => page.evaluate(() => Math.round(scrollY));

/** Scrolls the ranking down to a row, and returns the position. */
async function scrollRanking(page: Page): Promise<{ readonly row: Locator; readonly left: number }> {
  const screen = new VoteScreen(page, words);
  await screen.open();
  await wholeApp(page);
  const row = screen.ranking.getByRole('list').getByRole('listitem').nth(15);
  await row.scrollIntoViewIfNeeded();
  const left = await readScroll(page);
  expect(left).toBeGreaterThan(300);
  return { row, left };
}

test.describe('the scroll position', { tag: '@system' }, () => {
  test('is restored on going back, and a new screen begins at its top', async ({ visit }) => {
    const page = await visit.anonymously();
    const { row, left } = await scrollRanking(page);

    await page.getByRole('link', { name: words.mall }).click();
    await expect(title(page)).toHaveText(words.mall);
    await expect.poll(() => readScroll(page)).toBe(0);

    await page.goBack();
    await expect(row).toBeInViewport();
    await expect.poll(() => readScroll(page)).toBe(left);

    await page.goForward();
    await expect(title(page)).toHaveText(words.mall);
    await expect.poll(() => readScroll(page)).toBe(0);
  });

  test('is restored on a reload', async ({ visit }) => {
    const page = await visit.anonymously();
    const { row, left } = await scrollRanking(page);

    await reloadPage(page);
    await expect(row).toBeInViewport();
    await expect.poll(() => readScroll(page)).toBe(left);
  });
});

test.describe('the platform', { tag: '@system' }, () => {
  test('app shows home without the parts that the host already shows, and lasts for the tab', async ({ visit }) => {
    const page = await visit.anonymously();
    await openPage(page, '/?platform=app');
    await expect(title(page)).toHaveText(words.election);
    await expect(page.getByRole('navigation')).toHaveCount(0);
    await expect(page.getByRole('link', { name: words.signIn })).toHaveCount(0);
    await inApp(page);

    await openPage(page, '/vote-activity');
    await expect(title(page)).toHaveText(words.election);
    await expect(page.getByRole('navigation')).toHaveCount(0);
  });

  test('web shows the five places and the way to sign in', async ({ visit }) => {
    const page = await visit.anonymously();
    await openPage(page, '/?platform=app');
    await expect(title(page)).toHaveText(words.election);
    await openPage(page, '/?platform=web');
    await expect(page.getByRole('navigation').getByRole('link')).toHaveCount(5);
    await expect(page.getByRole('link', { name: words.signIn })).toBeVisible();
  });
});

test('only its exact path opens a screen; a slash at the end is allowed', { tag: '@system' }, async ({ visit }) => {
  const page = await visit.anonymously();
  await openPage(page, '/mall/');
  await expect(title(page)).toHaveText(words.mall);
  await expect(page).toHaveURL(/\/mall$/);
  for (const path of ['/mall/other', '/Mall', '/mal', '/constructor']) {
    await openPage(page, path);
    await expect(title(page)).toHaveText(words.nothingHere);
  }
});

test('a first visit is light, in the language of the browser, and is offered the dark of the device once', async ({
  browser,
  product,
}) => {
  await using context = await browser.newContext({ baseURL: product.address, colorScheme: 'dark', locale: 'zh-TW' });
  const page = await context.newPage();
  const root = page.locator('html');
  const offer = page.getByText(textsIn.zh_TW.darkOffer);

  await openPage(page, '/about-us');
  await expect(offer).toBeVisible();
  await expect(root).toHaveAttribute('data-theme', 'light');
  await expect(root).toHaveAttribute('lang', 'zh-Hant-TW');
  await page.getByRole('button', { name: textsIn.zh_TW.useDark }).click();
  await expect(root).toHaveAttribute('data-theme', 'dark');

  await reloadPage(page);
  await wholeApp(page);
  await expect(root).toHaveAttribute('data-theme', 'dark');
  await expect(offer).toHaveCount(0);
});

test('the recharge page of the settings is one tap away where votes are bought', async ({ visit }) => {
  const page = await visit.anonymously();
  const address = 'https://pay.example.com/votes';
  await page.route('**/config', async (route) => {
    const answer = await route.fetch();
    const envelope = (await answer.json()) as { data: object };
    await route.fulfill({ response: answer, json: { ...envelope, data: { ...envelope.data, rechargeUrl: address } } });
  });
  await new MallScreen(page, words).open();
  const link = page.getByRole('link', { name: say('recharge.title') });
  await expect(link).toHaveAttribute('href', address);
  await expect(link).toHaveAttribute('rel', /noopener/);
});

test(
  'the footer tells the latest commit, its short id and when it was built',
  { tag: '@system' },
  async ({ visit }) => {
    const page = await visit.anonymously();
    await openPage(page, '/mall');
    const built = (await (await page.request.get('/version.json')).json()) as {
      commitId: string;
      commitMessage: string;
    };
    const footer = page.getByRole('contentinfo');
    await expect(footer).toContainText(built.commitMessage);
    await expect(footer).toContainText(built.commitId);
    await expect(footer).toContainText(/\d{4}-\d{2}-\d{2} \d{2}:\d{2}:\d{2}/);
    const line = footer.getByText(built.commitId);
    const heightOf = () => line.evaluate((shown) => shown.getBoundingClientRect().height);
    const oneLine = await heightOf();
    await line.evaluate((shown) => (shown.textContent += ' and a long message'.repeat(20)));
    await expect.poll(() => heightOf(), 'the build is one line, however long its message is').toBe(oneLine);
  },
);

test('the end of home leads to the main website and to this site', async ({ visit }) => {
  const page = await visit.anonymously();
  await page.route('**/config', async (route) => {
    const response = await route.fetch();
    const answer = (await response.json()) as { data: object };
    await route.fulfill({
      response,
      json: { ...answer, data: { ...answer.data, mainSiteUrl: 'https://www.example.com' } },
    });
  });
  await openPage(page, '/');
  await page.getByRole('contentinfo').scrollIntoViewIfNeeded();
  const links = page.getByRole('list', { name: say('site.links') }).getByRole('link');
  await expect(links).toHaveCount(2);
  await expect(links.first()).toHaveAttribute('href', 'https://www.example.com');
  await expect(links.first()).toContainText('www.example.com');
});

test('a parameter in the hash is read when the hash changes too', async ({ visit }) => {
  const page = await visit.anonymously();
  await openPage(page, '/snh48vote/song-detail');
  await expect(page.getByText(say('songs.noSong'))).toBeVisible();
  await page.evaluate(() => (location.hash = '#/song-detail?songId=none'));
  await expect(page.getByText(say('songs.songGone'))).toBeVisible();
});

test('the ways on a fan’s own page stay in their places while balances and free votes come', async ({
  given,
  visit,
}) => {
  const page = await visit.as(await given.fan());
  await asBuilt(page);
  const held = [
    await holdAnswer(page, '/activity/api/v1/vote/activity?*'),
    await holdAnswer(page, '/activity/api/v1/vote/getUserVoteNum?*'),
    await holdAnswer(page, '/wallet/api/v1/user/getAssetDetail'),
  ];
  await openPage(page, '/me');
  await expect(page.getByRole('region', { name: say('progress.badges') })).toBeVisible();
  const way = page.getByRole('link', { name: say('me.allRecords') });
  await expect(way).toBeVisible();
  const place = async () => Math.round((await way.boundingBox())?.y ?? 0);
  const before = await place();
  for (const answer of held) {
    await answer.sent;
    answer.letGo();
  }
  await expect(page.getByText(say('freeVotes.today', { count: 3 }))).toBeVisible();
  await expect(page.locator('main [aria-busy="true"]')).toHaveCount(0);
  await expect.poll(place).toBe(before);
});
