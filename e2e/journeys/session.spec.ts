import { asBuilt } from '#/fixtures/as-built.ts';
import { call } from '#/fixtures/call.ts';
import { lastIdol } from '#/fixtures/idols.ts';
import { paidExchanges } from '#/fixtures/ledger-facts.ts';
import { holdAnswer } from '#/fixtures/lose-answer.ts';
import { newEmail } from '#/fixtures/register-fan.ts';
import { expect, test } from '#/fixtures/test.ts';
import { LoginScreen } from '#/pages/login-screen.ts';
import { MallScreen } from '#/pages/mall-screen.ts';
import { MeScreen } from '#/pages/me-screen.ts';
import { VoteScreen } from '#/pages/vote-screen.ts';
import { VoteSheet } from '#/pages/vote-sheet.ts';
import { refusalText, says } from '#/pages/texts.ts';
import { textsIn } from '#/pages/catalogue.ts';

const words = textsIn.en_US;
const say = says.en_US;

/** The requests of the mall's screen and of the app around it when a fan opens the mall. */
const askedInMall = [
  'getAssetDetail',
  'getPointExchangeList',
  'getVoteExchangeRecord',
  'getBanner',
  'getMediaInfo',
] as const;

const logout = '/wallet/api/v1/user/logout';

test('a fan signs out and in again', async ({ given, visit }) => {
  const fan = await given.fan({ nickname: 'Suki' });
  const page = await visit.as(fan);
  const me = new MeScreen(page, words);
  const login = new LoginScreen(page, words);

  await me.open();
  const leaving = await holdAnswer(page, logout);
  const left = me.signOut();
  await leaving.sent;
  // As a host's command does. What this screen asks for would be refused now, and the fan would read of an expired session.
  await page.evaluate(() => history.pushState({}, '', '/my-points'));
  await expect(page.locator('h1')).toHaveText(say('myPoints.title'));
  leaving.letGo();
  await left;
  await expect(page.getByRole('link', { name: words.signIn })).toBeVisible();
  await me.open();
  await expect(page).toHaveURL(/\/login\?next=%2Fme$/);
  await login.signIn(fan.email, fan.password);
  await expect(page).toHaveURL(/\/me$/);
  await expect(me.nickname).toHaveText('Suki');
});

test('a fan who closed the tab is still signed in when they come back', async ({ given, visit }) => {
  const fan = await given.fan({ nickname: 'Suki' });
  const page = await visit.anonymously();
  const login = new LoginScreen(page, words);
  await login.open();
  await login.signIn(fan.email, fan.password);
  await expect(page.getByRole('link', { name: words.toPage })).toBeVisible();

  const browser = page.context();
  await page.close();
  const laterPage = await browser.newPage();
  await new MeScreen(laterPage, words).open();
  await expect(new MeScreen(laterPage, words).nickname).toHaveText('Suki');
  expect((await browser.cookies()).find(({ name }) => name === 'passport')).toMatchObject({
    httpOnly: true,
    sameSite: 'Lax',
  });
});

test('a wrong password is shown in words, and the email stays', async ({ given, visit }) => {
  const fan = await given.fan();
  const page = await visit.anonymously();
  const login = new LoginScreen(page, words);
  await login.open();
  await login.signIn(fan.email, 'Not-the-password-1');
  await expect(page.getByRole('alert')).toHaveText(refusalText('WRONG_CREDENTIALS', 'en_US'));
  await expect(login.email).toHaveValue(fan.email);

  await login.signIn(newEmail(), 'Not-the-password-1');
  await expect(page.getByRole('alert'), 'an unknown address is answered the same').toHaveText(
    refusalText('WRONG_CREDENTIALS', 'en_US'),
  );
});

test('a visitor with an account who wants to vote signs in, and finds the vote sheet open', async ({
  product,
  given,
  visit,
}) => {
  const { idolId, name } = await lastIdol(product.address);
  const fan = await given.fan();
  const page = await visit.anonymously();
  const screen = new VoteScreen(page, words);
  await screen.open();
  await screen.openSheet(name);
  await expect(page).toHaveURL(/\/login\?next=%2Fvote-activity%3Fvote%3D\d+&way=register$/);
  const login = new LoginScreen(page, words);
  await login.chooseSignIn();
  await login.signIn(fan.email, fan.password);
  await expect(page).toHaveURL(new RegExp(`/vote-activity\\?vote=${idolId}$`));
  await expect(new VoteSheet(page, words).cast).toBeVisible();
});

test('a session that ended on another device leads to the sign-in screen, and what was pressed is done once', async ({
  product,
  given,
  visit,
}) => {
  const fan = await given.fan({ points: 50 });
  const page = await visit.as(fan, { tolerates: [/status of 401/] });
  const mall = new MallScreen(page, words);
  await asBuilt(page);
  // What the screen itself still asks for would find out about the session before the fan does.
  const answered = Promise.all(askedInMall.map((name) => page.waitForResponse(new RegExp(`/${name}(\\?|$)`))));
  await mall.open();
  const sheet = await mall.openSheet(words.singleTicket);
  await answered;
  await call(product.address, `POST ${logout}`, { body: {} }, fan);

  await mall.payIn(sheet).click();
  await expect(page).toHaveURL(/\/login\?next=%2Fmall$/);
  await expect(page.getByText(say('session.expired'))).toBeVisible();
  await new LoginScreen(page, words).signIn(fan.email, fan.password);
  await expect(page).toHaveURL(/\/mall$/);
  await expect(page.getByText(say('intent.confirmed'))).toBeVisible();
  expect(await paidExchanges(product.database, fan.accountId)).toEqual([50]);
});
