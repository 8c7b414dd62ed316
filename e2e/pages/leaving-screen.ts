import type { Locator, Page } from '@playwright/test';
import type { Language } from '@lightstick/contract';
import { leavingWords } from './leaving-words.ts';

/** Deleting an account: what it means, the form, the last question and the farewell. */
export class LeavingScreen {
  readonly lost: Locator;
  readonly fanCode: Locator;
  readonly confirm: Locator;
  readonly code: Locator;
  readonly sendCode: Locator;
  /** The last question. */
  readonly modal: Locator;
  readonly farewell: Locator;
  private readonly page: Page;
  private readonly words: (typeof leavingWords)[Language];

  constructor(page: Page, language: Language) {
    this.page = page;
    this.words = leavingWords[language];
    this.lost = page.getByRole('region', { name: this.words.lost });
    this.fanCode = page.getByText(/^[A-Z2-9]{8}$/);
    this.confirm = page.getByLabel(this.words.confirm, { exact: true });
    this.code = page.getByLabel(this.words.code, { exact: true });
    this.sendCode = page.getByRole('button', { name: this.words.sendCode });
    this.modal = page.getByRole('dialog', { name: this.words.sure });
    this.farewell = page.getByRole('region', { name: this.words.closed });
  }

  async open(): Promise<void> {
    await this.page.goto('/logoff');
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

  /** What is said to a fan whose sign-in has taken it back. */
  get welcomeBack(): Locator {
    return this.page.getByText(this.words.accountStays);
  }
}
