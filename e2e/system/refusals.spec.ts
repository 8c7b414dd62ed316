import type { Language } from '@lightstick/contract';
import { call } from '#/fixtures/call.ts';
import { lastIdol } from '#/fixtures/idols.ts';
import { mailedCode, newEmail } from '#/fixtures/register-fan.ts';
import { expect, test } from '#/fixtures/test.ts';
import { languages } from '#/looks.ts';
import { LoginScreen } from '#/pages/login-screen.ts';
import { MallScreen } from '#/pages/mall-screen.ts';
import { VoteScreen } from '#/pages/vote-screen.ts';
import { VoteSheet } from '#/pages/vote-sheet.ts';
import { textsIn } from '#/pages/catalogue.ts';

const sentences: Record<
  Language,
  Record<'votes' | 'limit' | 'emailMissing' | 'codeMissing' | 'emailShape' | 'wrongCode' | 'weak' | 'taken', string>
> = {
  en_US: {
    votes: 'You need 1 more vote.',
    limit: 'The limit is 1 per fan.',
    emailMissing: 'Please enter Email',
    codeMissing: 'Please enter Code from the mail',
    emailShape: 'Email is not a valid address, like mina@example.com',
    wrongCode: 'The code is wrong or has expired. Check the newest mail.',
    weak: 'This password is too easy to guess. Please choose another one.',
    taken: 'There is already an account with this email.',
  },
  zh_TW: {
    votes: '還差 1 票。',
    limit: '每人限兌換 1 份',
    emailMissing: '請輸入電子郵件',
    codeMissing: '請輸入郵件驗證碼',
    emailShape: '電子郵件格式不正確，例如 mina@example.com',
    wrongCode: '驗證碼錯誤或已過期，請查看最新的郵件。',
    weak: '這個密碼太容易被猜到，請換一個。',
    taken: '這個電子郵件已經註冊過了。',
  },
};

for (const language of languages) {
  const words = textsIn[language];
  const says = sentences[language];

  test.describe(`in ${language}`, () => {
    test.use({ language });

    test('votes that were cast on another device meanwhile are refused in words', async ({ product, given, visit }) => {
      const idol = await lastIdol(product.address, language);
      const fan = await given.fan({ votes: 10 });
      const page = await visit.as(fan);
      const sheet = new VoteSheet(page, words);
      await new VoteScreen(page, words).open();
      await new VoteScreen(page, words).openSheet(idol.name);
      await sheet.amount.fill('10');
      await given.vote(fan, { idolId: idol.idolId, num: 4 });

      await sheet.cast.click();
      await expect(sheet.dialog.getByRole('alert')).toContainText(says.votes);
      // The balance is refetched, and the remaining votes can be cast.
      await expect(sheet.amount).toHaveValue('9');
      await sheet.cast.click();
      await expect(sheet.counted).toContainText('9');
    });

    test('an offer that was taken on another device meanwhile is refused in words', async ({
      product,
      given,
      visit,
    }) => {
      const fan = await given.fan({ points: 500 });
      const page = await visit.as(fan);
      const mall = new MallScreen(page, words);
      await mall.open();
      const sheet = await mall.openSheet(words.welcomeBundle);
      await expect(mall.payIn(sheet)).toBeVisible();
      const body = { offerId: 'ticket-welcome', num: 1 };
      await call(product.address, 'POST /wallet/api/v1/pointsMall/exchangeTicket', { body }, fan);

      await mall.payIn(sheet).click();
      await expect(sheet.getByRole('alert')).toContainText(says.limit);
    });

    test('a form that is not right says at each field what is wrong, and loses nothing', async ({
      product,
      given,
      visit,
    }) => {
      const known = await given.fan();
      const page = await visit.anonymously();
      const login = new LoginScreen(page, words);
      await login.open();
      await login.chooseSignUp();
      await login.submitSignUp();
      await expect(login.email).toHaveAccessibleDescription(says.emailMissing);
      await expect(login.code).toHaveAccessibleDescription(says.codeMissing);

      await login.email.fill('mina at example');
      await login.sendCode.click();
      await expect(login.email).toHaveAccessibleDescription(says.emailShape);

      await login.email.fill(known.email);
      await login.sendCode.click();
      await expect(login.email).toHaveAccessibleDescription(says.taken);

      const email = newEmail();
      await login.email.fill(email);
      await login.sendCode.click();
      const code = await mailedCode(product.address, email);
      await login.code.fill(code === '000000' ? '000001' : '000000');
      await login.nickname.fill('Hana');
      await login.password.fill('password1');
      await login.submitSignUp();
      await expect(login.password).toHaveAccessibleDescription(new RegExp(says.weak));

      await login.password.fill('Lantern-by-the-river-7');
      await login.submitSignUp();
      await expect(login.code).toHaveAccessibleDescription(says.wrongCode);
      await expect(login.email).toHaveValue(email);
      await expect(login.nickname).toHaveValue('Hana');
      await expect(login.password).toHaveValue('Lantern-by-the-river-7');

      await login.code.fill(code);
      await login.submitSignUp();
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(words.election);
    });
  });
}
