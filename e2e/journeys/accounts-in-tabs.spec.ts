import type { Page } from '@playwright/test';
import { givenNotices } from '#/fixtures/given-notices.ts';
import { holdRequests } from '#/fixtures/hold-requests.ts';
import { lastIdol } from '#/fixtures/idols.ts';
import { inApp, openPage, reloadPage } from '#/fixtures/in-app.ts';
import { countedVotes } from '#/fixtures/ledger-facts.ts';
import type { Fan } from '#/fixtures/register-fan.ts';
import { expect, test } from '#/fixtures/test.ts';
import { AiHostRoom } from '#/pages/ai-host-room.ts';
import { textsIn } from '#/pages/catalogue.ts';
import { LoginScreen } from '#/pages/login-screen.ts';
import { MeScreen } from '#/pages/me-screen.ts';
import { MyProfileScreen } from '#/pages/my-profile-screen.ts';
import { says } from '#/pages/texts.ts';
import { VoteScreen } from '#/pages/vote-screen.ts';
import { VoteSheet } from '#/pages/vote-sheet.ts';

const words = textsIn.en_US;
const say = says.en_US;
const doVote = '/activity/api/v1/vote/doVote';
const tolerates = [/status of 401/, /status of 412/, /net::ERR_CONNECTION_RESET/];

/** Keeps a tab from hearing what happens in others, as between their act and its news. */
async function deafen(tab: Page): Promise<void> {
  await tab.addInitScript(() => addEventListener('storage', (event) => event.stopImmediatePropagation(), true));
}

async function deafTab(page: Page): Promise<Page> {
  const tab = await page.context().newPage();
  await deafen(tab);
  return tab;
}

/** A tab that makes a call of its own before the test presses there learns that its fan has changed, and stops. */
const holdCalls = (tab: Page) => holdRequests(tab, '**/api/v1/**');

/** In another tab of the browser the fan signs out, and another one signs in. */
async function changeTo(page: Page, fan: Fan): Promise<Page> {
  const tab = await page.context().newPage();
  const me = new MeScreen(tab, words);
  await me.open();
  await me.signOut();
  // On the page of the one before, as by a link; it loads again for another fan.
  await tab.evaluate(() => history.pushState({}, '', '/login'));
  const login = new LoginScreen(tab, words);
  await login.email.waitFor();
  const loaded = tab.waitForEvent('load');
  await login.signIn(fan.email, fan.password);
  await loaded;
  await expect(tab).toHaveURL(/\/$/);
  await inApp(tab);
  return tab;
}

async function signIn(tab: Page, fan: Fan): Promise<void> {
  const login = new LoginScreen(tab, words);
  await login.open();
  await login.signIn(fan.email, fan.password);
  await expect(tab).toHaveURL(/\/$/);
  await inApp(tab);
}

async function nicknameOf(page: Page): Promise<string | null> {
  await new MeScreen(page, words).open();
  return new MeScreen(page, words).nickname.textContent();
}

/** What the browser tells a page that it keeps, and one that it shows again. A headless Chromium keeps none by itself. */
const tellPage = (page: Page, type: 'pagehide' | 'pageshow') =>
  page.evaluate((name) => void dispatchEvent(new PageTransitionEvent(name, { persisted: true })), type);
const keepForGoingBack = (page: Page) => tellPage(page, 'pagehide');
const goBackToKept = (page: Page) => tellPage(page, 'pageshow');

const cardOf = (page: Page) => page.getByRole('alert').filter({ has: page.getByRole('heading', { level: 1 }) });

test('a press in a tab of another fan has no effect, and the tab says who is signed in', async ({
  product,
  given,
  visit,
}) => {
  const [mina, bora] = [
    await given.fan({ votes: 20, nickname: 'Mina' }),
    await given.fan({ votes: 20, nickname: 'Bora' }),
  ];
  const leaving = await visit.as(mina, { tolerates });
  await deafen(leaving);
  await expect.poll(() => nicknameOf(leaving)).toBe('Mina');
  await new MeScreen(leaving, words).openSettings();
  const idol = await lastIdol(product.address);

  const voting = await deafTab(leaving);
  const sheet = new VoteSheet(voting, words);
  await new VoteScreen(voting, words).open();
  await new VoteScreen(voting, words).openSheet(idol.name);
  await sheet.amount.fill('7');
  const naming = await deafTab(leaving);
  const profile = new MyProfileScreen(naming, words);
  await profile.open();
  await profile.nickname.fill('Minami');
  const asking = await deafTab(leaving);
  const room = new AiHostRoom(asking, 'en_US');
  await room.open();
  await room.question.fill('Who is in first place now?');

  const tabs = [voting, naming, asking, leaving];
  const held = await Promise.all(tabs.map(holdCalls));
  await changeTo(leaving, bora);
  await sheet.cast.click();
  await profile.save.click();
  await room.send.click();
  await leaving.getByRole('button', { name: words.signOut }).click();
  await leaving.getByRole('dialog').getByRole('button', { name: words.signOut }).click();
  for (const calls of held) calls.letGo();

  for (const tab of tabs) {
    await expect(cardOf(tab).getByRole('heading')).toHaveText(say('otherTab.now', { nickname: 'Bora' }));
    await expect(tab.getByRole('dialog')).toHaveCount(0);
  }
  for (const fan of [mina, bora])
    expect(await countedVotes(product.database, fan.accountId, idol.idolId)).toEqual({ transfers: 0, votes: 0 });
  const { rows } = await product.database.query<{ nickname: string; questions: number }>(
    `SELECT nickname, (SELECT count(*)::integer FROM ai_question q WHERE q.fan_id = fan.id) AS questions
       FROM fan WHERE account_id = ANY ($1) ORDER BY nickname`,
    [[mina.accountId, bora.accountId]],
  );
  expect(rows).toEqual([
    { nickname: 'Bora', questions: 0 },
    { nickname: 'Mina', questions: 0 },
  ]);

  await cardOf(voting)
    .getByRole('button', { name: say('otherTab.goOn', { nickname: 'Bora' }) })
    .click();
  await inApp(voting);
  await expect.poll(() => nicknameOf(voting), 'the sign-out of the old tab has ended nothing').toBe('Bora');
});

test('a vote without an answer stays its fan’s: sent for nobody else, counted once when its fan is back', async ({
  product,
  given,
  visit,
}) => {
  const [mina, bora] = [await given.fan({ votes: 20 }), await given.fan({ votes: 20 })];
  const first = await visit.as(mina, { tolerates });
  const idol = await lastIdol(product.address);
  const voting = await deafTab(first);
  // In every tab, because the fan's own other tabs ask for the answer too.
  const keys: string[] = [];
  let losesAnswers = true;
  await first.context().route(`**${doVote}`, async (route) => {
    keys.push((await route.request().headerValue('idempotency-key')) ?? 'none');
    if (!losesAnswers) return route.continue();
    await route.fetch();
    return route.abort('connectionreset');
  });
  const sheet = new VoteSheet(voting, words);
  await new VoteScreen(voting, words).open();
  await new VoteScreen(voting, words).openSheet(idol.name);
  await sheet.amount.fill('10');
  await sheet.cast.click();
  await expect(sheet.askAgain).toBeVisible();

  const calls = await holdCalls(voting);
  const other = await changeTo(first, bora);
  losesAnswers = false;
  await sheet.askAgain.click();
  calls.letGo();
  await expect(cardOf(voting)).toBeVisible();
  await cardOf(voting).getByRole('button').click();
  await inApp(voting);
  const countVotes = (fan: Fan) => countedVotes(product.database, fan.accountId, idol.idolId);
  expect([await countVotes(mina), await countVotes(bora)]).toEqual([
    { transfers: 1, votes: 10 },
    { transfers: 0, votes: 0 },
  ]);

  const again = await changeTo(other, mina);
  await expect(again.getByRole('status').filter({ hasText: say('intent.confirmed') })).toBeVisible();
  expect([await countVotes(mina), await countVotes(bora)]).toEqual([
    { transfers: 1, votes: 10 },
    { transfers: 0, votes: 0 },
  ]);
  expect(new Set(keys).size).toBe(1);
});

test('other tabs hear at once who signs out and in, and show nothing of the one before', async ({ given, visit }) => {
  const [mina, bora] = [await given.fan({ points: 4711, nickname: 'Mina' }), await given.fan({ nickname: 'Bora' })];
  const page = await visit.as(mina, { tolerates });
  await openPage(page, '/');
  await expect(page.getByRole('link', { name: words.toPage })).toContainText('4,711');

  const other = await page.context().newPage();
  const me = new MeScreen(other, words);
  await me.open();
  await me.signOut();
  await expect(cardOf(page).getByRole('heading')).toHaveText(say('otherTab.left'));
  await expect(page.getByText('4,711')).toHaveCount(0);
  await signIn(other, bora);
  await expect(cardOf(page).getByRole('heading')).toHaveText(say('otherTab.now', { nickname: 'Bora' }));
  await cardOf(page).getByRole('button').click();
  await inApp(page);
  await expect(page.getByRole('link', { name: words.toPage })).toBeVisible();
  await expect.poll(() => nicknameOf(page)).toBe('Bora');
});

test('a visitor’s tab takes up the fan who signs in in another one', async ({ given, visit }) => {
  const fan = await given.fan({ nickname: 'Mina' });
  const page = await visit.anonymously();
  await openPage(page, '/');
  const other = await page.context().newPage();
  await signIn(other, fan);
  await page.bringToFront();
  await expect(page.getByRole('status').filter({ hasText: say('otherTab.now', { nickname: 'Mina' }) })).toBeVisible();
  await expect(page.getByRole('link', { name: words.toPage })).toBeVisible();
});

test('notices that are read in one tab are read in the other', async ({ product, given, visit }) => {
  const fan = await given.fan();
  await givenNotices(product, fan, [
    { kind: 'raffleLost', parameters: { activityId: 'x', title: { en_US: 'R', zh_TW: 'R' } } },
  ]);
  const page = await visit.as(fan);
  await new MeScreen(page, words).open();
  await expect(page.getByRole('link', { name: say('notices.bell', { unread: 1 }) })).toBeVisible();
  const other = await page.context().newPage();
  await openPage(other, '/notifications');
  await expect(other.getByText(say('notices.new'), { exact: true })).toBeVisible();
  await page.bringToFront();
  await expect(page.getByRole('link', { name: say('notices.bell', { unread: 0 }) })).toBeVisible();
});

test('a page that is kept for going back is hidden meanwhile, and shows nothing of the fan before', async ({
  given,
  visit,
}) => {
  const mina = await given.fan({ points: 4711, nickname: 'Mina' });
  const bora = await given.fan({ nickname: 'Bora' });
  const first = await visit.as(mina, { tolerates });
  // A page that is kept does not run, so it hears nothing of other tabs.
  const page = await deafTab(first);
  await openPage(page, '/my-points');
  const points = page.getByText('4,711').first();
  await expect(points).toBeVisible();

  // The app watches its account a moment after its first screen.
  const isSeen = async () => {
    await keepForGoingBack(page);
    return points.isVisible();
  };
  await expect.poll(isSeen, 'while it is kept').toBe(false);
  await goBackToKept(page);
  await expect(points, 'back, with the same fan').toBeVisible();

  await keepForGoingBack(page);
  await changeTo(first, bora);
  await expect(points, 'as the browser draws it before it runs').toBeHidden();
  const loaded = page.waitForEvent('load');
  await goBackToKept(page);
  await loaded;
  await expect(page.locator('h1')).toHaveText(say('myPoints.title'));
  await expect(page.getByText('4,711')).toHaveCount(0);
  await expect.poll(() => nicknameOf(page)).toBe('Bora');
});

test.describe('a kept vote that is too old, or of a time that has not been,', () => {
  for (const [what, shiftMs, details] of [
    ['that is 20 minutes old', -20 * 60_000, {}],
    ['by a clock a day ahead', 24 * 60 * 60_000 - 20 * 60_000, { tag: '@system' }],
  ] as const)
    test(`${what}, is not sent, and its fan reads so`, details, async ({ product, given, visit }) => {
      const fan = await given.fan({ votes: 20 });
      const page = await visit.as(fan, { tolerates });
      const idol = await lastIdol(product.address);
      const sheet = new VoteSheet(page, words);
      await page.route(`**${doVote}`, (route) => route.abort('connectionreset'), { times: 1 });
      await new VoteScreen(page, words).open();
      await new VoteScreen(page, words).openSheet(idol.name);
      await sheet.cast.click();
      await expect(sheet.askAgain).toBeVisible();
      await page.evaluate((ms) => {
        const kept = JSON.parse(localStorage.getItem('lightstick.intents') ?? '[]') as { madeAtMs: number }[];
        for (const intent of kept) intent.madeAtMs += ms;
        localStorage.setItem('lightstick.intents', JSON.stringify(kept));
      }, shiftMs);
      await reloadPage(page);
      await expect(
        page
          .getByRole('alert')
          .or(page.getByRole('status'))
          .filter({ hasText: say('intent.overdue') }),
      ).toBeVisible();
      expect(await countedVotes(product.database, fan.accountId, idol.idolId)).toEqual({ transfers: 0, votes: 0 });
      await new VoteScreen(page, words).open();
      await new VoteScreen(page, words).openSheet(idol.name);
      await expect(sheet.cast).toBeVisible();
    });
});
