import { violations } from '#/fixtures/accessibility.ts';
import { call } from '#/fixtures/call.ts';
import { comingElection } from '#/fixtures/coming-election.ts';
import { cutCall } from '#/fixtures/fail-call.ts';
import { activityId } from '#/fixtures/idols.ts';
import { openPage, reloadPage } from '#/fixtures/in-app.ts';
import { graceMs, testOfOwnProduct } from '#/fixtures/own-product.ts';
import { expect, test } from '#/fixtures/test.ts';
import { looks } from '#/looks.ts';
import { says } from '#/pages/texts.ts';
import { textsIn } from '#/pages/catalogue.ts';

const say = says.en_US;

for (const { language, theme } of looks) {
  test.describe(`in ${language}, ${theme}`, () => {
    test.use({ language, theme });
    const words = textsIn[language];

    test('the election that is on counts down and leads to its ranking, beside all that is on, to come, over', async ({
      visit,
    }) => {
      const page = await visit.anonymously();
      await openPage(page, '/activity');
      const now = page.getByRole('region', { name: words.activities.now });
      const card = now.getByRole('article', { name: words.election });
      await expect(card.getByRole('timer')).toBeVisible();
      for (const path of [`/best7?activityId=${activityId}`, '/snh48vote'])
        await expect(now.locator(`a[href="${path}"]`), path).toBeVisible();
      for (const path of ['/box?activityId=', '/draw?activityId='])
        await expect(now.locator(`a[href^="${path}"]`).first(), path).toBeVisible();
      const coming = page.getByRole('region', { name: words.activities.coming });
      await expect(coming.locator('a[href^="/packet?packetId="]').first()).toBeVisible();
      const past = page.getByRole('region', { name: words.activities.ended });
      for (const path of ['/event-summary?activityId=1003', '/best7?activityId=1003'])
        await expect(past.locator(`a[href="${path}"]`), path).toBeVisible();
      await expect(past.getByRole('list').last().getByRole('listitem'), 'the first three').toHaveCount(3);
      await expect(page.getByRole('contentinfo')).toContainText(says[language]('footer.demo'));
      expect(await violations(page), 'what axe finds').toEqual([]);
      const summary = says[language]('summary.interim');
      await expect(card.getByRole('link', { name: summary })).toHaveAttribute('href', /^\/event-summary\?/);
      await card.getByRole('link', { name: words.activities.vote }).click();
      await expect(page).toHaveURL(new RegExp(`/vote-activity\\?activityId=${activityId}$`));
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(words.election);
      await page.getByRole('link', { name: summary }).click();
      await expect(page).toHaveURL(/\/event-summary\?/);
    });
  });
}

const words = textsIn.en_US;

test('one kind of activity can be shown alone, also after a reload', { tag: '@system' }, async ({ visit }) => {
  const page = await visit.anonymously();
  await openPage(page, '/activity');
  const election = page.getByRole('article', { name: words.election });
  await expect(election).toBeVisible();
  const filter = page.getByRole('group', { name: words.activities.kinds });
  await filter.getByRole('button', { name: words.activities.packets }).click();
  await expect(election).toHaveCount(0);
  await expect(page.locator('main a[href^="/packet?packetId="]').first()).toBeVisible();
  await expect(page.locator('main a[href^="/box?"]')).toHaveCount(0);
  await reloadPage(page);
  await expect(election).toHaveCount(0);
  await filter.getByRole('button', { name: words.activities.showAll }).click();
  await expect(election).toBeVisible();
});

test('without a connection the activities say so, and come on the next try', { tag: '@system' }, async ({ visit }) => {
  const page = await visit.anonymously({ tolerates: [/net::ERR_INTERNET_DISCONNECTED/] });
  const reconnect = await cutCall(page, '/activity/api/v1/vote/activities');
  await openPage(page, '/activity');
  const alert = page.getByRole('alert').filter({ hasText: say('activity.error') });
  await expect(alert).toBeVisible();
  await reconnect();
  await alert.getByRole('button', { name: words.tryAgain }).click();
  await expect(page.getByRole('article', { name: words.election })).toBeVisible();
});

test(
  'where Best 7 cannot be loaded, the elections and songs stand, and it comes on the next try',
  { tag: '@system' },
  async ({ visit }) => {
    const page = await visit.anonymously({ tolerates: [/net::ERR_INTERNET_DISCONNECTED/] });
    const reconnect = await cutCall(page, '/activity/api/v1/vote/best7');
    await openPage(page, '/activity');
    const alert = page.getByRole('alert').filter({ hasText: say('activity.best7Error') });
    await expect(alert).toBeVisible();
    await expect(page.getByRole('article', { name: words.election })).toBeVisible();
    await expect(page.locator('main a[href="/snh48vote"]')).toBeVisible();
    await reconnect();
    await alert.getByRole('button', { name: words.tryAgain }).click();
    await expect(page.locator(`a[href="/best7?activityId=${activityId}"]`)).toBeVisible();
    await expect(alert).toHaveCount(0);
  },
);

/** An election ends for everybody on its server, so this one has its own server. */
testOfOwnProduct(
  'an election that ends moves to those that ended by itself, and one that comes is announced',
  { tag: '@system' },
  async ({ own: { product, visit, passTimeTo } }) => {
    const page = await visit.anonymously({ theme: 'dark' });
    const coming = await comingElection(product);
    const card = page.getByRole('article', { name: words.election });
    await openPage(page, '/activity');
    await expect(card.getByRole('timer')).toBeVisible();
    const kinds = page.getByRole('group', { name: words.activities.kinds });
    await kinds.getByRole('button', { name: say('activity.kind.votes'), exact: true }).click();
    const announced = page.getByRole('region', { name: words.activities.coming }).getByRole('article');
    await expect(announced).toContainText(coming.title);
    await expect(announced.getByRole('timer')).toBeVisible();
    await expect(announced.getByRole('link', { name: words.activities.candidates })).toHaveAttribute(
      'href',
      `/vote-activity?activityId=${coming.activityId}`,
    );

    const ended = page
      .getByRole('region', { name: words.activities.ended })
      .getByRole('link', { name: words.election });
    const { closesAt } = await call(product.address, 'GET /activity/api/v1/vote/activity', { query: { activityId } });
    const afterClose = (ms: number) => new Date(Date.parse(closesAt) + ms);
    await passTimeTo(afterClose(1));
    await expect(card).toContainText(words.counting);
    await passTimeTo(afterClose(graceMs));
    await expect(ended).toBeVisible();
    await expect(card).toHaveCount(0);
    expect(await violations(page), 'what axe finds').toEqual([]);
    await ended.click();
    await expect(page).toHaveURL(new RegExp(`/event-summary\\?activityId=${activityId}$`));
  },
);
