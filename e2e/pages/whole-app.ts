import { expect, type Page } from '@playwright/test';

/** The part of the app beside its screens, in a chunk that comes a moment after the first screen. */
export const laterChunk = '**/assets/deferred-effects-*.js';

/** Waits until the app is whole: until then it does not remember places, show toasts or notice a lost network. */
export async function wholeApp(page: Page): Promise<void> {
  // The region of the toasts, which is there before any of them.
  await expect(page.locator('[popover][role="status"]')).toBeAttached();
  // React runs the effects of what it has drawn a moment later, before the browser is idle.
  await page.evaluate(() => new Promise((resolve) => requestIdleCallback(resolve)));
}
