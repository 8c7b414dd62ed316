import { lastIdol } from '#/fixtures/idols.ts';
import { countedVotes, paidExchanges } from '#/fixtures/ledger-facts.ts';
import { loseAnswers, loseRequests } from '#/fixtures/lose-answer.ts';
import { expect, test } from '#/fixtures/test.ts';
import { MallScreen } from '#/pages/mall-screen.ts';
import { MeScreen } from '#/pages/me-screen.ts';
import { VoteScreen } from '#/pages/vote-screen.ts';
import { VoteSheet } from '#/pages/vote-sheet.ts';
import { wordsIn } from '#/pages/words.ts';

const words = wordsIn.en_US;
const doVote = '/activity/api/v1/vote/doVote';
const exchangeTicket = '/wallet/api/v1/pointsMall/exchangeTicket';
/** What Chromium itself says of the lost connection. */
const tolerates = [/net::ERR_CONNECTION_RESET/];

test('a vote whose answer is lost is sent again after a reload, and counts once', async ({ product, given, visit }) => {
  const fan = await given.fan({ votes: 20 });
  const page = await visit.as(fan, { tolerates });
  const { keys } = await loseAnswers(page, doVote);
  const sheet = new VoteSheet(page, words);
  const idol = await lastIdol(product.address);

  await new VoteScreen(page, words).open();
  await new VoteScreen(page, words).openSheet(idol.name);
  await sheet.amount.fill('7');
  await sheet.cast.click();
  await expect(sheet.dialog.getByRole('alert')).toContainText('We did not hear back about your 7 votes');
  await expect(sheet.askAgain).toHaveText('Check on my 7 votes');

  await page.reload();
  await expect(page.getByRole('status').filter({ hasText: 'Your earlier request is confirmed' })).toBeVisible();
  expect(keys).toHaveLength(2);
  expect(new Set(keys).size, 'the same key both times').toBe(1);
  expect(await countedVotes(product.database, fan.accountId, idol.idolId)).toEqual({ transfers: 1, votes: 7 });

  await new MeScreen(page, words).open();
  await expect(new MeScreen(page, words).records).toHaveCount(1);
  await page.reload();
  await expect(new MeScreen(page, words).records).toHaveCount(1);
  expect(keys, 'nothing is left to send').toHaveLength(2);
});

test('a vote whose answer is lost can be asked about on the spot, with no other amount until it is known', async ({
  product,
  given,
  visit,
}) => {
  const fan = await given.fan();
  const page = await visit.as(fan, { tolerates });
  const { keys } = await loseAnswers(page, doVote, 2);
  const sheet = new VoteSheet(page, words);
  const idol = await lastIdol(product.address);

  await new VoteScreen(page, words).open();
  await new VoteScreen(page, words).openSheet(idol.name);
  await sheet.cast.click();
  await expect(sheet.askAgain).toBeVisible();
  await expect(sheet.amount).toHaveCount(0);
  await sheet.askAgain.click();
  await expect.poll(() => keys.length).toBe(2);
  await expect(sheet.askAgain).toBeVisible();
  await sheet.askAgain.click();

  await expect(sheet.counted).toHaveText('3 votes counted');
  expect(new Set(keys).size).toBe(1);
  expect(await countedVotes(product.database, fan.accountId, idol.idolId)).toEqual({ transfers: 1, votes: 3 });
});

test('a vote that never reached the server is counted once it does', async ({ product, given, visit }) => {
  const fan = await given.fan();
  const page = await visit.as(fan, { tolerates });
  const { keys } = await loseRequests(page, doVote);
  const sheet = new VoteSheet(page, words);
  const idol = await lastIdol(product.address);

  await new VoteScreen(page, words).open();
  await new VoteScreen(page, words).openSheet(idol.name);
  await sheet.cast.click();
  await expect(sheet.askAgain).toBeVisible();
  expect(await countedVotes(product.database, fan.accountId, idol.idolId)).toEqual({ transfers: 0, votes: 0 });

  await sheet.askAgain.click();
  await expect(sheet.counted).toHaveText('3 votes counted');
  expect(new Set(keys).size).toBe(1);
  expect(await countedVotes(product.database, fan.accountId, idol.idolId)).toEqual({ transfers: 1, votes: 3 });
});

test('a vote that never reached the server and is refused after a reload is told as refused', async ({
  product,
  given,
  visit,
}) => {
  const fan = await given.fan();
  const page = await visit.as(fan, { tolerates });
  await loseRequests(page, doVote);
  const sheet = new VoteSheet(page, words);
  const idol = await lastIdol(product.address);
  await new VoteScreen(page, words).open();
  await new VoteScreen(page, words).openSheet(idol.name);
  await sheet.cast.click();
  await expect(sheet.askAgain).toBeVisible();
  await given.vote(fan, { idolId: idol.idolId, num: 2 });

  await page.reload();
  await expect(page.getByRole('alert')).toContainText('You need 2 more votes.');
  expect(await countedVotes(product.database, fan.accountId, idol.idolId)).toEqual({ transfers: 1, votes: 2 });
});

test('an exchange whose answer is lost is sent again after a reload, and is paid once', async ({
  product,
  given,
  visit,
}) => {
  const fan = await given.fan({ points: 500 });
  const page = await visit.as(fan, { tolerates });
  const { keys } = await loseAnswers(page, exchangeTicket);
  const mall = new MallScreen(page, words);

  await mall.open();
  const sheet = await mall.openSheet(words.singleTicket);
  await mall.payIn(sheet).click();
  await expect(sheet.getByRole('alert')).toContainText('We did not hear back about your exchange');
  await expect(sheet.getByRole('button', { name: words.askAgainExchange })).toBeVisible();

  await page.reload();
  await expect(page.getByRole('status').filter({ hasText: 'Your earlier request is confirmed' })).toBeVisible();
  expect(new Set(keys).size, 'the same key both times').toBe(1);
  expect(keys).toHaveLength(2);
  await expect(page.getByRole('link', { name: words.toPage })).toContainText('450');
  expect(await paidExchanges(product.database, fan.accountId)).toEqual([50]);
});
