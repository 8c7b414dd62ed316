import type { Frame, Locator, Page } from '@playwright/test';
import type { ScreenTexts } from './catalogue.ts';
import { openPage } from '#/fixtures/in-app.ts';
import { settled } from '#/fixtures/settled.ts';

/** The election: its ranking, and from any row the vote sheet. */
export class VoteScreen {
  readonly ranking: Locator;
  private readonly page: Page | Frame;

  constructor(page: Page | Frame, words: ScreenTexts) {
    this.page = page;
    this.ranking = page.getByRole('region', { name: words.rankingRegion, exact: true });
  }

  async open(): Promise<void> {
    await openPage(this.page, '/vote-activity');
  }

  /** The row of an idol, found by the button that names her. */
  row(name: string): Locator {
    return this.ranking.getByRole('listitem').filter({ hasText: name });
  }

  /** Where an idol stands, read off the screen: her place in the list and her votes. */
  async standing(name: string): Promise<{ place: number; votes: number }> {
    const row = this.row(name);
    const place = await row.evaluate((item) => [...(item.parentElement?.children ?? [])].indexOf(item) + 1);
    // The name, the votes, the distance to the place above. Not the inner text: rows out of sight have none.
    const votes = await row.getByRole('paragraph').nth(1).textContent();
    return { place, votes: Number(votes?.replaceAll(',', '')) };
  }

  /** Presses an idol's row, and waits for her sheet with what it asks for, or for the sign-in. */
  async openSheet(name: string): Promise<void> {
    await this.row(name).getByRole('button').click();
    await settled(this.page);
  }
}
