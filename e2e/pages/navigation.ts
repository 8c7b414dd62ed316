import type { Page } from '@playwright/test';
import type { ScreenTexts } from './catalogue.ts';

type MainScreen = 'home' | 'ranking' | 'tasks' | 'mall' | 'me';

/** Goes to one of the five places by the bar at the bottom. */
export async function goTo(page: Page, words: ScreenTexts, place: MainScreen): Promise<void> {
  await page.getByRole('navigation').getByRole('link', { name: words[place], exact: true }).click();
}
