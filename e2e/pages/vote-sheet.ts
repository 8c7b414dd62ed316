import type { Frame, Locator, Page } from '@playwright/test';
import type { ScreenTexts } from './catalogue.ts';

/** Where a vote is cast. */
export class VoteSheet {
  readonly dialog: Locator;
  readonly amount: Locator;
  readonly oneMore: Locator;
  readonly cast: Locator;
  readonly askAgain: Locator;
  /** What is said once the votes are counted. */
  readonly counted: Locator;
  readonly showReceipt: Locator;
  readonly done: Locator;
  private readonly words: ScreenTexts;

  constructor(page: Page | Frame, words: ScreenTexts) {
    this.words = words;
    this.dialog = page.getByRole('dialog');
    this.amount = this.dialog.getByRole('textbox');
    this.oneMore = this.dialog.getByRole('button', { name: words.oneMore });
    this.cast = this.dialog.getByRole('button', { name: words.castVotes });
    this.askAgain = this.dialog.getByRole('button', { name: words.askAgainVote });
    this.counted = this.dialog.getByText(words.counted);
    this.showReceipt = this.dialog.getByRole('button', { name: words.showReceipt });
    this.done = this.dialog.getByRole('button', { name: words.done, exact: true });
  }

  /** The fingerprint on the open receipt: 32 bytes in base64. */
  get fingerprint(): Locator {
    return this.dialog.getByRole('definition').filter({ hasText: /^[\w+/]{43}=$/ });
  }

  /** The fan's votes and tickets, as the sheet shows them. */
  get wallet(): Locator {
    return this.dialog.getByRole('list', { name: this.words.wallet });
  }
}
