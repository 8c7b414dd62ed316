import type { Locator, Page } from '@playwright/test';
import type { ScreenTexts } from './catalogue.ts';

/** What says over the whole screen that a vote has lifted an idol, and the card to share. */
export class PeakScreen {
  readonly dialog: Locator;
  readonly skip: Locator;
  readonly card: Locator;
  readonly share: Locator;
  readonly save: Locator;
  readonly again: Locator;
  readonly done: Locator;
  readonly receipt: Locator;
  private readonly words: ScreenTexts;

  constructor(page: Page, words: ScreenTexts) {
    this.words = words;
    this.dialog = page.locator('dialog.peak');
    this.skip = this.dialog.getByRole('button', { name: words.peak.skip, exact: true });
    this.card = this.dialog.getByRole('img', { name: /./ });
    this.share = this.dialog.getByRole('button', { name: words.peak.share });
    this.save = this.dialog.getByRole('button', { name: words.peak.save });
    this.again = this.dialog.getByRole('button', { name: words.peak.again });
    this.done = this.dialog.getByRole('button', { name: words.done, exact: true });
    this.receipt = this.dialog.getByRole('button', { name: words.peak.receipt });
  }

  /** The words that every way of showing it has, for those who hear them, too. */
  title(name: string, rank: number): Locator {
    return this.dialog.getByRole('heading', { name: this.words.peak.title(name, rank) });
  }

  /** Goes to the card, which may stand already. */
  async skipToCard(): Promise<void> {
    await this.skip.or(this.card).first().click();
    await this.card.waitFor();
  }
}
