import { asBuilt } from '#/fixtures/as-built.ts';
import { violations } from '#/fixtures/accessibility.ts';
import { lastIdol } from '#/fixtures/idols.ts';
import { openPage } from '#/fixtures/in-app.ts';
import { loseAnswers } from '#/fixtures/lose-answer.ts';
import { expect, test } from '#/fixtures/test.ts';
import { looks } from '#/looks.ts';
import { MallScreen } from '#/pages/mall-screen.ts';
import { orderWordsIn } from '#/pages/order-texts.ts';
import { VoteScreen } from '#/pages/vote-screen.ts';
import { VoteSheet } from '#/pages/vote-sheet.ts';
import { says } from '#/pages/texts.ts';
import { textsIn } from '#/pages/catalogue.ts';

const say = says.en_US;

for (const { language, theme } of looks) {
  test.describe(`in ${language}, ${theme}`, () => {
    test.use({ language, theme });
    const words = orderWordsIn[language];

    test('a fan buys two pieces of an NFT and finds them with their numbers', async ({ given, visit }) => {
      const fan = await given.fan({ points: 600 });
      const page = await visit.as(fan);
      await openPage(page, '/mall?tab=nfts');
      const mall = new MallScreen(page, textsIn[language]);
      await expect(page.getByRole('article')).toHaveCount(8);
      for (const state of [words.soldOut, words.comingSoon, words.ended]) {
        await expect(page.getByRole('article').getByText(state, { exact: true })).toBeVisible();
      }
      expect(await violations(page), 'what axe finds').toEqual([]);

      await page.getByRole('button', { name: words.moon, exact: true }).click();
      await page.getByRole('dialog').getByRole('button', { name: words.buyMoon }).click();
      const sheet = mall.sheet(words.moon);
      await sheet.getByRole('button', { name: '2', exact: true }).click();
      await sheet.getByRole('button', { name: words.payForTwo }).click();
      const numbers = sheet.getByRole('list', { name: words.numbers }).getByRole('listitem');
      await expect(numbers).toHaveCount(2);
      const number = /\d+ \/ 300/.exec((await numbers.first().textContent()) ?? '')?.[0] ?? '';
      await expect(sheet.getByRole('status').getByText(words.done, { exact: true })).toBeVisible();
      expect(await violations(page), 'what axe finds').toEqual([]);

      const status = page.waitForRequest('**/pointsMall/getHandlerStatus');
      await sheet.getByRole('link', { name: words.toCollection }).click();
      expect((await status).postDataJSON()).toEqual({ userId: fan.accountId });
      const pieces = page.getByRole('list', { name: words.myNfts }).getByRole('listitem');
      await expect(pieces).toHaveCount(2);
      await expect(pieces.filter({ hasText: number })).toHaveCount(1);
      await pieces.filter({ hasText: number }).getByRole('button').click();
      const piece = page.getByRole('dialog');
      await expect(piece).toContainText(number);
      expect(await violations(page), 'what axe finds on an opened piece').toEqual([]);
      await piece.getByRole('button').last().click();
      await page.getByRole('tab', { name: words.myOrders }).click();
      const orders = page.getByRole('list', { name: words.myOrders }).getByRole('listitem');
      await expect(orders).toHaveCount(1);
      await expect(orders).toContainText(words.moonTwice);
      await expect(orders).toContainText(words.done);
      expect(await violations(page), 'what axe finds').toEqual([]);
    });
  });
}

test(
  'a visitor reads how many one fan may have, and a fan how many of them they have',
  { tag: '@system' },
  async ({ given, visit }) => {
    const visitor = await visit.anonymously({ language: 'en_US' });
    await openPage(visitor, '/mall?tab=nfts');
    await expect(visitor.getByText(say('mall.limitEach', { limit: 5 }), { exact: true })).toBeVisible();
    await expect(visitor.getByText(say.withNumbers('mall.limit', ['taken', 'limit']))).toHaveCount(0);
    await openPage(visitor, '/mall');
    await expect(visitor.getByText(say('mall.limitEach', { limit: 200 }), { exact: true })).toBeVisible();
    await expect(visitor.getByText(say.withNumbers('mall.limit', ['taken', 'limit']))).toHaveCount(0);
    const page = await visit.as(await given.fan(), { language: 'en_US' });
    await openPage(page, '/mall?tab=nfts');
    await expect(page.getByText(say('mall.limit', { taken: 0, limit: 5 }), { exact: true })).toBeVisible();
  },
);

test('a fan who has run out of votes buys a pack on the way, and casts them', async ({ product, given, visit }) => {
  const words = orderWordsIn.en_US;
  const idol = await lastIdol(product.address);
  const fan = await given.fan({ points: 500 });
  await given.vote(fan, { idolId: idol.idolId, num: 3 });
  const page = await visit.as(fan, { tolerates: [/ERR_FAILED/] });
  const election = new VoteScreen(page, textsIn.en_US);
  await election.open();
  await election.openSheet(idol.name);
  const sheet = page.getByRole('dialog');
  await sheet.getByRole('button', { name: words.getVotes }).click();
  await sheet.getByRole('button', { name: words.buyGlow }).click();
  await sheet.getByRole('button', { name: words.payForGlow }).click();
  await expect(sheet.getByText(words.received)).toBeVisible();
  expect(await violations(page), 'what axe finds').toEqual([]);
  await sheet.getByRole('button', { name: words.voteNow }).click();

  const vote = new VoteSheet(page, textsIn.en_US);
  await vote.amount.fill('110');
  await page.route('**/getUserVoteNum*', (route) => route.abort());
  await vote.cast.click();
  await expect(vote.counted).toHaveText(say('vote.counted', { count: 110 }));
  await sheet.getByRole('button', { name: say('vote.again') }).click();
  await expect(sheet, 'what was spent is not offered, also before the server is asked').toContainText(
    say('vote.nothingLeft'),
  );
});

test(
  'an offer that a fan waits for can be taken when its time comes, without a reload',
  { tag: '@system' },
  async ({ product, given, visit }) => {
    const page = await visit.as(await given.fan({ points: 100 }));
    let isComing = true;
    await asBuilt(page);
    await page.route('**/getPointExchangeList', async (route) => {
      const response = await route.fetch();
      if (!isComing) return route.fulfill({ response });
      const { data, ...envelope } = (await response.json()) as { data: readonly object[] };
      const opensAt = product.time.now(1000).toISOString();
      const coming = data.map((offer) => ({ ...offer, state: 'notOpen', opensAt }));
      return route.fulfill({ response, json: { ...envelope, data: coming } });
    });
    const mall = new MallScreen(page, textsIn.en_US);
    await mall.open();
    const offer = mall.offer(textsIn.en_US.singleTicket);
    await expect(offer).toContainText(say('mall.block.notOpen'));
    isComing = false;
    await expect(offer.getByRole('button')).toBeVisible();
    await expect(offer).not.toContainText(say('mall.block.notOpen'));
  },
);

test(
  'an order whose answer was lost is asked for again and paid once',
  { tag: '@system' },
  async ({ given, visit }) => {
    const words = orderWordsIn.en_US;
    const fan = await given.fan({ points: 600 });
    const page = await visit.as(fan, { tolerates: [/ERR_CONNECTION_RESET/] });
    await openPage(page, '/mall?tab=nfts');
    await page.getByRole('button', { name: words.buyMoon }).click();
    const sheet = page.getByRole('dialog');
    await sheet.getByRole('button', { name: '2', exact: true }).click();
    const lost = await loseAnswers(page, '/wallet/api/v1/pointsMall/summitBuy');
    await sheet.getByRole('button', { name: words.payForTwo }).click();
    await sheet.getByRole('button', { name: say('mall.askAgain') }).click();
    await expect(sheet.getByRole('list', { name: words.numbers }).getByRole('listitem')).toHaveCount(2);
    await expect(sheet.getByText(say('order.pointsLeft', { points: 40 }))).toBeVisible();
    expect(new Set(lost.keys).size).toBe(1);
  },
);

test('a fan without Points for an NFT finds the way to earn them', { tag: '@system' }, async ({ given, visit }) => {
  const words = orderWordsIn.en_US;
  const page = await visit.as(await given.fan({ points: 10 }));
  await openPage(page, '/mall?tab=nfts');
  await page.getByRole('button', { name: words.buyMoon }).click();
  const sheet = page.getByRole('dialog');
  await expect(sheet.getByRole('alert')).toHaveText(say('mall.tooFewPoints', { missing: 270 }));
  await sheet.getByRole('link', { name: say('vote.earnPoints') }).click();
  await expect(page).toHaveURL(/\/task$/);
});
