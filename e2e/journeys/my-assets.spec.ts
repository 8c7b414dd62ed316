import { violations } from '#/fixtures/accessibility.ts';
import { call } from '#/fixtures/call.ts';
import { cutCall } from '#/fixtures/fail-call.ts';
import { openPage, reloadPage } from '#/fixtures/in-app.ts';
import { expect, test } from '#/fixtures/test.ts';
import { looks } from '#/looks.ts';
import { earningWordsIn } from '#/pages/earning-texts.ts';
import { LoginScreen } from '#/pages/login-screen.ts';
import { says } from '#/pages/texts.ts';
import { textsIn } from '#/pages/catalogue.ts';

const getFreeTestCoin = 'POST /wallet/api/v1/userExpand/getFreeTestCoin';

// Test coins are listed where a chain is configured; nothing here asks it.
test.use({ settings: { CHAIN_RPC_URL: 'http://127.0.0.1:9' } });

// One worker, with one product of these settings, for all of them.
test.describe.configure({ mode: 'default' });

for (const { language, theme } of looks) {
  test.describe(`in ${language}, ${theme}`, () => {
    test.use({ language, theme });
    const { assets } = earningWordsIn[language];

    test('a fan sees what they have, and takes the test coins of the day', async ({ given, visit }) => {
      const page = await visit.as(await given.regular());
      await openPage(page, '/my-assets');
      const cards = page.getByRole('list', { name: assets.title }).getByRole('listitem');
      await expect(cards).toHaveCount(4);
      await expect(cards.nth(0)).toContainText('1,280');
      await expect(cards.nth(1)).toContainText('12');
      await expect(cards.nth(3)).toContainText('0');
      expect(await violations(page), 'what axe finds').toEqual([]);

      await cards.nth(3).getByRole('button', { name: assets.take }).click();
      await expect(page.getByText(assets.taken)).toBeVisible();
      await expect(cards.nth(3)).toContainText('10');
      await expect(cards.nth(3).getByRole('timer')).toHaveText(assets.next);
      await expect(cards.nth(3).locator(':focus')).toHaveText(assets.next);
      await reloadPage(page);
      await expect(cards.nth(3).getByRole('timer'), 'the server remembers').toHaveText(assets.next);
      expect(await violations(page), 'what axe finds until the next ones').toEqual([]);

      await cards.nth(0).getByRole('link', { name: assets.earn }).click();
      await expect(page).toHaveURL(/\/task$/);
    });
  });
}

const words = textsIn.en_US;
const say = says.en_US;
const { assets } = earningWordsIn.en_US;

test(
  'a fan who took the test coins in another window sees when the next ones are due',
  { tag: '@system' },
  async ({ product, given, visit }) => {
    const fan = await given.fan();
    const page = await visit.as(fan);
    await openPage(page, '/my-assets');
    const take = page.getByRole('button', { name: assets.take });
    await expect(take).toBeVisible();
    await call(product.address, getFreeTestCoin, { body: {} }, fan);
    await take.click();
    await expect(page.getByRole('timer')).toHaveText(assets.next);
    const { rows } = await product.database.query(
      `SELECT count(*)::int AS grants FROM test_coin_grant g JOIN fan f ON f.id = g.fan_id WHERE f.account_id = $1`,
      [fan.accountId],
    );
    expect(rows).toEqual([{ grants: 1 }]);
  },
);

test(
  'coins that are due by the clock here are offered, and the server has the last word',
  { tag: '@system' },
  async ({ product, given, visit }) => {
    const fan = await given.fan();
    await call(product.address, getFreeTestCoin, { body: {} }, fan);
    const page = await visit.as(fan);
    const due = new Date(Date.now() - 60_000).toISOString();
    await page.route('**/wallet/api/v1/userExpand/getTestCoinFaucet*', async (route) => {
      const response = await route.fetch();
      const answer = (await response.json()) as { data: object };
      await route.fulfill({ response, json: { ...answer, data: { ...answer.data, nextAt: due } } });
    });
    await openPage(page, '/my-assets');
    await page.getByRole('button', { name: assets.take }).click();
    await expect(page.getByRole('main').getByRole('alert')).toBeVisible();
    await expect(page.getByRole('button', { name: assets.take })).toBeEnabled();
  },
);

test('a visitor is led to sign in, and back', { tag: '@system' }, async ({ given, visit }) => {
  const fan = await given.fan();
  const page = await visit.anonymously();
  await openPage(page, '/my-assets');
  await expect(page).toHaveURL(/\/login\?next=%2Fmy-assets$/);
  await new LoginScreen(page, words).signIn(fan.email, fan.password);
  await expect(page.getByRole('button', { name: assets.take })).toBeVisible();
});

test(
  'without a connection the balances and the faucet say so, and come on the next try',
  { tag: '@system' },
  async ({ given, visit }) => {
    const page = await visit.as(await given.fan({ points: 30 }), { tolerates: [/net::ERR_INTERNET_DISCONNECTED/] });
    let reconnect = await cutCall(page, '/wallet/api/v1/user/getAssetDetail');
    await openPage(page, '/my-assets');
    const main = page.getByRole('main');
    await expect(main.getByRole('alert')).toContainText(say('points.loadError'));
    const reconnectFaucet = await cutCall(page, '/wallet/api/v1/userExpand/getTestCoinFaucet');
    await reconnect();
    reconnect = reconnectFaucet;
    await main.getByRole('button', { name: words.tryAgain }).click();
    await expect(main.getByText('30', { exact: true })).toBeVisible();
    await expect(main.getByRole('alert')).toContainText(say('testCoins.loadError'));
    await reconnect();
    await main.getByRole('button', { name: words.tryAgain }).click();
    await expect(main.getByRole('button', { name: assets.take })).toBeVisible();
  },
);
