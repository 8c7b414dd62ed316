import { expect, type Locator, type Page } from '@playwright/test';
import type { ScreenTexts } from './catalogue.ts';
import { openPage } from '#/fixtures/in-app.ts';

/** The fan's own page. */
export class MeScreen {
  readonly nickname: Locator;
  /** The records of the chosen kind. */
  readonly records: Locator;
  private readonly page: Page;
  private readonly words: ScreenTexts;

  constructor(page: Page, words: ScreenTexts) {
    this.page = page;
    this.words = words;
    this.nickname = page.getByRole('heading', { level: 1 });
    this.records = page.getByRole('tabpanel').getByRole('listitem');
  }

  async open(): Promise<void> {
    await openPage(this.page, '/me');
  }

  async showRecords(kind: 'votes' | 'exchanges' | 'conversions'): Promise<void> {
    await this.page.getByRole('tab', { name: this.words.records[kind] }).click();
  }

  /** Goes behind the gear: to the account, the language and the theme. */
  async openSettings(): Promise<void> {
    await this.page.getByRole('link', { name: this.words.settings, exact: true }).click();
    await expect(this.page.getByRole('heading', { level: 1 })).toHaveText(this.words.settings);
  }

  async signOut(): Promise<void> {
    await this.openSettings();
    await this.page.getByRole('button', { name: this.words.signOut }).click();
    await this.page.getByRole('dialog').getByRole('button', { name: this.words.signOut }).click();
    // Leaving the page before the response keeps the session.
    await expect(this.page.getByRole('dialog')).toHaveCount(0);
  }
}
