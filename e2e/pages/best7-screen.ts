import type { Locator, Page } from '@playwright/test';
import { openPage } from '#/fixtures/in-app.ts';

type Hand = 'mouse' | 'finger';

type Point = { readonly x: number; readonly y: number };

/** A drag takes a few movements, as a hand's does: what listens to movement must not depend on a single leap. */
const movements = 8;

/** Drags one element onto another; both must be in sight. */
async function drag(page: Page, hand: Hand, from: Locator, to: Locator): Promise<void> {
  const start = await middleOf(from);
  const path = between(start, { x: start.x, y: (await middleOf(to)).y });
  await (hand === 'mouse' ? byMouse(page, start, path) : byFinger(page, start, path));
}

async function middleOf(element: Locator): Promise<Point> {
  const box = await element.boundingBox();
  if (!box) throw new Error(`${String(element)} is not in view, so it cannot be dragged.`);
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
}

function between(start: Point, end: Point): readonly Point[] {
  return Array.from({ length: movements }, (_, index) => {
    const part = (index + 1) / movements;
    return { x: start.x + (end.x - start.x) * part, y: start.y + (end.y - start.y) * part };
  });
}

async function byMouse(page: Page, start: Point, path: readonly Point[]): Promise<void> {
  await page.mouse.move(start.x, start.y);
  await page.mouse.down();
  for (const { x, y } of path) await page.mouse.move(x, y);
  await page.mouse.up();
}

/** Playwright can only tap, so this sends touch events to the browser. */
async function byFinger(page: Page, start: Point, path: readonly Point[]): Promise<void> {
  const browser = await page.context().newCDPSession(page);
  const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', touchPoints: Point[]) =>
    browser.send('Input.dispatchTouchEvent', { type, touchPoints });
  await touch('touchStart', [start]);
  for (const point of path) await touch('touchMove', [point]);
  await touch('touchEnd', []);
  await browser.detach();
}

/** Best 7 in English: the fan's order, and the idols to choose from. */
export class Best7Screen {
  readonly rows: Locator;
  /** The live region that announces changes to screen readers. */
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
    await openPage(this.page, '/best7');
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

  /** The idols in the lineup, with their points. */
  async lineup(): Promise<string[]> {
    // One call to the browser instead of one for each row.
    return this.rows.evaluateAll((rows) =>
      rows.map((row) => Array.from(row.querySelectorAll('p'), ({ textContent }) => textContent).join(': ')),
    );
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
