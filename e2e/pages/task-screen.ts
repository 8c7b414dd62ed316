import type { Locator, Page } from '@playwright/test';
import type { Words } from './catalogue.ts';

/** A visit lasts as long as its task asks; the demo's shortest ask for a few seconds. */
const dwellTimeoutMs = 20_000;

/** What a fan can do for Points. */
export class TaskScreen {
  readonly checkIn: Locator;
  readonly checkedIn: Locator;
  /** The cards that are shown. */
  readonly tasks: Locator;
  private readonly page: Page;
  private readonly words: Words;

  constructor(page: Page, words: Words) {
    this.page = page;
    this.words = words;
    this.checkIn = page.getByRole('button', { name: words.checkIn });
    this.checkedIn = page.getByText(words.checkedIn);
    this.tasks = page.getByRole('tabpanel').getByRole('listitem');
  }

  async open(): Promise<void> {
    await this.page.goto('/task');
  }

  task(title: string): Locator {
    return this.tasks.filter({ hasText: title });
  }

  /** Opens the task's link as a fan would, in a new window that is left again, stays long enough and claims. */
  async visit(title: string): Promise<void> {
    await this.task(title).getByRole('button').click();
    const sheet = this.page.getByRole('dialog', { name: title });
    const opened = this.page.waitForEvent('popup');
    await sheet.getByRole('link').click();
    await (await opened).close();
    await sheet.getByRole('button', { name: this.words.claimVisit }).click({ timeout: dwellTimeoutMs });
  }
}
