import type { Page } from '@playwright/test';
import { idolsIn, lastIdol } from '#/fixtures/idols.ts';
import { openPage, reloadPage } from '#/fixtures/in-app.ts';
import { convertedTickets, countedVotes, paidExchanges } from '#/fixtures/ledger-facts.ts';
import { holdSecond, loseAnswers, loseRequests } from '#/fixtures/lose-answer.ts';
import { expect, test } from '#/fixtures/test.ts';
import { MallScreen } from '#/pages/mall-screen.ts';
import { MeScreen } from '#/pages/me-screen.ts';
import { VoteScreen } from '#/pages/vote-screen.ts';
import { VoteSheet } from '#/pages/vote-sheet.ts';
import { refusalText, says } from '#/pages/texts.ts';
import { textsIn } from '#/pages/catalogue.ts';

const words = textsIn.en_US;
const say = says.en_US;
const doVote = '/activity/api/v1/vote/doVote';
const voteTransfer = '/activity/api/v1/vote/voteTransfer';
const exchangeTicket = '/wallet/api/v1/pointsMall/exchangeTicket';
/** Chromium's own error for the lost connection. */
const tolerates = [/net::ERR_CONNECTION_RESET/];

async function openVoteSheet(page: Page, idolName: string): Promise<void> {
  await new VoteScreen(page, words).open();
  await new VoteScreen(page, words).openSheet(idolName);
}

test('a vote whose answer is lost is sent again after a reload, and counts once', async ({ product, given, visit }) => {
  const fan = await given.fan({ votes: 20 });
  const page = await visit.as(fan, { tolerates });
  const { keys } = await loseAnswers(page, doVote);
  const sheet = new VoteSheet(page, words);
  const idol = await lastIdol(product.address);

  await openVoteSheet(page, idol.name);
  await sheet.amount.fill('7');
  await sheet.cast.click();
  await expect(sheet.dialog.getByRole('alert')).toContainText(say('vote.unsettled', { count: 7 }));
  await expect(sheet.askAgain).toHaveText(say('vote.askAgain', { count: 7 }));

  await reloadPage(page);
  await expect(page.getByRole('status').filter({ hasText: say('intent.confirmed') })).toBeVisible();
  expect(keys).toHaveLength(2);
  expect(new Set(keys).size, 'the same key both times').toBe(1);
  expect(await countedVotes(product.database, fan.accountId, idol.idolId)).toEqual({ transfers: 1, votes: 7 });

  await new MeScreen(page, words).open();
  await expect(new MeScreen(page, words).records).toHaveCount(1);
  await reloadPage(page);
  await expect(new MeScreen(page, words).records).toHaveCount(1);
  expect(keys, 'nothing is left to send').toHaveLength(2);
});

test(
  'a vote whose answer is lost can be asked about on the spot, with no other amount until it is known',
  { tag: '@system' },
  async ({ product, given, visit }) => {
    const fan = await given.fan();
    const page = await visit.as(fan, { tolerates });
    const { keys } = await loseAnswers(page, doVote, 2);
    const sheet = new VoteSheet(page, words);
    const idol = await lastIdol(product.address);

    await openVoteSheet(page, idol.name);
    await sheet.cast.click();
    await expect(sheet.askAgain).toBeVisible();
    await expect(sheet.amount).toHaveCount(0);
    await sheet.askAgain.click();
    await expect.poll(() => keys.length).toBe(2);
    await expect(sheet.askAgain).toBeVisible();
    await sheet.askAgain.click();

    await expect(sheet.counted).toHaveText(say('vote.counted', { count: 3 }));
    expect(new Set(keys).size).toBe(1);
    expect(await countedVotes(product.database, fan.accountId, idol.idolId)).toEqual({ transfers: 1, votes: 3 });
  },
);

test(
  'a vote that is asked about again is not taken again from what is left',
  { tag: '@system' },
  async ({ product, given, visit }) => {
    const fan = await given.fan({ votes: 20 });
    const page = await visit.as(fan, { tolerates: [...tolerates, /net::ERR_FAILED/] });
    const sheet = new VoteSheet(page, words);
    const [other, idol] = (await idolsIn(product.address, 'en_US')).slice(-2);
    if (!other || !idol) throw new Error('Fewer than two idols take part.');
    const myVotes = '**/getUserVoteNum*';
    const told = Promise.withResolvers<unknown>();
    await page.route(
      `**${doVote}`,
      async (route) => {
        await route.fetch();
        await given.vote(fan, { idolId: other.idolId, num: 2 });
        told.resolve(page.waitForResponse(myVotes));
        await route.abort('connectionreset');
      },
      { times: 1 },
    );

    await openVoteSheet(page, idol.name);
    await sheet.amount.fill('7');
    await sheet.cast.click();
    await expect(sheet.askAgain).toBeVisible();
    await told.promise;
    await page.route(myVotes, (route) => route.abort());
    await sheet.askAgain.click();
    await expect(sheet.counted).toHaveText(say('vote.counted', { count: 7 }));
    await sheet.dialog.getByRole('button', { name: words.voteAgain }).click();
    await expect(sheet.wallet, 'what both votes left, which the server has told').toContainText('14votes');
  },
);

test(
  'a vote that never reached the server is counted once it does',
  { tag: '@system' },
  async ({ product, given, visit }) => {
    const fan = await given.fan();
    const page = await visit.as(fan, { tolerates });
    const { keys } = await loseRequests(page, doVote);
    const sheet = new VoteSheet(page, words);
    const idol = await lastIdol(product.address);

    await openVoteSheet(page, idol.name);
    await sheet.cast.click();
    await expect(sheet.askAgain).toBeVisible();
    expect(await countedVotes(product.database, fan.accountId, idol.idolId)).toEqual({ transfers: 0, votes: 0 });

    await sheet.askAgain.click();
    await expect(sheet.counted).toHaveText(say('vote.counted', { count: 3 }));
    expect(new Set(keys).size).toBe(1);
    expect(await countedVotes(product.database, fan.accountId, idol.idolId)).toEqual({ transfers: 1, votes: 3 });
  },
);

test(
  'a vote that never reached the server and is refused after a reload is shown as refused',
  { tag: '@system' },
  async ({ product, given, visit }) => {
    const fan = await given.fan();
    const page = await visit.as(fan, { tolerates });
    await loseRequests(page, doVote);
    const sheet = new VoteSheet(page, words);
    const idol = await lastIdol(product.address);
    await openVoteSheet(page, idol.name);
    await sheet.cast.click();
    await expect(sheet.askAgain).toBeVisible();
    await given.vote(fan, { idolId: idol.idolId, num: 2 });

    await reloadPage(page);
    await expect(page.getByRole('alert')).toContainText(refusalText('INSUFFICIENT_VOTES', 'en_US', { missing: 2 }));
    expect(await countedVotes(product.database, fan.accountId, idol.idolId)).toEqual({ transfers: 1, votes: 2 });
  },
);

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
  await expect(sheet.getByRole('alert')).toContainText(say('mall.unsettled', { count: 1 }));
  await expect(sheet.getByRole('button', { name: words.askAgainExchange })).toBeVisible();

  await reloadPage(page);
  await expect(page.getByRole('status').filter({ hasText: say('intent.confirmed') })).toBeVisible();
  expect(new Set(keys).size, 'the same key both times').toBe(1);
  expect(keys).toHaveLength(2);
  await expect(page.getByRole('link', { name: words.toPage })).toContainText('450');
  expect(await paidExchanges(product.database, fan.accountId)).toEqual([50]);
});

test(
  'a double tap that comes before the screen has moved converts the tickets and counts the votes once',
  { tag: '@system' },
  async ({ given, visit, product }) => {
    const fan = await given.fan({ tickets: 4 });
    const page = await visit.as(fan);
    const { keys } = await loseAnswers(page, doVote, 0);
    const sheet = new VoteSheet(page, words);
    const idol = await lastIdol(product.address);
    await openVoteSheet(page, idol.name);
    await sheet.amount.fill('23');
    await expect(sheet.dialog.getByText(say('vote.usesTickets', { tickets: 2, votes: 20 }))).toBeVisible();

    await sheet.cast.evaluate((button: HTMLElement) => {
      button.click();
      button.click();
    });

    await expect(sheet.counted).toHaveText(say('vote.counted', { count: 23 }));
    expect(keys).toHaveLength(1);
    expect(await convertedTickets(product.database, fan.accountId)).toEqual([2]);
    expect(await countedVotes(product.database, fan.accountId, idol.idolId)).toEqual({ transfers: 1, votes: 23 });
  },
);

test(
  'a vote with tickets whose answer is lost is asked about again, and uses the tickets once',
  { tag: '@system' },
  async ({ product, given, visit }) => {
    const fan = await given.fan({ tickets: 4 });
    const page = await visit.as(fan, { tolerates });
    const { keys } = await loseAnswers(page, doVote, 2);
    const sheet = new VoteSheet(page, words);
    const idol = await lastIdol(product.address);
    await openVoteSheet(page, idol.name);
    await sheet.amount.fill('23');
    await sheet.cast.click();
    await expect(sheet.askAgain).toHaveText(say('vote.askAgain', { count: 23 }));
    await sheet.askAgain.click();
    await expect.poll(() => keys.length).toBe(2);
    await expect(sheet.askAgain).not.toHaveAttribute('aria-busy');
    await sheet.askAgain.click();

    await expect(sheet.counted).toHaveText(say('vote.counted', { count: 23 }));
    expect(keys).toHaveLength(3);
    expect(new Set(keys).size).toBe(1);
    expect(await convertedTickets(product.database, fan.accountId)).toEqual([2]);
    expect(await countedVotes(product.database, fan.accountId, idol.idolId)).toEqual({ transfers: 1, votes: 23 });
  },
);

test(
  'a ticket whose answer is lost in the song centre becomes votes once, and a reload confirms it',
  { tag: '@system' },
  async ({ product, given, visit }) => {
    const fan = await given.fan({ tickets: 4 });
    const page = await visit.as(fan, { tolerates });
    const { keys } = await loseAnswers(page, voteTransfer);
    await openPage(page, '/snh48vote/center');
    const votes = page.getByRole('region', { name: say('songs.votes') });
    await votes.getByRole('button', { name: say('topUp.convert', { votes: 10 }) }).click();
    await expect(votes.getByRole('button', { name: say('convert.askAgain', { tickets: 1 }) })).toBeVisible();
    await expect(votes, 'the balance says what the lost answer would have said').toContainText('10 votes');
    expect(keys).toHaveLength(1);

    await reloadPage(page);
    await expect(page.getByRole('status').filter({ hasText: say('intent.confirmed') })).toBeVisible();
    expect(keys).toHaveLength(2);
    expect(new Set(keys).size, 'the same key both times').toBe(1);
    expect(await convertedTickets(product.database, fan.accountId)).toEqual([1]);
  },
);

test(
  'while a vote is asked about again, its own number stays on the screen',
  { tag: '@system' },
  async ({ product, given, visit }) => {
    const fan = await given.fan({ votes: 20 });
    const page = await visit.as(fan, { tolerates });
    const second = await holdSecond(page, doVote);
    const sheet = new VoteSheet(page, words);
    const idol = await lastIdol(product.address);
    await openVoteSheet(page, idol.name);
    await sheet.amount.fill('7');
    await sheet.cast.click();
    await sheet.askAgain.click();
    await second.sent;

    await expect(sheet.askAgain).toHaveText(say('vote.askAgain', { count: 7 }));
    await expect(sheet.askAgain).toHaveAttribute('aria-busy', 'true');
    await expect(sheet.askAgain).toBeFocused();
    await expect(sheet.cast).toHaveCount(0);
    second.letGo();
    await expect(sheet.counted).toHaveText(say('vote.counted', { count: 7 }));
    await expect(sheet.dialog.locator('[role=status]:focus')).toContainText(say('vote.counted', { count: 7 }));
    await sheet.dialog.getByRole('button', { name: words.voteAgain }).click();
    await expect(sheet.amount).toBeFocused();
  },
);

test(
  'while an exchange is asked about again, nothing else is offered in its place',
  { tag: '@system' },
  async ({ given, visit }) => {
    const fan = await given.fan({ points: 500 });
    const page = await visit.as(fan, { tolerates });
    const second = await holdSecond(page, exchangeTicket);
    const mall = new MallScreen(page, words);
    await mall.open();
    const sheet = await mall.openSheet(words.singleTicket);
    await mall.payIn(sheet).click();
    const askAgain = sheet.getByRole('button', { name: words.askAgainExchange });
    await askAgain.click();
    await second.sent;

    await expect(askAgain).toHaveAttribute('aria-busy', 'true');
    await expect(mall.payIn(sheet)).toHaveCount(0);
    second.letGo();
    await expect(sheet.getByText(words.received)).toBeVisible();
  },
);
