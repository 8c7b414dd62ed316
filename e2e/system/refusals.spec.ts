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
import { refusalText, textsOf } from '#/pages/texts.ts';

const sentences = textsOf({
  emailMissing: (say) => say('form.required', { label: say('account.email') }),
  codeMissing: (say) => say('form.required', { label: say('account.code') }),
  emailShape: (say) => say('form.type.email', { label: say('account.email') }),
  reserved: 'account.refused.nicknameReserved',
  otherEmail: 'account.otherEmail',
  taken: 'account.refused.emailTaken',
});

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
      await expect(sheet.dialog.getByRole('alert')).toContainText(
        refusalText('INSUFFICIENT_VOTES', language, { missing: 1 }),
      );
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
      await expect(sheet.getByRole('alert')).toContainText(
        refusalText('OFFER_LIMIT_REACHED', language, { limit: 1, left: 0 }),
      );
    });

    test('an invalid form shows the error at each field and keeps its input', async ({ product, given, visit }) => {
      const known = await given.fan();
      const page = await visit.anonymously();
      const login = new LoginScreen(page, words);
      await login.open();
      await login.chooseSignUp();
      await login.continue.click();
      await expect(login.email).toHaveAccessibleDescription(says.emailMissing);

      await login.email.fill('mina at example');
      await login.continue.click();
      await expect(login.email).toHaveAccessibleDescription(says.emailShape);

      await login.email.fill(known.email);
      await login.continue.click();
      await expect(login.email).toHaveAccessibleDescription(says.taken);

      const email = newEmail();
      await login.email.fill(email);
      await login.continue.click();
      const code = await mailedCode(product.address, email);
      await login.continue.click();
      await expect(login.code).toHaveAccessibleDescription(says.codeMissing);
      await login.code.fill(code === '000000' ? '000001' : '000000');
      await expect(login.code).toHaveAccessibleDescription(refusalText('CODE_INVALID', language));
      await page.getByRole('button', { name: says.otherEmail }).click();
      await expect(login.email).toHaveValue(email);
      await login.continue.click();

      await login.code.fill(code);
      await expect(login.nickname).toHaveValue(/ \d{2}$/);
      await login.nickname.fill('Lightstick Official');
      await login.submitSignUp();
      await expect(login.nickname).toHaveAccessibleDescription(says.reserved);
      await expect(login.nickname).toHaveValue('Lightstick Official');
      await login.nickname.fill('Hana');
      await login.submitSignUp();
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(words.election);
    });
  });
}
