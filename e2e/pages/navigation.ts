import { expect, type Page } from '@playwright/test';
import type { ScreenTexts } from './catalogue.ts';

type MainScreen = 'home' | 'ranking' | 'tasks' | 'mall' | 'me';

/** Goes to one of the five places by the bar at the bottom, and waits until its screen, or why there is none, is there. */
export async function goTo(page: Page, words: ScreenTexts, place: MainScreen): Promise<void> {
  // The screen before stays under the new address until the next is drawn.
  await page.locator('#main > *').evaluateAll((parts) => {
    for (const part of parts) part.toggleAttribute('data-before', true);
  });
  await page.getByRole('navigation').getByRole('link', { name: words[place], exact: true }).click();
  await expect(page.locator('#main > [data-before]')).toHaveCount(0);
}
