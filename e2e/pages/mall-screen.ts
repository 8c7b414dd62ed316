import type { Locator, Page } from '@playwright/test';
import type { ScreenTexts } from './catalogue.ts';
import { openPage } from '#/fixtures/in-app.ts';
import { settled } from '#/fixtures/settled.ts';
import { expect } from '#/fixtures/test.ts';

/** Where Points become tickets. */
export class MallScreen {
  private readonly page: Page;
  private readonly words: ScreenTexts;

  constructor(page: Page, words: ScreenTexts) {
    this.page = page;
    this.words = words;
  }

  async open(): Promise<void> {
    await openPage(this.page, '/mall');
  }

  offer(title: string): Locator {
    return this.page.getByRole('article').filter({ has: this.page.getByRole('heading', { name: title, exact: true }) });
  }

  /** The sheet of an offer. */
  sheet(title: string): Locator {
    return this.page.getByRole('dialog', { name: title });
  }

  async openSheet(title: string): Promise<Locator> {
    await this.offer(title).getByRole('button').click();
    const sheet = this.sheet(title);
    await expect(sheet).toBeVisible();
    await settled(this.page);
    return sheet;
  }

  payIn(sheet: Locator): Locator {
    return sheet.getByRole('button', { name: this.words.pay });
  }
}
