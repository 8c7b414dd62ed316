import { cutCall, failCall } from '#/fixtures/fail-call.ts';
import { openPage } from '#/fixtures/in-app.ts';
import { countedVotes } from '#/fixtures/ledger-facts.ts';
import { lastIdol } from '#/fixtures/idols.ts';
import { expect, test } from '#/fixtures/test.ts';
import { languages } from '#/looks.ts';
import { MallScreen } from '#/pages/mall-screen.ts';
import { MeScreen } from '#/pages/me-screen.ts';
import { goTo } from '#/pages/navigation.ts';
import { TaskScreen } from '#/pages/task-screen.ts';
import { VoteScreen } from '#/pages/vote-screen.ts';
import { VoteSheet } from '#/pages/vote-sheet.ts';
import { wholeApp } from '#/pages/whole-app.ts';
import { textsIn } from '#/pages/catalogue.ts';
import { refusalText, textsOf } from '#/pages/texts.ts';

const offline = [/net::ERR_INTERNET_DISCONNECTED/];
const serverTrouble = [/status of 50[03]/];

const sentences = textsOf({
  tasks: 'tasks.error',
  noConnection: 'failure.network',
  offers: 'mall.error',
  nobody: 'search.noMatch',
  offline: 'connection.none',
  screenFailed: 'screenFailure.text',
  counted: (say) => (count: number) => say('vote.counted', { count }),
  endingReached: (say) => say.withAny('vote.endingReached', ['until']),
});

for (const language of languages) {
  const words = textsIn[language];
  const says = sentences[language];

  test.describe(`in ${language}`, () => {
    test.use({ language });

    test('without a connection the tasks say so, and come when it is back', async ({ visit }) => {
      const page = await visit.anonymously({ tolerates: offline });
      const reconnect = await cutCall(page, '/task/api/v1/task/getTasksList');
      await new TaskScreen(page, words).open();
      const alert = page.getByRole('alert');
      await expect(alert).toContainText(says.tasks);
      await expect(alert).toContainText(says.noConnection);
      await reconnect();
      await alert.getByRole('button', { name: words.tryAgain }).click();
      await expect(new TaskScreen(page, words).checkIn).toBeVisible();
    });

    for (const reason of ['OVERLOADED', 'SERVICE_UNAVAILABLE'] as const) {
      test(`the cause ${reason} is shown in its own words, and the mall comes on the next try`, async ({ visit }) => {
        const page = await visit.anonymously({ tolerates: serverTrouble });
        const path = '/wallet/api/v1/pointsMall/getPointExchangeList';
        const recover = await failCall(page, path, { reason, language });
        await new MallScreen(page, words).open();
        const alert = page.getByRole('alert');
        await expect(alert).toContainText(says.offers);
        await expect(alert).toContainText(refusalText(reason, language, {}));
        await recover();
        await alert.getByRole('button', { name: words.tryAgain }).click();
        await expect(new MallScreen(page, words).offer(words.singleTicket)).toBeVisible();
      });
    }

    test('a search without a result says so, and leads back to all idols', async ({ visit }) => {
      const page = await visit.anonymously();
      const screen = new VoteScreen(page, words);
      await screen.open();
      await page.getByRole('searchbox').fill('zzzz');
      await expect(screen.ranking).toContainText(says.nobody);
      await screen.ranking.getByRole('button', { name: words.showEveryone }).click();
      await expect(screen.ranking.getByRole('list').getByRole('listitem')).toHaveCount(24);
    });

    test('an address without a screen says so, and leads home', async ({ visit }) => {
      const page = await visit.anonymously();
      await openPage(page, '/no-such-screen');
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(words.nothingHere);
      await page.getByRole('link', { name: words.backHome }).click();
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(words.election);
    });

    test('a fan who has done nothing yet finds empty records, not errors', async ({ given, visit }) => {
      const page = await visit.as(await given.fan());
      const me = new MeScreen(page, words);
      await me.open();
      for (const kind of ['votes', 'exchanges', 'conversions'] as const) {
        await me.showRecords(kind);
        await expect(page.getByRole('tabpanel')).toContainText(words.noRecords[kind]);
      }
    });
  });
}

test.describe('while voting', () => {
  const words = textsIn.en_US;
  const says = sentences.en_US;
  const doVote = '/activity/api/v1/vote/doVote';

  test('an overload is shown, and the same vote is counted on the next press', async ({ product, given, visit }) => {
    const idol = await lastIdol(product.address);
    const fan = await given.fan({ votes: 20 });
    const page = await visit.as(fan, { tolerates: serverTrouble });
    const sheet = new VoteSheet(page, words);
    await new VoteScreen(page, words).open();
    await new VoteScreen(page, words).openSheet(idol.name);
    await sheet.amount.fill('7');

    const recover = await failCall(page, doVote, { reason: 'OVERLOADED', language: 'en_US' });
    await sheet.cast.click();
    await expect(sheet.dialog.getByRole('alert')).toContainText(refusalText('OVERLOADED', 'en_US', {}));
    await recover();
    await sheet.askAgain.click();
    await expect(sheet.counted).toHaveText(says.counted(7));
    expect(await countedVotes(product.database, fan.accountId, idol.idolId)).toEqual({ transfers: 1, votes: 7 });
  });

  test('limits that cannot be loaded when they change are requested again, without a toast', async ({
    product,
    given,
    visit,
  }) => {
    const page = await visit.as(await given.fan({ votes: 20 }), { tolerates: serverTrouble });
    const sheet = new VoteSheet(page, words);
    const path = '/vote/getUserVoteNum';
    await page.route(`**${path}*`, async (route) => {
      const response = await route.fetch();
      const { data, ...envelope } = (await response.json()) as { data: object };
      const until = product.time.now(3000).toISOString();
      const left = { dailyCap: null, paidShare: null, ending: { votes: 0, until } };
      await route.fulfill({ response, json: { ...envelope, data: { ...data, left } } });
    });
    await new VoteScreen(page, words).open();
    await page.getByRole('main').getByRole('listitem').first().getByRole('button').click();
    await expect(sheet.dialog.getByText(says.endingReached)).toBeVisible();
    const alerts = await page.evaluateHandle(() => {
      const seen: (string | null)[] = [];
      const look = () => seen.push(...[...document.querySelectorAll('[role=alert]')].map((one) => one.textContent));
      new MutationObserver(look).observe(document.body, { childList: true, subtree: true });
      return seen;
    });

    let failures = 0;
    page.on('response', (response) => {
      if (response.url().includes(path) && response.status() === 503) failures += 1;
    });
    const recover = await failCall(page, path, { reason: 'OVERLOADED', language: 'en_US' });
    // One request and its two retries have failed.
    await expect.poll(() => failures, { timeout: 60_000 }).toBeGreaterThanOrEqual(3);
    // With it goes the answer that was put in the server's place before.
    await recover();
    await expect(sheet.cast).toBeVisible({ timeout: 60_000 });
    expect(await alerts.jsonValue()).toEqual([]);
  });

  test('a phone that goes offline keeps the vote until it is back', async ({ product, given, visit }) => {
    const idol = await lastIdol(product.address);
    const fan = await given.fan();
    const page = await visit.as(fan, { tolerates: offline });
    const sheet = new VoteSheet(page, words);
    await new VoteScreen(page, words).open();
    await new VoteScreen(page, words).openSheet(idol.name);
    await expect(sheet.cast).toBeVisible();
    await wholeApp(page);

    await page.context().setOffline(true);
    await expect(sheet.dialog.getByRole('button', { name: says.offline })).toHaveAttribute('aria-disabled', 'true');
    await expect(sheet.amount).toHaveValue('3');
    await page.context().setOffline(false);
    await sheet.cast.click();
    await expect(sheet.counted).toHaveText(says.counted(3));
    expect(await countedVotes(product.database, fan.accountId, idol.idolId)).toEqual({ transfers: 1, votes: 3 });
  });
});

test.describe('while loading', () => {
  const words = textsIn.en_US;
  const says = sentences.en_US;

  test('a screen whose code cannot be loaded shows a card, and the navigation keeps working', async ({ visit }) => {
    const page = await visit.anonymously({
      tolerates: [/ERR_FAILED/, /A part of the app could not be loaded/, /A screen failed/],
    });
    await page.route('**/assets/mall-screen-*', (route) => route.abort());
    await new MallScreen(page, words).open();
    await expect(page.getByRole('alert')).toContainText(says.screenFailed);
    await goTo(page, words, 'tasks');
    await expect(new TaskScreen(page, words).checkIn).toBeVisible();
  });

  test('without its texts the app says in both languages that it could not start', async ({ visit }) => {
    const page = await visit.anonymously({ tolerates: [/ERR_FAILED/, /The app did not start/] });
    await page.route('**/locales/*', (route) => route.abort());
    await openPage(page, '/');
    await expect(page.getByRole('main')).toContainText('The app did not load. · 無法載入。');
    await page.unroute('**/locales/*');
    await page.getByRole('button', { name: 'Retry · 重試' }).click();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(words.election);
  });
});
