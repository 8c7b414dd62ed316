import { readFile } from 'node:fs/promises';
import type { Locator, Page } from '@playwright/test';
import type { Words } from './words.ts';

/** What came of an event, or stands so far. */
export class EventSummaryScreen {
  readonly stage: Locator;
  readonly totals: Locator;
  /** The chart's slider. What it says is its value in words. */
  readonly cursor: Locator;
  readonly card: Locator;
  readonly picture: Locator;
  private readonly page: Page;
  private readonly words: Words;

  constructor(page: Page, words: Words) {
    this.page = page;
    this.words = words;
    this.stage = page.locator('main header');
    this.totals = page.getByRole('region', { name: words.summary.totals });
    this.cursor = page.getByRole('slider', { name: words.summary.cursor });
    this.card = page.getByRole('dialog', { name: words.summary.card });
    this.picture = this.card.getByRole('img');
  }

  async open(activityId?: string): Promise<void> {
    await this.page.goto(activityId === undefined ? '/event-summary' : `/event-summary?activityId=${activityId}`);
  }

  /** The words on the stage that say how final the numbers are. */
  state(words: string): Locator {
    return this.stage.getByText(words, { exact: true });
  }

  /** The rows of the ranking under that title. */
  ranking(title: string): Locator {
    return this.page.getByRole('region', { name: title }).getByRole('listitem');
  }

  /** What is saved by the link of those words: under which name, and its first line. */
  async saved(link: string): Promise<{ name: string; firstLine: string }> {
    const saving = this.page.waitForEvent('download');
    await this.page.getByRole('link', { name: link }).click();
    const file = await saving;
    const [firstLine = ''] = (await readFile(await file.path(), 'utf8')).split('\r\n');
    return { name: file.suggestedFilename(), firstLine };
  }

  async openCard(): Promise<void> {
    await this.page.getByRole('button', { name: this.words.summary.share, exact: true }).click();
  }

  /** What is in the card's picture, read off its pixels: how large it is, and how many colours it has. */
  async pixels(): Promise<{ width: number; height: number; colours: number }> {
    return this.picture.evaluate(async (picture) => {
      const image = picture as HTMLImageElement;
      await image.decode();
      const canvas = document.createElement('canvas');
      canvas.width = image.naturalWidth;
      canvas.height = image.naturalHeight;
      const context = canvas.getContext('2d');
      if (!context) throw new Error('This browser has no canvas.');
      context.drawImage(image, 0, 0);
      const { data } = context.getImageData(0, 0, canvas.width, canvas.height);
      const colours = new Set(new Uint32Array(data.buffer));
      return { width: canvas.width, height: canvas.height, colours: colours.size };
    });
  }
}
