import type { Page } from '@playwright/test';
import type { Words } from './catalogue.ts';

type Place = 'home' | 'ranking' | 'tasks' | 'mall' | 'me';

/** Goes to one of the five places by the bar at the bottom. */
export async function goTo(page: Page, words: Words, place: Place): Promise<void> {
  await page.getByRole('navigation').getByRole('link', { name: words[place], exact: true }).click();
}
