import { loadPage, openPage, reloadPage } from '#/fixtures/in-app.ts';
import { injectWallet } from '#/fixtures/injected-wallet.ts';
import { passCodePause } from '#/fixtures/advance-time.ts';
import { mailSubjects } from '#/fixtures/mails.ts';
import { mailedCode, newEmail } from '#/fixtures/register-fan.ts';
import { expect, test } from '#/fixtures/test.ts';
import { languages } from '#/looks.ts';
import { LoginScreen } from '#/pages/login-screen.ts';
import { SecurityScreen } from '#/pages/security-screen.ts';
import { WalletSheet } from '#/pages/wallet-sheet.ts';
import { says } from '#/pages/texts.ts';
import { textsIn } from '#/pages/catalogue.ts';

const say = says.en_US;

const newPassword = 'Encore at 9 pm';

for (const language of languages) {
  const words = textsIn[language];

  test(`a fan changes their password by the old one, and then by a code, in ${language}`, async ({
    product,
    given,
    visit,
  }) => {
    const fan = await given.fan();
    const page = await visit.as(fan, { language });
    const screen = new SecurityScreen(page, language);
    await screen.open();
    await expect(screen.row(fan.email)).toBeVisible();

    await screen.press('changePassword');
    await screen.passwordField('oldPassword').fill('Not-the-password-1');
    await screen.passwordField('newPassword').fill(newPassword);
    await screen.press('savePassword');
    await expect(screen.passwordField('oldPassword')).toHaveAccessibleDescription(screen.words.wrongPassword);
    await screen.passwordField('oldPassword').fill(fan.password);
    await screen.press('savePassword');
    await expect(page.getByText(screen.words.passwordChanged)).toBeVisible();
    await expect(screen.sheet).toHaveCount(0);
    await expect.poll(() => mailSubjects(product.address, fan.email)).toContain('Your Lightstick password was changed');

    await screen.press('changePassword');
    await screen.chooseCode();
    await screen.sendCode.click();
    await screen.code.fill(await mailedCode(product.address, fan.email));
    await screen.passwordField('newPassword').fill(`${newPassword}, twice`);
    await screen.press('savePassword');
    await expect(screen.sheet).toHaveCount(0);

    await reloadPage(page);
    await expect(screen.row(fan.email), 'still signed in').toBeVisible();
    const elsewhere = await visit.anonymously({ language });
    const login = new LoginScreen(elsewhere, words);
    await login.open();
    await login.signIn(fan.email, `${newPassword}, twice`);
    await expect(elsewhere.getByRole('link', { name: words.toPage })).toBeVisible();
  });

  test(`a fan changes their email, and the former address gets a mail, in ${language}`, async ({
    product,
    given,
    visit,
  }) => {
    const [fan, wanted] = [await given.fan(), newEmail()];
    const page = await visit.as(fan, { language });
    const screen = new SecurityScreen(page, language);
    await screen.open();
    await screen.press('changeEmail');
    await screen.newEmail.fill(fan.email);
    await screen.sendCode.click();
    await expect(page.getByRole('alert')).toHaveText(screen.words.unchanged);
    await screen.newEmail.fill(wanted);
    await screen.sendCode.click();
    await screen.code.fill(await mailedCode(product.address, wanted));
    await screen.passwordField('password').fill(fan.password);
    const renewed = page.waitForResponse('**/wallet/api/v1/user/session');
    await screen.press('saveEmail');
    await expect(page.getByText(screen.words.emailChanged)).toBeVisible();
    expect((await (await renewed).allHeaders())['set-cookie'], 'the browser is known by the new one').toContain(
      'device=',
    );
    await expect(screen.row(wanted)).toBeVisible();
    await expect.poll(() => mailSubjects(product.address, fan.email)).toContain('Your Lightstick email was changed');
    await openPage(page, '/me');
    await expect(page.getByRole('main').getByText(wanted)).toBeVisible();
  });

  test(
    `a fan with a wallet binds an email and sets a password, in ${language}`,
    { tag: '@system' },
    async ({ product, visit }) => {
      const email = newEmail();
      const page = await visit.anonymously({ language });
      const wallet = await injectWallet(page);
      const sheet = new WalletSheet(page, words);
      const screen = new SecurityScreen(page, language);
      await sheet.open('?next=/my-security');
      await sheet.choose('Test Wallet');
      await expect(page).toHaveURL(/\/my-security$/);

      await screen.press('addEmail');
      await screen.newEmail.fill(email);
      await screen.sendCode.click();
      await screen.code.fill(await mailedCode(product.address, email));
      await screen.press('signEmail');
      await expect(screen.row(email)).toBeVisible();
      expect(wallet.messages).toHaveLength(2);

      await passCodePause(product, email);
      await screen.press('setPassword');
      await screen.sendCode.click();
      await screen.code.fill(await mailedCode(product.address, email));
      await screen.passwordField('newPassword').fill(newPassword);
      await screen.press('savePassword');
      await expect(page.getByRole('button', { name: screen.words.changePassword })).toBeVisible();

      const elsewhere = await visit.anonymously({ language });
      const login = new LoginScreen(elsewhere, words);
      await login.open();
      await login.signIn(email, newPassword);
      await expect(elsewhere.getByRole('link', { name: words.toPage })).toBeVisible();
    },
  );
}

test(
  'a wallet that declines leaves the form as it is, to be sent again',
  { tag: '@system' },
  async ({ product, visit }) => {
    const email = newEmail();
    const page = await visit.anonymously();
    const sheet = new WalletSheet(page, textsIn.en_US);
    const screen = new SecurityScreen(page, 'en_US');
    const wallet = await injectWallet(page);
    await sheet.open('?next=/my-security');
    await sheet.choose('Test Wallet');
    await screen.press('addEmail');
    await screen.newEmail.fill(email);
    await screen.sendCode.click();
    await screen.code.fill(await mailedCode(product.address, email));

    wallet.misbehave({ signing: 4001 });
    await screen.press('signEmail');
    await expect(page.getByRole('alert')).toContainText(screen.words.declined);
    await expect(screen.newEmail).toHaveValue(email);
    wallet.mend();
    await screen.press('signEmail');
    await expect(screen.row(email)).toBeVisible();
  },
);

test('a visitor signs in first', { tag: '@system' }, async ({ visit }) => {
  const page = await visit.anonymously();
  await openPage(page, '/my-security');
  await expect(page).toHaveURL(/\/login\?next=%2Fmy-security$/);
});

test('parts that could not be loaded say so, and can be loaded again', { tag: '@system' }, async ({ given, visit }) => {
  const fan = await given.fan();
  const page = await visit.as(fan, { tolerates: [/ERR_FAILED/] });
  const screen = new SecurityScreen(page, 'en_US');
  const profile = '**/wallet/api/v1/userExpand/getUserInfo';
  await openPage(page, '/me');
  await page.route(profile, (route) => route.abort());
  await loadPage(page, '/my-security');
  await expect(page.getByText(screen.words.notLoaded)).toBeVisible();
  await page.unroute(profile);
  await screen.press('retry');
  await expect(screen.row(fan.email)).toBeVisible();
});

test('a sheet stays while the server is at work', { tag: '@system' }, async ({ given, visit }) => {
  const fan = await given.fan();
  const page = await visit.as(fan);
  const screen = new SecurityScreen(page, 'en_US');
  await screen.open();
  await screen.press('changePassword');
  await screen.passwordField('oldPassword').fill('Not-the-password-1');
  await screen.passwordField('newPassword').fill(newPassword);
  const answer = Promise.withResolvers<void>();
  await page.route('**/wallet/api/v1/userExpand/updateAccountPassword', async (route) => {
    await answer.promise;
    await route.continue();
  });
  await screen.button('savePassword').click();
  await expect(screen.sheet.getByRole('button', { name: say('security.cancel') })).toBeDisabled();
  await page.keyboard.press('Escape');
  await page.keyboard.press('Escape');
  answer.resolve();
  await expect(screen.passwordField('oldPassword')).toHaveAccessibleDescription(screen.words.wrongPassword);
  await screen.sheet.getByRole('button', { name: say('security.cancel') }).click();
  await expect(screen.sheet).toHaveCount(0);
});
