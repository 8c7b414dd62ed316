import { call } from '#/fixtures/call.ts';
import { openPage } from '#/fixtures/in-app.ts';
import { mailSubjects } from '#/fixtures/mails.ts';
import { mailedCode, newEmail } from '#/fixtures/register-fan.ts';
import { expect, test } from '#/fixtures/test.ts';
import { languages } from '#/looks.ts';
import { LoginScreen } from '#/pages/login-screen.ts';
import { MeScreen } from '#/pages/me-screen.ts';
import { SecurityScreen } from '#/pages/security-screen.ts';
import { says } from '#/pages/texts.ts';
import { textsIn } from '#/pages/catalogue.ts';

const say = says.en_US;

const newPassword = 'Encore at 9 pm';
const login = '**/wallet/api/v1/user/login';

for (const language of languages) {
  test(`a fan who has forgotten their password sets a new one and is signed in, in ${language}`, async ({
    product,
    given,
    visit,
  }) => {
    const fan = await given.fan({ nickname: 'Suki' });
    const page = await visit.anonymously({ language });
    const words = textsIn[language];
    const loginScreen = new LoginScreen(page, words);
    const screen = new SecurityScreen(page, language);
    await openPage(page, '/login?next=/me');
    await loginScreen.email.fill(fan.email);
    await page.getByRole('link', { name: screen.words.forgot }).click();
    await expect(page).toHaveURL(/\/forgot-password\?next=\/me$/);
    await expect(screen.email).toHaveValue(fan.email);

    await screen.sendCode.click();
    const code = await mailedCode(product.address, fan.email);
    await screen.code.fill(code === '000000' ? '111111' : '000000');
    await screen.passwordField('newPassword').fill('Password2026!');
    await screen.press('setNew');
    await expect(page.getByText(screen.words.weak)).toBeVisible();
    await screen.passwordField('newPassword').fill(newPassword);
    await screen.press('setNew');
    await expect(screen.code).toHaveAccessibleDescription(screen.words.wrongCode);
    await screen.code.fill(code);
    await screen.press('setNew');

    await expect(page.getByRole('heading', { name: screen.words.isSet })).toBeFocused();
    await expect.poll(() => mailSubjects(product.address, fan.email)).toContain('Your Lightstick password was changed');
    await screen.press('goOn');
    await expect(page).toHaveURL(/\/me$/);
    const me = new MeScreen(page, words);
    await expect(me.nickname).toHaveText('Suki');

    await me.signOut();
    await loginScreen.open();
    await loginScreen.signIn(fan.email, fan.password);
    await expect(page.getByRole('alert')).toBeVisible();
    await loginScreen.signIn(fan.email, newPassword);
    await expect(page.getByRole('link', { name: words.toPage })).toBeVisible();
  });

  test(
    `an address without an account learns that by mail only, in ${language}`,
    { tag: '@system' },
    async ({ product, visit }) => {
      const email = newEmail();
      const page = await visit.anonymously({ language });
      const screen = new SecurityScreen(page, language);
      await openPage(page, '/forgot-password');
      await screen.sendCode.click();
      await expect(screen.email).toHaveAccessibleDescription(screen.words.emailMissing);
      await screen.email.fill(email);
      await screen.sendCode.click();
      await expect.poll(() => mailSubjects(product.address, email)).toEqual([screen.words.noAccount]);
      await expect(screen.code).toHaveAccessibleDescription(/10/);
      await screen.code.fill('123456');
      await screen.passwordField('newPassword').fill(newPassword);
      await screen.press('setNew');
      await expect(screen.code).toHaveAccessibleDescription(screen.words.wrongCode);
    },
  );
}

test(
  'a fan whose new password is set but who cannot be signed in yet finds their address at the sign-in',
  { tag: '@system' },
  async ({ product, given, visit }) => {
    const fan = await given.fan();
    const page = await visit.anonymously({ tolerates: [/ERR_FAILED/, /status of 503/] });
    const screen = new SecurityScreen(page, 'en_US');
    await openPage(page, '/forgot-password?next=/me');
    await screen.email.fill(fan.email);
    await screen.sendCode.click();
    await screen.code.fill(await mailedCode(product.address, fan.email));
    await screen.passwordField('newPassword').fill(newPassword);
    await page.route(login, (route) => route.abort());
    await screen.press('setNew');
    await expect(page.getByRole('heading', { name: screen.words.isSet })).toBeVisible();
    await page.unroute(login);
    await page.getByRole('main').getByRole('button', { name: textsIn.en_US.signIn, exact: true }).click();

    const loginScreen = new LoginScreen(page, textsIn.en_US);
    await expect(loginScreen.email).toHaveValue(fan.email);
    await loginScreen.password.fill(newPassword);
    await loginScreen.submitSignIn();
    await expect(page).toHaveURL(/\/me$/);
  },
);

test(
  'a new password set where somebody else is signed in leaves them signed in, and says so',
  { tag: '@system' },
  async ({ product, given, visit }) => {
    const [fan, other] = [await given.fan(), await given.fan({ nickname: 'Nova' })];
    const page = await visit.as(other);
    const screen = new SecurityScreen(page, 'en_US');
    await openPage(page, '/forgot-password?next=/me');
    await screen.email.fill(fan.email);
    await screen.sendCode.click();
    await screen.code.fill(await mailedCode(product.address, fan.email));
    await screen.passwordField('newPassword').fill(newPassword);
    await screen.press('setNew');
    await expect(page.getByText(say('forgotPassword.doneOther', { email: fan.email }))).toBeVisible();
    await screen.press('goOn');
    await expect(page).toHaveURL(/\/me$/);
    await expect(new MeScreen(page, textsIn.en_US).nickname).toHaveText('Nova');
  },
);

test('the other browsers of a fan are signed out by a new password', async ({ product, given, visit }) => {
  const fan = await given.fan();
  const page = await visit.anonymously();
  const screen = new SecurityScreen(page, 'en_US');
  await openPage(page, '/forgot-password');
  await screen.email.fill(fan.email);
  await screen.sendCode.click();
  await screen.code.fill(await mailedCode(product.address, fan.email));
  await screen.passwordField('newPassword').fill(newPassword);
  await screen.press('setNew');
  await expect(page.getByRole('heading', { name: screen.words.isSet })).toBeVisible();

  const elsewhere = await visit.as(fan, { tolerates: [/status of 401/] });
  await openPage(elsewhere, '/me');
  await expect(elsewhere).toHaveURL(/\/login/);
  await expect(
    call(product.address, 'POST /wallet/api/v1/userExpand/getUserInfo', { body: {} }, fan),
  ).rejects.toThrow();
});
