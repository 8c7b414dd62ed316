import type { Locator, Page } from '@playwright/test';
import { drag, type Hand } from '#/fixtures/drag.ts';

/** Best 7 in English: the fan's order, and the idols to choose from. */
export class Best7Screen {
  readonly rows: Locator;
  /** Where everything that changes is told to those who do not see it. */
  readonly said: Locator;
  private readonly order: Locator;
  private readonly page: Page;

  constructor(page: Page) {
    this.page = page;
    this.order = page.getByRole('group', { name: 'Your order' });
    this.rows = this.order.getByRole('list').getByRole('listitem');
    this.said = this.order.getByRole('status');
  }

  async open(): Promise<void> {
    await this.page.goto('/best7');
  }

  /** The button that brings an idol into the lineup, or takes her out. */
  tile(name: string): Locator {
    return this.page.getByRole('region', { name: 'Choose your idols' }).getByRole('button', { name });
  }

  async choose(names: readonly string[]): Promise<void> {
    for (const name of names) await this.tile(name).click();
  }

  row(name: string): Locator {
    return this.rows.filter({ hasText: name });
  }

  button(what: 'up' | 'down' | 'remove', name: string): Locator {
    return this.row(name).getByRole('button', { name: what === 'remove' ? /^Remove/ : new RegExp(` ${what}$`) });
  }

  /** Who stands in the lineup, and for how many points. */
  async lineup(): Promise<string[]> {
    const rows = await this.rows.all();
    return Promise.all(rows.map(async (row) => (await row.getByRole('paragraph').allTextContents()).join(': ')));
  }

  /** Drags an idol to where another stands. */
  async drag(hand: Hand, name: string, toName: string): Promise<void> {
    await this.showOrder();
    await drag(this.page, hand, this.grip(name), this.row(toName));
  }

  /** By what a row is dragged. */
  grip(name: string): Locator {
    return this.row(name).locator('[data-grip]');
  }

  /** All seven rows fit between the top of the screen and the navigation. */
  async showOrder(): Promise<void> {
    await this.order.evaluate((element) => element.scrollIntoView({ block: 'start' }));
  }
}
