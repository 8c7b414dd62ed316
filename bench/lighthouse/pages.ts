import { screenRoutes } from '@lightstick/contract';
import type { Page } from '@playwright/test';

/** A measured page; on a main screen also an interaction, of which the slowest response counts. */
export type MeasuredPage = {
  readonly name: string;
  readonly path: string;
  readonly use?: (page: Page) => Promise<void>;
};

/** What a fan opens most. */
export const mainPages: readonly MeasuredPage[] = [
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
  { name: 'mall', path: '/mall', use: (page) => page.getByRole('tab').nth(1).click() },
  {
    name: 'idol',
    path: '/idol?activityId=1004&idolId=301',
    use: async (page) => {
      await page.getByRole('button').first().click();
      await page.keyboard.press('Escape');
    },
  },
];

/** Screens that show something only of what their address names. */
const named: Readonly<Record<string, string>> = {
  '/snh48vote/song-detail': '/snh48vote/song-detail?songId=rings',
};

/** Every other screen, as a visitor sees it. */
export const otherPages: readonly MeasuredPage[] = screenRoutes
  .filter((route) => !mainPages.some(({ path }) => path.split('?', 1)[0] === route))
  .map((route) => ({ name: route.slice(1), path: named[route] ?? route }));
