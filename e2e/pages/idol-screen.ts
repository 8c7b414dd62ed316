import type { Locator, Page } from '@playwright/test';
import type { Words } from './words.ts';

/** An idol's own page. */
export class IdolScreen {
  readonly name: Locator;
  readonly profile: Locator;
  readonly standing: Locator;
  /** The chart's slider. What it says is its value in words. */
  readonly cursor: Locator;
  readonly supporters: Locator;

  constructor(page: Page, words: Words) {
    this.name = page.getByRole('heading', { level: 1 });
    this.profile = page.getByRole('region', { name: words.idolPage.profile });
    this.standing = page.getByRole('region', { name: words.idolPage.standing });
    this.cursor = page.getByRole('slider', { name: words.summary.cursor });
    this.supporters = page.getByRole('region', { name: words.idolPage.supporters }).getByRole('listitem');
  }
}
