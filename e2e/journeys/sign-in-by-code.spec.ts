import { ErrorCode } from '@lightstick/contract';
import { passCodePause } from '#/fixtures/advance-time.ts';
import { violations } from '#/fixtures/accessibility.ts';
import { openPage } from '#/fixtures/in-app.ts';
import { mailSubjects } from '#/fixtures/mails.ts';
import { mailedCode, newEmail } from '#/fixtures/register-fan.ts';
import { expect, test } from '#/fixtures/test.ts';
import { languages } from '#/looks.ts';
import { textsIn } from '#/pages/catalogue.ts';
import { LoginScreen } from '#/pages/login-screen.ts';
import { MeScreen } from '#/pages/me-screen.ts';
import { SecurityScreen } from '#/pages/security-screen.ts';
import { refusalText, says } from '#/pages/texts.ts';

const say = says.en_US;
const password = 'Encore at 9 pm';
const sendEmail = '**/wallet/api/v1/user/sendEmail*';

for (const language of languages) {
  const words = textsIn[language];

  test(`a newcomer keeps the suggested nickname, signs in by a code, sets a password later, in ${language}`, async ({
    product,
    visit,
  }) => {
    const email = newEmail();
    const page = await visit.anonymously({ language });
    const login = new LoginScreen(page, words);
    const me = new MeScreen(page, words);
    const security = new SecurityScreen(page, language);

    await openPage(page, '/login?next=/me&way=register');
    await login.email.fill(email);
    await login.continue.click();
    await expect(login.code).toBeFocused();
    expect(await violations(page), 'what axe finds at the code').toEqual([]);
    await login.code.fill(await mailedCode(product.address, email));
    await expect(login.nickname).toHaveValue(/^\S.* \d{2}$/);
    expect(await violations(page), 'what axe finds at the nickname').toEqual([]);
    const suggestion = await login.nickname.inputValue();
    await login.submitSignUp();
    await expect(page).toHaveURL(/\/me$/);
    await expect(me.nickname).toHaveText(suggestion);

    await me.signOut();
    await passCodePause(product, email);
    await openPage(page, '/login?next=/me');
    await login.chooseSignIn();
    await login.signInByCode(email, () => mailedCode(product.address, email));
    await expect(me.nickname).toHaveText(suggestion);

    await passCodePause(product, email);
    await expect(page.getByText(security.words.setPasswordText)).toBeVisible();
    await page.getByRole('link', { name: security.words.setPasswordNow }).click();
    await security.sendCode.click();
    await security.code.fill(await mailedCode(product.address, email));
    await security.passwordField('newPassword').fill('Password2026!');
    await expect(security.passwordField('newPassword')).toHaveAccessibleDescription(
      new RegExp(
        `${says[language]('password.notCommon')}\\s*${says[language]('password.unmet').replaceAll(/[()]/g, '.')}`,
      ),
    );
    await security.passwordField('newPassword').fill(password);
    await security.press('savePassword');
    await expect(page.getByRole('button', { name: security.words.changePassword })).toBeVisible();
    await openPage(page, '/me');
    await expect(me.nickname).toHaveText(suggestion);
    await expect(page.getByText(security.words.setPasswordText)).toHaveCount(0);

    const elsewhere = await visit.anonymously({ language });
    const otherLogin = new LoginScreen(elsewhere, words);
    await otherLogin.open();
    await otherLogin.signIn(email, password);
    await expect(elsewhere.getByRole('link', { name: words.toPage })).toBeVisible();
  });
}

test(
  'a fan without a password changes their email by a code to each address',
  { tag: '@system' },
  async ({ product, given, visit }) => {
    const [fan, wanted] = [await given.fan(), newEmail()];
    await product.database.query('UPDATE fan SET password_hash = NULL WHERE account_id = $1', [fan.accountId]);
    const page = await visit.as(fan);
    const screen = new SecurityScreen(page, 'en_US');
    await screen.open();
    await screen.press('changeEmail');
    await screen.newEmail.fill(wanted);
    await screen.sendCode.first().click();
    await screen.code.fill(await mailedCode(product.address, wanted));
    await screen.sendCode.last().click();
    await screen.ownCode.fill(await mailedCode(product.address, fan.email));
    await screen.press('saveEmail');
    await expect(screen.row(wanted)).toBeVisible();
    await expect.poll(() => mailSubjects(product.address, fan.email)).toContain('Your Lightstick email was changed');
  },
);

test('a code can be pasted as it is written in a mail, and a wrong one is asked for again', async ({
  product,
  given,
  visit,
}) => {
  const fan = await given.fan();
  const page = await visit.anonymously();
  const login = new LoginScreen(page, textsIn.en_US);
  await login.open();
  await login.email.fill(fan.email);
  await login.mailCode.click();
  const code = await mailedCode(product.address, fan.email);
  await login.code.fill(code === '000000' ? '111111' : '000000');
  await expect(login.code).toHaveAccessibleDescription(refusalText('CODE_INVALID', 'en_US'));
  await expect(login.code).toHaveValue('');
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.evaluate((text) => navigator.clipboard.writeText(text), `${code.slice(0, 3)} ${code.slice(3)}`);
  await login.code.focus();
  await page.keyboard.press('ControlOrMeta+V');
  await expect(page.getByRole('link', { name: textsIn.en_US.toPage })).toBeVisible();
});

test(
  'on a network that sends many mails the code waits its turn, and the page says so',
  { tag: '@system' },
  async ({ visit }) => {
    const page = await visit.anonymously({ tolerates: [/status of 429/] });
    const login = new LoginScreen(page, textsIn.en_US);
    let asked = 0;
    await page.route(sendEmail, async (route) => {
      asked += 1;
      if (asked > 1) return route.fallback();
      const message = refusalText('MAILS_TOO_FAST', 'en_US', { seconds: 1 });
      await route.fulfill({ status: 429, json: { code: ErrorCode.MAILS_TOO_FAST, message, data: null } });
    });
    await login.open();
    await login.chooseSignUp();
    await login.email.fill(newEmail());
    await login.continue.click();
    await expect(page.getByText(say('account.mailsQueued'))).toBeVisible();
    await expect(login.code).toBeFocused();
    expect(asked).toBe(2);
  },
);
