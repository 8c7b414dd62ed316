import type { Language } from '@lightstick/contract';
import type { Locator, Page } from '@playwright/test';
import { openPage, reloadPage } from '#/fixtures/in-app.ts';
import { injectWallet } from '#/fixtures/injected-wallet.ts';
import { passCodePause, passGrace } from '#/fixtures/advance-time.ts';
import { testOfOwnProduct } from '#/fixtures/own-product.ts';
import type { Product } from '#/fixtures/product.ts';
import { type Fan, mailedCode } from '#/fixtures/register-fan.ts';
import { expect, test } from '#/fixtures/test.ts';
import { languages } from '#/looks.ts';
import { deletionTexts } from '#/pages/delete-account-texts.ts';
import { LoginScreen } from '#/pages/login-screen.ts';
import { WalletSheet } from '#/pages/wallet-sheet.ts';
import { says } from '#/pages/texts.ts';
import { textsIn } from '#/pages/catalogue.ts';

const say = says.en_US;

/** Deleting an account: what it means, the form, the last question and the farewell. */
class AccountDeletionScreen {
  readonly lost: Locator;
  readonly fanCode: Locator;
  readonly confirm: Locator;
  readonly code: Locator;
  readonly sendCode: Locator;
  /** The last question. */
  readonly modal: Locator;
  readonly farewell: Locator;
  private readonly page: Page;
  private readonly words: (typeof deletionTexts)[Language];

  constructor(page: Page, language: Language) {
    this.page = page;
    this.words = deletionTexts[language];
    this.lost = page.getByRole('region', { name: this.words.lost });
    this.fanCode = page.getByText(/^[A-Z2-9]{8}$/);
    this.confirm = page.getByLabel(this.words.confirm, { exact: true });
    this.code = page.getByLabel(this.words.code, { exact: true });
    this.sendCode = page.getByRole('button', { name: this.words.sendCode });
    this.modal = page.getByRole('dialog', { name: this.words.sure });
    this.farewell = page.getByRole('region', { name: this.words.closed });
  }

  async open(): Promise<void> {
    await openPage(this.page, '/logoff');
  }

  async ask(): Promise<void> {
    await this.page.getByRole('button', { name: this.words.ask, exact: true }).click();
  }

  async goNow(): Promise<void> {
    await this.modal.getByRole('button', { name: this.words.go }).click();
  }

  async stay(): Promise<void> {
    await this.modal.getByRole('button', { name: this.words.stay }).click();
  }

  /** The notice for a fan whose sign-in has cancelled the deletion. */
  get welcomeBack(): Locator {
    return this.page.getByText(this.words.accountStays);
  }
}

const deleteUser = '**/wallet/api/v1/user/deleteUser';

async function fanCodeOf({ database }: Pick<Product, 'database'>, accountId: string): Promise<string> {
  const { rows } = await database.query<{ fan_code: string }>('SELECT fan_code FROM fan WHERE account_id = $1', [
    accountId,
  ]);
  return rows[0]?.fan_code ?? '';
}

/** Waits for the wallet's answer to one question more: what it was asked before, it has answered by then. */
async function answerOf(page: Page): Promise<void> {
  await page.evaluate(async () => {
    const announced = new Promise<Event>((tell) => addEventListener('eip6963:announceProvider', tell, { once: true }));
    dispatchEvent(new Event('eip6963:requestProvider'));
    const { detail } = (await announced) as CustomEvent<{ provider: { request: (asked: object) => Promise<unknown> } }>;
    await detail.provider.request({ method: 'eth_accounts' });
  });
}

/** Fills the form as far as the last question. */
async function fillIn(screen: AccountDeletionScreen, product: Product, fan: Fan): Promise<void> {
  await screen.confirm.fill((await fanCodeOf(product, fan.accountId)).toLowerCase());
  await screen.sendCode.click();
  await screen.code.fill(await mailedCode(product.address, fan.email));
  await screen.ask();
}

for (const language of languages) {
  const words = deletionTexts[language];

  testOfOwnProduct(
    `a fan with an email leaves, comes back, leaves again and is erased, in ${language}`,
    async ({ own: { product, given, visit } }) => {
      const fan = await given.fan({ nickname: 'Suki', points: 1280, tickets: 12 });
      const page = await visit.as(fan, { language });
      const screen = new AccountDeletionScreen(page, language);
      const login = new LoginScreen(page, textsIn[language]);
      await screen.open();
      await expect(screen.lost).toContainText('1,280');
      await expect(screen.lost).toContainText('12');

      await fillIn(screen, product, fan);
      await screen.stay();
      await expect(screen.modal).toHaveCount(0);
      await screen.ask();
      await screen.goNow();
      await expect(screen.farewell).toContainText(/\d{1,2}:\d{2}/);
      await expect(screen.confirm).toHaveCount(0);
      await expect
        .poll(async () => {
          const inbox = await fetch(`${product.address}/dev/inbox.json?to=${encodeURIComponent(fan.email)}`);
          return JSON.stringify(await inbox.json());
        })
        .toContain(words.noticeSubject);

      await page.getByRole('link', { name: words.comeBack }).click();
      await login.signIn(fan.email, fan.password);
      await expect(screen.welcomeBack).toBeVisible();

      await passCodePause(product, fan.email);
      await screen.open();
      await fillIn(screen, product, fan);
      await screen.goNow();
      await expect(screen.farewell).toBeVisible();
      await passGrace(product);
      await expect
        .poll(async () => {
          const { rows } = await product.database.query<{ email: string | null; nickname: string }>(
            'SELECT email, nickname FROM fan WHERE account_id = $1',
            [fan.accountId],
          );
          return `${rows[0]?.email} ${rows[0]?.nickname}`;
        })
        .toMatch(/^null Former fan [A-Z2-9]{4}$/);
      await login.open();
      await login.signIn(fan.email, fan.password);
      await expect(page.getByRole('alert')).toBeVisible();
    },
  );

  test(
    `a fan with a wallet leaves by its signature and comes back by it, in ${language}`,
    { tag: '@system' },
    async ({ visit }) => {
      const page = await visit.anonymously({ language });
      const wallet = await injectWallet(page);
      const sheet = new WalletSheet(page, textsIn[language]);
      const screen = new AccountDeletionScreen(page, language);
      await sheet.open('?next=/logoff');
      await sheet.choose('Test Wallet');
      await screen.confirm.fill(await screen.fanCode.innerText());
      await expect(screen.code).toHaveCount(0);
      await screen.ask();
      await screen.goNow();
      await expect(screen.farewell).toBeVisible();
      expect(wallet.messages.at(-1)).toContain('I want my Lightstick account to be deleted');

      await sheet.open();
      await sheet.choose('Test Wallet');
      await expect(screen.welcomeBack).toBeVisible();
    },
  );

  test(
    `an error is shown beside its field, and deletes nothing, in ${language}`,
    { tag: '@system' },
    async ({ product, given, visit }) => {
      const fan = await given.fan();
      const page = await visit.as(fan, { language });
      const screen = new AccountDeletionScreen(page, language);
      await screen.open();
      await screen.ask();
      await expect(screen.confirm).toHaveAccessibleDescription(words.noConfirm);
      await expect(screen.code).toHaveAccessibleDescription(words.noCode);
      await screen.confirm.fill('AAAAAAAA');
      await screen.ask();
      await expect(screen.confirm).toHaveAccessibleDescription(words.notYourCode);

      await screen.sendCode.click();
      const code = await mailedCode(product.address, fan.email);
      await screen.confirm.fill(await fanCodeOf(product, fan.accountId));
      await screen.code.fill(code === '000000' ? '000001' : '000000');
      await screen.ask();
      await screen.goNow();
      await expect(screen.code).toHaveAccessibleDescription(new RegExp(words.wrongCode));
      await expect(screen.modal).toHaveCount(0);
      const { rows } = await product.database.query('SELECT deletion_requested_at FROM fan WHERE account_id = $1', [
        fan.accountId,
      ]);
      expect(rows).toEqual([{ deletion_requested_at: null }]);

      await screen.code.fill(code);
      await screen.ask();
      await screen.goNow();
      await expect(screen.farewell).toBeVisible();
    },
  );
}

test('the last question stays open while the server works', { tag: '@system' }, async ({ product, given, visit }) => {
  const fan = await given.fan();
  const page = await visit.as(fan);
  const screen = new AccountDeletionScreen(page, 'en_US');
  await screen.open();
  await fillIn(screen, product, fan);
  const answer = Promise.withResolvers<void>();
  await page.route(deleteUser, async (route) => {
    await answer.promise;
    await route.continue();
  });
  await screen.goNow();
  await expect(screen.modal.getByRole('button', { name: deletionTexts.en_US.stay })).toBeDisabled();
  await page.keyboard.press('Escape');
  await page.keyboard.press('Escape');
  await expect(screen.modal).toBeVisible();
  answer.resolve();
  await expect(screen.farewell).toBeVisible();
});

test('a wallet that fails, or says nothing, leaves the fan where they are', { tag: '@system' }, async ({ visit }) => {
  const page = await visit.anonymously();
  let looking: () => Promise<unknown> = () => Promise.resolve();
  await injectWallet(page, { beforeSigning: () => looking() });
  const screen = new AccountDeletionScreen(page, 'en_US');
  const sheet = new WalletSheet(page, textsIn.en_US);
  await sheet.open('?next=/logoff');
  await sheet.choose('Test Wallet');
  await screen.confirm.fill(await screen.fanCode.innerText());
  await screen.ask();

  looking = () => Promise.reject(new Error('The wallet broke.'));
  await screen.goNow();
  await expect(screen.modal.getByRole('alert')).toBeVisible();
  looking = () => new Promise(() => {});
  await screen.goNow();
  await expect(screen.modal.getByText(deletionTexts.en_US.signing)).toBeVisible();
  await screen.stay();
  await expect(screen.modal).toHaveCount(0);
  looking = () => Promise.resolve();
  await screen.ask();
  await screen.goNow();
  await expect(screen.farewell).toBeVisible();
});

for (const way of ['stay', 'Escape'] as const) {
  test(
    `a wallet that signs while the last question is on its way out deletes nothing (${way})`,
    { tag: '@system' },
    async ({ visit }) => {
      const page = await visit.anonymously();
      const looking = Promise.withResolvers<void>();
      let isAsked = false;
      await injectWallet(page, { beforeSigning: () => (isAsked ? looking.promise : Promise.resolve()) });
      const screen = new AccountDeletionScreen(page, 'en_US');
      const sheet = new WalletSheet(page, textsIn.en_US);
      await sheet.open('?next=/logoff');
      await sheet.choose('Test Wallet');
      await screen.confirm.fill(await screen.fanCode.innerText());
      isAsked = true;
      await screen.ask();
      await screen.goNow();
      await expect(screen.modal.getByText(deletionTexts.en_US.signing)).toBeVisible();

      const sent: string[] = [];
      page.on('request', (request) => void (request.url().includes('/user/deleteUser') && sent.push(request.url())));
      // The way out takes as long as the wallet needs.
      const animations = await page.context().newCDPSession(page);
      await animations.send('Animation.enable');
      await animations.send('Animation.setPlaybackRate', { playbackRate: 0.001 });
      await (way === 'stay' ? screen.stay() : page.keyboard.press('Escape'));
      looking.resolve();
      await answerOf(page);
      await animations.send('Animation.setPlaybackRate', { playbackRate: 1000 });
      await expect(page.locator('dialog')).toHaveCount(0);
      expect(sent).toEqual([]);
      await reloadPage(page);
      await expect(screen.confirm).toBeVisible();
    },
  );
}

test('a visitor can read what leaving means, and is led to sign in for the balances', async ({ visit }) => {
  const page = await visit.anonymously();
  await openPage(page, '/logoff');
  await expect(page.getByRole('heading', { name: say('leave.grace') })).toBeVisible();
  await page.getByRole('main').getByRole('link', { name: textsIn.en_US.signIn }).click();
  await expect(page).toHaveURL(/\/login\?next=%2Flogoff$/);
});
