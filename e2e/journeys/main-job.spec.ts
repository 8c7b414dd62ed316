import { closeRace } from '#/fixtures/close-race.ts';
import { idolsIn } from '#/fixtures/idols.ts';
import { mailedCode, newEmail } from '#/fixtures/register-fan.ts';
import { expect, test } from '#/fixtures/test.ts';
import { LoginScreen } from '#/pages/login-screen.ts';
import { MallScreen } from '#/pages/mall-screen.ts';
import { MeScreen } from '#/pages/me-screen.ts';
import { goTo } from '#/pages/navigation.ts';
import { PeakScreen } from '#/pages/peak-screen.ts';
import { TaskScreen } from '#/pages/task-screen.ts';
import { VoteScreen } from '#/pages/vote-screen.ts';
import { VoteSheet } from '#/pages/vote-sheet.ts';
import { textsIn } from '#/pages/catalogue.ts';

const looks = [
  { language: 'en_US', theme: 'light', motion: 'full', tag: [] },
  { language: 'zh_TW', theme: 'dark', motion: 'reduced', tag: ['@system'] },
] as const;

for (const { language, theme, motion, tag } of looks) {
  test.describe(`in ${language}, ${theme}`, { tag: [...tag] }, () => {
    test.use({ language, theme, motion });

    test('a new fan signs up, earns Points, buys a ticket, votes, and the ranking moves in another browser', async ({
      product,
      given,
      visit,
    }) => {
      const words = textsIn[language];
      const account = { email: newEmail(), nickname: 'Hana' };

      const chaser = await closeRace(product, given, 10);
      const idols = await idolsIn(product.address, language);
      const name = idols.find(({ idolId }) => idolId === chaser.idolId)?.name ?? '';

      const watcher = await visit.anonymously();
      const watched = new VoteScreen(watcher, words);
      await watched.open();
      await expect(watcher.getByRole('main').getByText(words.live, { exact: true })).toBeVisible();
      await expect.poll(() => watched.standing(name)).toEqual({ place: chaser.rank, votes: chaser.votes });
      // A reload removes the mark, so a later change of the ranking is a live one.
      await watcher.evaluate(() => document.documentElement.setAttribute('data-not-reloaded', ''));

      const page = await visit.anonymously();
      await test.step('signs up with the code from the mail', async () => {
        const login = new LoginScreen(page, words);
        await login.open();
        await login.signUp(account, () => mailedCode(product.address, account.email));
        await expect(page.getByRole('heading', { level: 1 })).toHaveText(words.election);
      });

      await test.step('checks in and visits a page: 20 and 50 Points', async () => {
        await goTo(page, words, 'tasks');
        const tasks = new TaskScreen(page, words);
        await tasks.checkIn.click();
        await expect(tasks.checkedIn).toBeVisible();
        await tasks.visit(words.mallVisit);
        await expect(tasks.task(words.mallVisit)).toContainText(words.awarded);
        await expect(page.getByRole('link', { name: words.toPage })).toContainText('70');
      });

      await test.step('exchanges 50 Points for a ticket', async () => {
        await goTo(page, words, 'mall');
        const mall = new MallScreen(page, words);
        const sheet = await mall.openSheet(words.singleTicket);
        await mall.payIn(sheet).click();
        await expect(sheet.getByText(words.received)).toBeVisible();
        await sheet.getByRole('button', { name: words.done, exact: true }).click();
        await expect(page.getByRole('link', { name: words.toPage })).toContainText('20');
      });

      const sheet = new VoteSheet(page, words);
      await test.step('casts ten votes of the ticket and the three free ones in one press', async () => {
        await goTo(page, words, 'ranking');
        await new VoteScreen(page, words).openSheet(name);
        await expect(sheet.wallet.getByRole('listitem').last(), 'the ticket').toContainText('1');
        await sheet.amount.fill('13');
        await sheet.cast.click();
        const peak = new PeakScreen(page, words);
        await expect(peak.title(name, chaser.rank - 1)).toBeVisible();
        await peak.skipToCard();
        await peak.receipt.click();
        await expect(sheet.counted).toContainText('13');
      });

      await test.step('the ranking has moved in the other browser, without a reload', async () => {
        const moved = { place: chaser.rank - 1, votes: chaser.votes + 13 };
        await expect.poll(() => watched.standing(name)).toEqual(moved);
        await expect(watcher.locator('html')).toHaveAttribute('data-not-reloaded', '');
      });

      await test.step('keeps the receipt, which also stands in the records', async () => {
        const fingerprint = await sheet.fingerprint.innerText();
        await sheet.done.click();
        await goTo(page, words, 'me');
        const me = new MeScreen(page, words);
        await expect(me.nickname).toHaveText(account.nickname);
        await expect(me.records).toHaveCount(1);
        await me.records.getByRole('button').click();
        await expect(page.getByRole('dialog')).toContainText(fingerprint);
      });
    });
  });
}
