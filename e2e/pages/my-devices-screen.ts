import type { Locator, Page } from '@playwright/test';
import type { Words } from './words.ts';

/** Where a fan is signed in. */
export class MyDevicesScreen {
  /** This device. */
  readonly own: Locator;
  /** The rows of the other devices. */
  readonly others: Locator;
  private readonly page: Page;
  private readonly words: Words;

  constructor(page: Page, words: Words) {
    this.page = page;
    this.words = words;
    this.own = page.getByRole('region', { name: words.devices.browser }).first();
    this.others = page.getByRole('main').getByRole('listitem');
  }

  async open(): Promise<void> {
    await this.page.goto('/my-devices');
  }

  /** Asks to sign out on one device; the question is left to be answered. */
  async askToEnd(row: Locator): Promise<void> {
    await row.getByRole('button', { name: this.words.devices.signOut }).click();
  }

  async askToEndOthers(): Promise<void> {
    await this.page.getByRole('button', { name: this.words.devices.signOutOthers }).click();
  }

  /** Answers the question. */
  async answer(answer: 'keep' | 'signOut' | 'signOutOthers'): Promise<void> {
    await this.page.getByRole('dialog').getByRole('button', { name: this.words.devices[answer], exact: true }).click();
  }
}
