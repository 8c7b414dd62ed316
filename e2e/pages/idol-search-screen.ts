import type { Locator, Page } from '@playwright/test';
import { openPage } from '#/fixtures/in-app.ts';
import { expect } from '#/fixtures/test.ts';
import type { ScreenTexts } from './catalogue.ts';

/** Finding an idol, and her card. */
export class IdolSearchScreen {
  readonly field: Locator;
  readonly idols: Locator;
  readonly card: Locator;
  readonly recent: Locator;
  private readonly page: Page;
  private readonly words: ScreenTexts;

  constructor(page: Page, words: ScreenTexts) {
    this.page = page;
    this.words = words;
    this.field = page.getByRole('searchbox');
    this.idols = page.getByRole('list', { name: words.search.idols }).getByRole('listitem');
    this.card = page.getByRole('dialog');
    this.recent = page.getByRole('region', { name: words.search.recent });
  }

  async open(query = ''): Promise<void> {
    await openPage(this.page, `/search-idol${query}`);
  }

  async chooseTeam(name: string): Promise<void> {
    await this.page.getByRole('group', { name: this.words.search.teams }).getByRole('button', { name }).click();
  }

  async sortBy(name: string): Promise<void> {
    await this.page.getByText(name, { exact: true }).click();
  }

  async openCard(name: string): Promise<void> {
    await this.idols.filter({ hasText: name }).getByRole('button').click();
    await expect(this.card).toBeVisible();
  }
}
