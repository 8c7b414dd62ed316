import type { Page } from '@playwright/test';
import { holdApp } from '#/fixtures/hold-app.ts';
import { inApp } from '#/fixtures/in-app.ts';
import { expect, test } from '#/fixtures/test.ts';
import { routes } from '#/pages/routes.ts';

/** What a fan would see jump, in order, with its distance from the top in CSS pixels. */
function placesOf(page: Page): Promise<string[]> {
  return page.evaluate(async () => {
    await document.fonts.ready;
    const parts = 'header, h1, h2, section, form, .card, ol > li, ul > li, p';
    return [...document.querySelectorAll(`main :is(${parts})`)]
      .filter((element) => element.checkVisibility())
      .map((element) => ({ name: element.localName, ...element.getBoundingClientRect().toJSON() }))
      .filter(({ top, height }) => top < innerHeight && height > 0)
      .map(({ name, top }) => `${name} at ${Math.round(top)}`);
  });
}

/** The styles have arrived, without which a browser paints nothing. */
async function isPainted(page: Page): Promise<void> {
  await page.waitForFunction(() => performance.getEntriesByName('first-contentful-paint').length > 0);
}

for (const route of routes)
  test(`Nothing on the first screen of ${route} moves when the app takes its place.`, async ({ visit }) => {
    const page = await visit.anonymously();
    const app = await holdApp(page);
    await page.goto(route, { waitUntil: 'domcontentloaded' });
    await expect(page.locator('.served').getByRole('heading', { level: 1 })).toBeVisible();
    await isPainted(page);
    const before = await placesOf(page);
    app.arrive();
    await inApp(page);
    await expect.poll(() => placesOf(page)).toEqual(before);
  });
