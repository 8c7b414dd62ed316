import { expect, type Locator, type Page } from '@playwright/test';
import type { ScreenTexts } from './catalogue.ts';
import { openPage } from '#/fixtures/in-app.ts';

/** A visit lasts as long as its task asks; the demo's shortest ask for a few seconds. */
const dwellTimeoutMs = 20_000;

/** What a fan can do for Points. */
export class TaskScreen {
  readonly checkIn: Locator;
  readonly checkedIn: Locator;
  /** What the fan can do next. */
  readonly next: Locator;
  /** The rows below the search: those of the tab, or those found. */
  readonly tasks: Locator;
  /** The line of what is done, and that of what is not open; a press opens them. */
  readonly done: Locator;
  readonly shut: Locator;
  private readonly page: Page;
  private readonly words: ScreenTexts;

  constructor(page: Page, words: ScreenTexts) {
    this.page = page;
    this.words = words;
    this.checkIn = page.getByRole('button', { name: words.checkIn });
    this.checkedIn = page.getByText(words.checkedIn);
    this.next = page.getByRole('region', { name: words.nextTasks });
    this.done = page.locator('summary').filter({ hasText: words.doneTasks });
    this.shut = page.locator('summary').filter({ hasText: words.shutTasks });
    this.tasks = page.getByRole('tabpanel').getByRole('listitem');
  }

  async open(): Promise<void> {
    await openPage(this.page, '/task');
  }

  task(title: string): Locator {
    return this.tasks.filter({ hasText: title });
  }

  /** Searches for the task. Its row stays there when its state changes. */
  async find(title: string): Promise<Locator> {
    await this.page.getByRole('searchbox', { name: this.words.searchTasks }).fill(title);
    await expect(this.page).toHaveURL(({ searchParams }) => searchParams.get('q') === title);
    return this.task(title);
  }

  /** Opens the task's page as a fan would, in this window, comes back, waits until the visit has lasted and claims. */
  async visit(title: string): Promise<void> {
    const row = await this.find(title);
    await row.getByRole('link', { name: this.words.openLink }).click();
    await expect(this.page).not.toHaveURL(({ pathname }) => pathname === '/task');
    await this.page.goBack();
    await row.getByRole('button', { name: this.words.claim }).click({ timeout: dwellTimeoutMs });
  }
}
