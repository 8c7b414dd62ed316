import type { Page } from '@playwright/test';
import { violations } from '#/fixtures/accessibility.ts';
import { call } from '#/fixtures/call.ts';
import { activityId, lastIdol } from '#/fixtures/idols.ts';
import { openPage } from '#/fixtures/in-app.ts';
import { loseAnswers } from '#/fixtures/lose-answer.ts';
import type { Product } from '#/fixtures/product.ts';
import type { Fan } from '#/fixtures/register-fan.ts';
import { expect, test } from '#/fixtures/test.ts';
import { looks } from '#/looks.ts';
import { giftWordsIn } from '#/pages/gift-texts.ts';
import { says } from '#/pages/texts.ts';
import { textsIn } from '#/pages/catalogue.ts';

const say = says.en_US;

async function fanCodeOf({ address }: Product, fan: Fan): Promise<string> {
  const { fanCode } = await call(address, 'POST /wallet/api/v1/userExpand/getUserInfo', { body: {} }, fan);
  return fanCode;
}

/** Cheers are on the idol's page, apart from votes. */
async function openCheerSheet(page: Page, idolId: string, cheer: string): Promise<void> {
  await openPage(page, `/idol?activityId=${activityId}&idolId=${idolId}`);
  await page.getByRole('button', { name: cheer, exact: true }).click();
}

for (const { language, theme } of looks) {
  test.describe(`in ${language}, ${theme}`, () => {
    test.use({ language, theme });
    const words = giftWordsIn[language];
    const { support, done } = textsIn[language];

    test('a fan gives tickets by fan code and by email, and both see it', async ({ product, given, visit }) => {
      const giver = await given.fan({ nickname: 'Hana', tickets: 6 });
      const friend = await given.fan({ nickname: 'Juno' });
      const code = await fanCodeOf(product, friend);
      const page = await visit.as(giver);
      await openPage(page, '/my-assets');
      await page.getByRole('button', { name: words.give }).click();
      const sheet = page.getByRole('dialog');
      const receiver = sheet.getByLabel(words.receiver);

      await test.step('an unknown code is shown before anything is given', async () => {
        await receiver.fill('ZZZZZZZZ');
        await expect(sheet.getByText(words.unknown)).toBeVisible();
        await expect(sheet.getByRole('button', { name: words.giveUnnamed })).toBeDisabled();
        await expect(receiver).toHaveValue('ZZZZZZZZ');
      });

      await test.step('a pasted invite link shows whose code it holds, and the button names them', async () => {
        await receiver.fill(`${product.address}/login?invite=${code.toLowerCase()}`);
        await expect(sheet.getByText('Juno', { exact: true })).toBeVisible();
        await sheet.getByRole('button', { name: '5', exact: true }).click();
        expect(await violations(page), 'what axe finds').toEqual([]);
        await sheet.getByRole('button', { name: words.giveTo(5, 'Juno') }).click();
        await expect(sheet.getByText(words.givenTo(5, 'Juno'))).toBeVisible();
      });

      await test.step('an unknown email is not revealed', async () => {
        await sheet.getByRole('button', { name: words.again }).click();
        await expect(receiver, 'what is filled in first has the focus').toBeFocused();
        await receiver.fill('nobody@example.com');
        await receiver.press('Enter');
        await expect(sheet.getByText(words.unknown)).toBeVisible();
        await expect(receiver, 'Enter leaves the focus where the mistake is').toBeFocused();
        await receiver.fill(friend.email);
        await sheet.getByRole('button', { name: words.giveUnnamed }).click();
        await expect(sheet.getByText(words.given)).toBeVisible();
        await sheet.getByRole('button', { name: done, exact: true }).click();
      });

      await openPage(page, '/support-record?tab=gifts');
      const rows = page.getByRole('tabpanel').getByRole('listitem');
      await expect(rows).toHaveCount(2);
      await expect(rows.nth(0)).toContainText(words.byEmail);
      await expect(rows.nth(1)).toContainText('Juno');
      expect(await violations(page), 'what axe finds').toEqual([]);

      await page.getByLabel(words.direction).selectOption({ label: words.received });
      await expect(page.getByText(words.noneFits)).toBeVisible();

      const theirs = await visit.as(friend);
      await openPage(theirs, '/support-record?tab=gifts');
      await expect(theirs.getByRole('tabpanel').getByRole('listitem').nth(0)).toContainText(words.from('Hana'));
    });

    test('a fan cheers for an idol with tickets, and stands in the call rank', async ({ product, given, visit }) => {
      const fan = await given.fan({ nickname: 'Hana', tickets: 12 });
      const { idolId, name } = await lastIdol(product.address, language);
      const page = await visit.as(fan);
      await openCheerSheet(page, idolId, words.cheer);
      const sheet = page.getByRole('dialog');
      await sheet.getByRole('button', { name: '5', exact: true }).click();
      expect(await violations(page), 'what axe finds').toEqual([]);
      await sheet.getByRole('button', { name: words.cheerWith }).click();
      await expect(sheet.getByText(words.cheered)).toBeVisible();
      await expect(sheet.getByRole('heading')).toHaveText(words.thanks(name));
      await sheet.getByRole('button', { name: words.cheerAgain }).click();
      await expect(sheet.getByRole('textbox', { name: words.amount })).toBeFocused();
      await page.keyboard.type('2');
      await sheet.getByRole('button', { name: words.cheerWithTwo }).click();
      await expect(sheet.getByText(words.cheeredTwo)).toBeVisible();
      await sheet.getByRole('button', { name: done, exact: true }).click();

      await openPage(page, '/support-record?tab=cheers');
      const rows = page.getByRole('tabpanel').getByRole('listitem');
      await expect(rows).toHaveCount(2);
      await rows.getByRole('button', { name: words.receiptOf }).click();
      await expect(sheet).toContainText(words.ledgerLine);
      await expect(sheet.getByRole('button', { name: support.copy })).toBeVisible();

      await openPage(page, '/fan-ranking');
      await page.getByRole('tab', { name: words.cheers }).click();
      const ranked = page.getByRole('tabpanel').getByRole('listitem').filter({ hasText: 'Hana' });
      await expect(ranked.first()).toContainText('7');
      await expect(page.getByRole('complementary')).toContainText('Hana');
      expect(await violations(page), 'what axe finds').toEqual([]);
    });
  });
}

test(
  'a cheer whose answer was lost is asked for again and counts once',
  { tag: '@system' },
  async ({ product, given, visit }) => {
    const words = giftWordsIn.en_US;
    const fan = await given.fan({ tickets: 7 });
    const page = await visit.as(fan, { tolerates: [/ERR_CONNECTION_RESET/] });
    await openCheerSheet(page, (await lastIdol(product.address)).idolId, words.cheer);
    const sheet = page.getByRole('dialog');
    await sheet.getByRole('button', { name: '5', exact: true }).click();
    const lost = await loseAnswers(page, '/wallet/api/v1/ticketVote/voteForIdol');
    await sheet.getByRole('button', { name: words.cheerWith }).click();
    await sheet.getByRole('button', { name: say('cheer.askAgain') }).click();
    await expect(sheet.getByText(words.cheered)).toBeVisible();
    await expect(sheet.getByText(say('cheer.remains', { tickets: 2 }))).toBeVisible();
    expect(new Set(lost.keys).size).toBe(1);
  },
);

/** Exchanges 50 Points for a ticket over the sheet that lacks it. */
async function getTicket(page: Page): Promise<void> {
  await page
    .getByRole('dialog')
    .getByRole('button', { name: say('topUp.exchange', { points: 50, tickets: 1 }) })
    .click();
  const exchange = page.getByRole('dialog', { name: textsIn.en_US.singleTicket });
  await exchange.getByRole('button', { name: say('mall.pay', { points: 50 }) }).click();
  await exchange.getByRole('button', { name: textsIn.en_US.done, exact: true }).click();
}

test('a fan without tickets gets one in the sheet that gives them', { tag: '@system' }, async ({ given, visit }) => {
  const words = giftWordsIn.en_US;
  const page = await visit.as(await given.fan({ points: 60 }));
  await openPage(page, '/my-assets');
  await page.getByRole('button', { name: words.give }).click();
  await expect(page.getByRole('dialog').getByText(say('gift.noTickets'))).toBeVisible();
  await getTicket(page);
  await expect(page.getByRole('dialog').getByLabel(words.receiver)).toBeVisible();
});

test(
  'a fan whose tickets went elsewhere meanwhile gets one in the sheet that cheers',
  { tag: '@system' },
  async ({ product, given, visit }) => {
    const fan = await given.fan({ points: 60, tickets: 1 });
    const page = await visit.as(fan);
    const { idolId } = await lastIdol(product.address);
    const cheer = page.getByRole('dialog').getByRole('button', { name: say('cheer.action', { count: 1 }) });
    await openCheerSheet(page, idolId, giftWordsIn.en_US.cheer);
    await expect(cheer).toBeVisible();
    const cheered = { idolId, num: 1, periods: activityId };
    await call(product.address, 'POST /wallet/api/v1/ticketVote/voteForIdol', { body: cheered }, fan);
    await cheer.click();
    await expect(page.getByRole('dialog').getByText(say('cheer.noTickets'))).toBeVisible();
    await getTicket(page);
    await cheer.click();
    await expect(page.getByRole('dialog').getByText(say('cheer.counted', { count: 1 }))).toBeVisible();
  },
);
