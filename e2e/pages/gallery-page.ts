import { expect, type Locator, type Page } from '@playwright/test';
import { openPage } from '#/fixtures/in-app.ts';

export const sectionTitles = [
  'Type',
  'Color',
  'Buttons',
  'Cards and badges',
  'Tabs and steppers',
  'Forms',
  'States',
  'Countdown',
  'Ranking',
  'Red packet',
  'Live chat',
  'Infinite lists',
  'Modals',
  'Sheets',
  'Toasts',
  'Formats',
] as const;

/** The page for developers that shows every piece of the interface. Its own words are English. */
export class GalleryPage {
  /** The bar with the way to each section and the switches, which stays in sight. */
  readonly contents: Locator;
  /** The topmost open modal or sheet. */
  readonly dialog: Locator;
  /** Where toasts appear, one beneath the other. */
  readonly toasts: Locator;
  readonly dismissButtons: Locator;
  private readonly page: Page;

  constructor(page: Page) {
    this.page = page;
    this.contents = page.getByRole('complementary', { name: 'Gallery' });
    this.dialog = page.getByRole('dialog').last();
    this.toasts = page.locator('[popover=manual]');
    this.dismissButtons = this.toasts.getByRole('button', { name: 'Dismiss' });
  }

  async open(): Promise<void> {
    await openPage(this.page, '/dev/gallery');
    await expect(this.page.getByRole('heading', { level: 1 })).toHaveText('Stage light');
  }

  section(title: (typeof sectionTitles)[number]): Locator {
    return this.page.getByRole('region', { name: title, exact: true });
  }

  button(title: (typeof sectionTitles)[number], name: string): Locator {
    return this.section(title).getByRole('button', { name, exact: true });
  }

  /** Opens a dialog, and waits until its way in is over. */
  async openDialog(title: 'Modals' | 'Sheets', name: string): Promise<Locator> {
    const opener = this.button(title, name);
    await opener.click();
    await expect(this.dialog).toBeVisible();
    return opener;
  }

  /** Makes room for pictures of whole sections: a tall screen, and no bar that lies over the pieces. */
  async makeRoom(): Promise<void> {
    await this.page.setViewportSize({ width: 390, height: 1800 });
    await this.contents.evaluate((bar) => {
      bar.style.visibility = 'hidden';
    });
  }

  /** Scrolls to a section and waits until what costs nothing out of sight has been drawn. */
  async comeTo(title: (typeof sectionTitles)[number]): Promise<void> {
    await this.section(title).scrollIntoViewIfNeeded();
    await this.page.evaluate(
      () => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))),
    );
  }

  /** Presses the backdrop in the corner of the screen, where no dialog reaches. */
  async pressBackdrop(): Promise<void> {
    await this.page.mouse.click(4, 4);
  }
}
