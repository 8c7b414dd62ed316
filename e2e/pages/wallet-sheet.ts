import type { Locator, Page } from '@playwright/test';
import type { ScreenTexts } from './catalogue.ts';
import { openPage } from '#/fixtures/in-app.ts';

/** Signing in by a wallet, from the sign-in screen on. */
export class WalletSheet {
  readonly sheet: Locator;
  readonly wallets: Locator;
  readonly alert: Locator;
  readonly inviteCode: Locator;
  private readonly page: Page;
  private readonly words: ScreenTexts;

  constructor(page: Page, words: ScreenTexts) {
    this.page = page;
    this.words = words;
    this.sheet = page.getByRole('dialog', { name: words.walletSignIn });
    this.wallets = this.sheet.getByRole('list', { name: words.wallets }).getByRole('button');
    this.alert = this.sheet.getByRole('alert');
    this.inviteCode = this.sheet.getByLabel(words.inviteCode);
  }

  /** @param query - of the sign-in screen's address, such as `?next=/me`. */
  async open(query = ''): Promise<void> {
    await openPage(this.page, `/login${query}`);
    await this.page.getByRole('button', { name: this.words.walletSignIn }).click();
  }

  async choose(name: string): Promise<void> {
    await this.wallets.filter({ hasText: name }).click();
  }

  /** What is said while the fan is to show their account in the wallet. */
  connecting(wallet: string): Locator {
    return this.sheet.getByText(this.words.openWallet(wallet));
  }

  /** What is said while the fan is to sign in the wallet. */
  signing(wallet: string): Locator {
    return this.sheet.getByText(this.words.signInWallet(wallet));
  }

  async cancel(): Promise<void> {
    await this.sheet.getByRole('button', { name: this.words.cancelWallet }).click();
  }

  /** The way into a wallet's own browser. */
  openIn(wallet: string): Locator {
    return this.sheet.getByRole('link', { name: this.words.openIn(wallet) });
  }
}
