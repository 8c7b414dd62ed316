import { violations } from '#/fixtures/accessibility.ts';
import { call } from '#/fixtures/call.ts';
import { cutCall } from '#/fixtures/fail-call.ts';
import { activityId } from '#/fixtures/idols.ts';
import { inApp, loadPage, openPage } from '#/fixtures/in-app.ts';
import { expect, test } from '#/fixtures/test.ts';
import { looks } from '#/looks.ts';
import { IdolSearchScreen } from '#/pages/idol-search-screen.ts';
import { TaskScreen } from '#/pages/task-screen.ts';
import { textsOf } from '#/pages/texts.ts';
import { textsIn } from '#/pages/catalogue.ts';

/** What the parts around tasks say: banners, records, the election, the sixteen. */
const contentWordsIn = textsOf({
  banners: 'banners.label',
  bannerPlace: (say) => (place: number, total: number) => say('banners.place', { place, total }),
  nextBanner: 'banners.next',
  previousBanner: 'banners.previous',
  stopBanners: 'banners.pause',
  moveBanners: 'banners.play',
  videoBanner: { en_US: 'Your fifteen seconds', zh_TW: '屬於你的十五秒' },
  records: 'myTasks.title',
  recordList: 'myTasks.records',
  noRecords: 'myTasks.none',
  started: 'myTasks.started',
  searchTask: { en_US: 'Search the ranking, visit home and the channel', zh_TW: '搜尋排名，再逛首頁和頻道' },
  aboutElection: { en_US: 'About Center of the Night Sky. Voting closes', zh_TW: '與「夜空中央總選」有關，投票至' },
  rules: 'taskElection.rules',
  topSixteen: 'topSixteen.title',
  numbers: (say) => say('search.placeholderNumbers', { first: 1, last: 24 }),
});

for (const { language, theme } of looks) {
  test.describe(`in ${language}, ${theme}`, () => {
    test.use({ language, theme });
    const content = contentWordsIn[language];
    const words = textsIn[language];

    test('the banners of a screen are leafed through, and lead where they say', async ({ visit }) => {
      const page = await visit.anonymously();
      await openPage(page, '/task');
      const banners = page.getByRole('region', { name: content.banners });
      await expect(banners.getByRole('link')).toHaveCount(3);
      await expect(banners.getByText(content.bannerPlace(1, 3))).toBeAttached();
      await banners.getByRole('button', { name: content.nextBanner }).click();
      await expect(banners.getByText(content.bannerPlace(2, 3))).toBeAttached();
      const previous = banners.getByRole('button', { name: content.previousBanner });
      await previous.click();
      await expect(banners.getByText(content.bannerPlace(1, 3))).toBeAttached();
      await previous.click();
      await expect(banners.getByText(content.bannerPlace(3, 3)), 'before the first comes the last').toBeAttached();
      expect(await violations(page), 'what axe finds').toEqual([]);
      await banners.getByRole('link', { name: content.videoBanner }).click();
      await expect(page).toHaveURL(/\/dazzle-upload$/);
    });

    test('tasks that a fan began or was paid for are listed in their records', async ({ product, given, visit }) => {
      const fan = await given.fan();
      const page = await visit.as(fan);
      await openPage(page, '/my-tasks');
      await expect(page.getByText(content.noRecords)).toBeVisible();
      expect(await violations(page), 'what axe finds without any record').toEqual([]);

      const claim = { body: { taskId: 'daily-check-in' } };
      await call(product.address, 'POST /task/api/v1/task/completeAndClaimPoint', claim, fan);
      const visited = { body: { taskId: 'visit-mall', linkType: 'page' } } as const;
      await call(product.address, 'POST /task/api/v1/taskItem/confirmView', visited, fan);
      await loadPage(page, '/task');
      await page.getByRole('link', { name: content.records }).click();
      await expect(page).toHaveURL(/\/my-tasks$/);
      const records = page.getByRole('list', { name: content.recordList }).getByRole('listitem');
      await expect(records).toHaveText([new RegExp(`${words.mallVisit}.*${content.started}`), /\+20$/]);
      expect(await violations(page), 'what axe finds').toEqual([]);
    });

    test('a task about the election says until when votes count, and where the rules are', async ({ given, visit }) => {
      const page = await visit.as(await given.fan());
      const screen = new TaskScreen(page, words);
      await screen.open();
      await (await screen.find(content.searchTask)).getByRole('button').click();
      const sheet = page.getByRole('dialog');
      await expect(sheet).toContainText(content.aboutElection);
      expect(await violations(page), 'what axe finds').toEqual([]);
      await sheet.getByRole('link', { name: content.rules, exact: true }).click();
      await expect(page).toHaveURL(new RegExp(`/rule\\?activityId=${activityId}$`));
    });

    test('the sixteen best are on one wall, and each leads to her page', async ({ product, visit }) => {
      const { list } = await call(
        product.address,
        'POST /task/api/v1/idolManagement/getTop16Ranking',
        { body: {} },
        { language },
      );
      const page = await visit.anonymously();
      await openPage(page, '/ranking-intro');
      const places = page.getByRole('list', { name: content.topSixteen }).getByRole('listitem');
      await expect(places).toHaveCount(16);
      await expect(places).toContainText(list.map(({ name }) => name));
      expect(await violations(page), 'what axe finds').toEqual([]);
      await places.nth(15).getByRole('link').click();
      await expect(page).toHaveURL(new RegExp(`/idol\\?activityId=${activityId}&idolId=${list[15]?.idolId}$`));
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(list[15]?.name ?? 'nobody');

      await openPage(page, '/search-idol');
      await expect(new IdolSearchScreen(page, words).field).toHaveAttribute('placeholder', content.numbers);
    });
  });
}

const content = contentWordsIn.en_US;

test.describe('where things may move', { tag: '@system' }, () => {
  test.use({ motion: 'full' });

  test('banners move automatically until a fan stops them', async ({ visit }) => {
    const page = await visit.anonymously();
    await page.clock.install();
    await openPage(page, '/activity');
    // The clock would stop for the app, too, before it has taken over the drawn page.
    await inApp(page);
    const banners = page.getByRole('region', { name: content.banners });
    const place = (number: number) => banners.getByText(content.bannerPlace(number, 2));
    // Pointed at they stand still, until the clock is one that only the test moves and the first banner is shown.
    await banners.hover();
    await page.clock.pauseAt((await page.evaluate(() => Date.now())) + 20_000);
    await banners.getByRole('list').evaluate((row) => row.scrollTo({ left: 0, behavior: 'instant' }));
    await expect(place(1)).toBeAttached();
    await page.mouse.move(0, 0);
    await page.clock.runFor(6500);
    await expect(place(2)).toBeAttached();
    await banners.getByRole('button', { name: content.stopBanners }).click();
    await page.mouse.move(0, 0);
    await page.clock.runFor(20_000);
    await expect(place(2)).toBeAttached();
    await expect(banners.getByRole('button', { name: content.moveBanners })).toBeVisible();
  });
});

test('without motion nothing moves by itself, and there is nothing to stop', { tag: '@system' }, async ({ visit }) => {
  const page = await visit.anonymously();
  await page.clock.install();
  await openPage(page, '/mall');
  const banners = page.getByRole('region', { name: content.banners });
  await expect(banners.getByText(content.bannerPlace(1, 2))).toBeAttached();
  await page.clock.runFor(20_000);
  await expect(banners.getByText(content.bannerPlace(1, 2))).toBeAttached();
  await expect(banners.getByRole('button', { name: content.stopBanners })).toHaveCount(0);
});

test('a screen is shown without its banners when they cannot be loaded', { tag: '@system' }, async ({ visit }) => {
  const page = await visit.anonymously({ tolerates: [/net::ERR_INTERNET_DISCONNECTED/] });
  await cutCall(page, '/task/api/v1/taskItem/getBanner');
  await openPage(page, '/task');
  await expect(page.getByRole('tabpanel').getByRole('listitem').first()).toBeVisible();
  await expect(page.getByRole('alert')).toHaveCount(0);
  await expect(page.getByRole('region', { name: content.banners })).toHaveCount(0);
});

test('records that cannot be loaded say so, and come on the next try', { tag: '@system' }, async ({ given, visit }) => {
  const page = await visit.as(await given.fan(), { tolerates: [/net::ERR_INTERNET_DISCONNECTED/] });
  const reconnect = await cutCall(page, '/task/api/v1/taskItem/getActivityParticipateRecords');
  await openPage(page, '/my-tasks');
  await expect(page.getByRole('alert')).toBeVisible();
  await reconnect();
  await page.getByRole('button', { name: textsIn.en_US.tryAgain }).click();
  await expect(page.getByText(content.noRecords)).toBeVisible();
});

test('a visitor is led to sign in before their records', { tag: '@system' }, async ({ visit }) => {
  const page = await visit.anonymously();
  await openPage(page, '/my-tasks');
  await expect(page).toHaveURL(/\/login\?next=%2Fmy-tasks$/);
});
