import type { Page } from '@playwright/test';

/** A measured page and an interaction on it; the slowest response counts. */
export type MeasuredPage = {
  readonly name: string;
  readonly path: string;
  readonly use: (page: Page) => Promise<void>;
};

export const pages: readonly MeasuredPage[] = [
  {
    name: 'home',
    path: '/',
    use: async (page) => {
      await page.getByRole('region', { name: 'More on stage' }).waitFor();
      await page.getByRole('link', { name: 'Tasks', exact: true }).click();
      await page.getByRole('tab').first().waitFor();
      await page.getByRole('link', { name: 'Home', exact: true }).click();
      await page.getByRole('region', { name: 'The top three' }).waitFor();
    },
  },
  {
    name: 'tasks',
    path: '/task',
    use: async (page) => {
      for (const tab of (await page.getByRole('tab').all()).slice(1, 4)) await tab.click();
    },
  },
  {
    name: 'vote activity',
    path: '/vote-activity',
    use: async (page) => {
      await page.getByRole('button', { name: 'Rules', exact: true }).click();
      await page.getByRole('dialog').waitFor();
      await page.keyboard.press('Escape');
      await page.getByRole('searchbox').fill('a');
    },
  },
];
