import type { Locator, Page } from '@playwright/test';
import { openPage } from '#/fixtures/in-app.ts';
import { mailedCode, newEmail } from '#/fixtures/register-fan.ts';
import { expect, test } from '#/fixtures/test.ts';
import { LoginScreen } from '#/pages/login-screen.ts';
import { MallScreen } from '#/pages/mall-screen.ts';
import { tabTo } from '#/pages/tab-to.ts';
import { TaskScreen } from '#/pages/task-screen.ts';
import { VoteScreen } from '#/pages/vote-screen.ts';
import { VoteSheet } from '#/pages/vote-sheet.ts';
import { textsIn } from '#/pages/catalogue.ts';

const words = textsIn.en_US;
/** A visit lasts as long as its task asks. */
const dwellTimeoutMs = 20_000;

/** Goes to a control by Tab and presses Enter on it. */
async function press(control: Locator): Promise<void> {
  await expect(control).toBeEnabled();
  await tabTo(control);
  await control.page().keyboard.press('Enter');
}

async function type(field: Locator, text: string): Promise<void> {
  await tabTo(field);
  await field.page().keyboard.press('ControlOrMeta+A');
  await field.page().keyboard.type(text);
}

const place = (page: Page, name: string) => page.getByRole('navigation').getByRole('link', { name, exact: true });

test(
  'a new fan signs up, earns Points, buys a ticket and votes by keyboard alone',
  { tag: '@system' },
  async ({ product, visit }) => {
    const account = { email: newEmail(), nickname: 'Hana' };
    const page = await visit.anonymously();

    await test.step('signs up with the code from the mail', async () => {
      await openPage(page, '/');
      await press(page.getByRole('link', { name: words.signIn, exact: true }));
      const login = new LoginScreen(page, words);
      await tabTo(page.getByRole('group', { name: words.way }).getByRole('radio').first());
      await page.keyboard.press('ArrowRight');
      await type(login.email, account.email);
      await page.keyboard.press('Enter');
      await expect(login.code).toBeFocused();
      await page.keyboard.type(await mailedCode(product.address, account.email));
      await expect(login.nickname).toBeVisible();
      await type(login.nickname, account.nickname);
      await page.keyboard.press('Enter');
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(words.election);
    });

    await test.step('checks in and visits a page', async () => {
      await press(place(page, words.tasks));
      const tasks = new TaskScreen(page, words);
      await press(tasks.checkIn);
      await expect(tasks.checkedIn).toBeVisible();
      const visited = tasks.next.getByRole('listitem').filter({ hasText: words.mallVisit });
      await press(visited.getByRole('link'));
      await expect(page).toHaveURL(/\/mall$/);
      await page.goBack();
      const claim = visited.getByRole('button', { name: words.claim });
      await expect(claim).toBeVisible({ timeout: dwellTimeoutMs });
      await press(claim);
      await expect(visited).toBeHidden();
      await press(tasks.done);
      await expect(tasks.task(words.mallVisit)).toContainText(words.awarded);
    });

    await test.step('exchanges 50 Points for a ticket', async () => {
      await press(place(page, words.mall));
      const mall = new MallScreen(page, words);
      await press(mall.offer(words.singleTicket).getByRole('button'));
      const sheet = mall.sheet(words.singleTicket);
      await press(mall.payIn(sheet));
      const brought = sheet.locator('[role=status]:focus').getByText(words.received);
      await expect(brought, 'what it brought is read out').toBeVisible();
      await press(sheet.getByRole('button', { name: words.done, exact: true }));
    });

    await test.step('casts the ticket’s votes with the free ones', async () => {
      await press(place(page, words.ranking));
      const screen = new VoteScreen(page, words);
      const sheet = new VoteSheet(page, words);
      await press(screen.ranking.getByRole('listitem').first().getByRole('button'));
      // The sheet limits the amount to what it knows; the ticket comes with its own answer.
      await expect(sheet.wallet.getByRole('listitem').filter({ hasText: /^\s*1\D/ })).toHaveCount(1);
      await type(sheet.amount, '13');
      await press(sheet.cast);
      await expect(sheet.counted).toContainText('13');
      await expect(sheet.dialog.locator('[role=status]:focus'), 'what came of it is read out').toContainText('13');
      await press(sheet.showReceipt);
      await expect(sheet.dialog.locator(':focus').getByRole('definition').first()).toBeVisible();
      await press(sheet.done);
      await expect(sheet.dialog).toBeHidden();
    });
  },
);
