import type { Locator, Page } from '@playwright/test';
import type { Words } from './words.ts';

export type Site = 'X' | 'Discord';

/** The accounts that a fan has linked, and the way to the provider's page and back. */
export class AccountsScreen {
  private readonly page: Page;
  private readonly words: Words['social'];

  constructor(page: Page, { social }: Words) {
    this.page = page;
    this.words = social;
  }

  async open(): Promise<void> {
    await this.page.goto('/my-accounts');
  }

  card(site: Site): Locator {
    return this.page.getByRole('region', { name: site, exact: true });
  }

  /** Walks to the sandbox's consent page, which says what it is. */
  async goToConsent(site: Site): Promise<void> {
    await this.card(site)
      .getByRole('button', { name: this.words.linkSite(site) })
      .click();
    await this.page.waitForURL(/\/dev\/social\/\w+\/authorize/);
  }

  /** Consents as an account of that name. */
  async allowAs(name: string): Promise<void> {
    await this.page.getByRole('textbox', { name: this.words.otherAccount }).fill(name);
    await this.page.getByRole('button', { name: this.words.allow, exact: true }).click();
  }

  async deny(): Promise<void> {
    await this.page.getByRole('button', { name: this.words.deny, exact: true }).click();
  }

  async link(site: Site, name: string): Promise<void> {
    await this.goToConsent(site);
    await this.allowAs(name);
  }

  async unlink(site: Site, name: string): Promise<void> {
    await this.card(site)
      .getByRole('button', { name: this.words.unlinkOf(site) })
      .click();
    const question = this.page.getByRole('dialog', { name: this.words.unlinkTitle(name) });
    await question.getByRole('button', { name: this.words.unlink, exact: true }).click();
  }
}
