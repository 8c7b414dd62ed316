import { screenRoutes } from '@lightstick/contract';
import type { Page } from '@playwright/test';
import type { FormFactor } from './audit.ts';

/** A measured page; on a main screen of a phone also an interaction, of which the slowest response counts. */
export type MeasuredPage = {
  readonly name: string;
  readonly path: string;
  readonly formFactor: FormFactor;
  /** Whether fans open it most, so that its budgets are the tighter ones. */
  readonly isMain: boolean;
  readonly use?: (page: Page) => Promise<void>;
};

type MainScreen = Required<Pick<MeasuredPage, 'name' | 'path' | 'use'>>;

const mainScreens: readonly MainScreen[] = [
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
  {
    name: 'how the ranking works',
    path: '/ranking-intro',
    use: async (page) => {
      await page.getByRole('main').getByRole('link').first().click();
      await page.goBack();
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

/** What a fan opens most, on a phone and on a desk. */
export const mainPages: readonly MeasuredPage[] = [
  ...mainScreens.map((screen) => ({ ...screen, formFactor: 'mobile', isMain: true }) as const),
  ...mainScreens.map(
    ({ name, path }) => ({ name: `${name}, desktop`, path, formFactor: 'desktop', isMain: true }) as const,
  ),
];

/** Every other screen, as a visitor sees it on a phone. */
export const otherPages: readonly MeasuredPage[] = [...screenRoutes, '/login', '/forgot-password']
  .filter((route) => !mainScreens.some(({ path }) => path.split('?', 1)[0] === route))
  .map((route) => ({ name: route.slice(1), path: named[route] ?? route, formFactor: 'mobile', isMain: false }));
