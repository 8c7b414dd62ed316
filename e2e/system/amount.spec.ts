import { call } from '#/fixtures/call.ts';
import { lastIdol } from '#/fixtures/idols.ts';
import { expect, test } from '#/fixtures/test.ts';
import { MallScreen } from '#/pages/mall-screen.ts';
import { VoteScreen } from '#/pages/vote-screen.ts';
import { VoteSheet } from '#/pages/vote-sheet.ts';
import { says } from '#/pages/texts.ts';
import { textsIn } from '#/pages/catalogue.ts';

const words = textsIn.en_US;
const say = says.en_US;

test('a deleted amount stays empty and casts no vote, and the next number typed is the amount', async ({
  product,
  given,
  visit,
}) => {
  const idol = await lastIdol(product.address);
  const page = await visit.as(await given.fan({ votes: 300 }));
  const election = new VoteScreen(page, words);
  await election.open();
  await election.openSheet(idol.name);
  const { amount, cast, oneMore, counted } = new VoteSheet(page, words);
  await expect(amount).toHaveValue('10');
  await amount.focus();
  await page.keyboard.press('End');
  await page.keyboard.press('Backspace');
  await page.keyboard.press('Backspace');
  await expect(amount).toHaveValue('');
  await expect(cast).toBeDisabled();
  // Leaving the field brings nothing back that would be spent unseen.
  await amount.blur();
  await expect(amount).toHaveValue('');
  await expect(cast).toBeDisabled();

  await amount.pressSequentially('0');
  await amount.pressSequentially('25');
  await expect(amount).toHaveValue('25');
  // As a keyboard for Chinese types digits.
  await amount.fill('２４');
  await expect(amount).toHaveValue('24');
  await amount.fill('9,999,999');
  const most = await amount.inputValue();
  await amount.fill('９，９９９，９９９');
  await expect(amount).toHaveValue(most);
  for (const text of ['1.5', '1,5', '.5', '-5', '1e2', '10.00', '0', '1,00', '五']) {
    await amount.fill(text);
    await expect(amount).toHaveValue(text);
    await expect(amount).toHaveAccessibleDescription(say('stepper.notWhole', { max: Number(most) }));
    await expect(cast).toBeDisabled();
  }
  await amount.fill('25');
  await cast.click();
  await expect(counted).toHaveText(say('vote.counted', { count: 25 }));

  await page
    .getByRole('dialog')
    .getByRole('button', { name: say('vote.again') })
    .click();
  await amount.fill('');
  await oneMore.click();
  await expect(amount).toHaveValue('1');
  await expect(cast).toBeEnabled();
});

test('a deleted amount does not block an exchange when only one more can be paid for', async ({
  product,
  given,
  visit,
}) => {
  const fan = await given.fan({ points: 100 });
  const page = await visit.as(fan);
  const mall = new MallScreen(page, words);
  await mall.open();
  const sheet = await mall.openSheet(words.singleTicket);
  const amount = sheet.getByRole('textbox');
  await amount.fill('2');
  const body = { offerId: 'ticket-single', num: 1 };
  await call(product.address, 'POST /wallet/api/v1/pointsMall/exchangeTicket', { body }, fan);
  // The refusal arrives before the new balance is known.
  const known = Promise.withResolvers<void>();
  await page.route('**/user/getAssetDetail', async (route) => {
    await known.promise;
    await route.continue();
  });
  await mall.payIn(sheet).click();
  await expect(sheet.getByRole('alert')).toBeVisible();
  await amount.fill('');
  await expect(mall.payIn(sheet)).toBeDisabled();

  known.resolve();
  await expect(amount).toHaveCount(0);
  await expect(mall.payIn(sheet)).toHaveText(say('mall.pay', { points: 50 }));
  await mall.payIn(sheet).click();
  await expect(sheet.getByText(words.received)).toBeVisible();
});
