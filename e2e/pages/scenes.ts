import { expect, type Page } from '@playwright/test';
import { VoteScreen } from './vote-screen.ts';
import { VoteSheet } from './vote-sheet.ts';
import { MallScreen } from './mall-screen.ts';
import { MeScreen } from './me-screen.ts';
import { TaskScreen } from './task-screen.ts';
import { LoginScreen } from './login-screen.ts';
import { routes } from './routes.ts';
import type { Words } from './words.ts';

/** A screen in one of its states: how to get there, and what must be seen before anything is judged. */
export type Scene = {
  readonly name: string;
  readonly show: (page: Page, words: Words) => Promise<void>;
};

const title = (page: Page) => page.getByRole('heading', { level: 1 });

async function showRanking(page: Page, words: Words): Promise<VoteScreen> {
  const screen = new VoteScreen(page, words);
  await screen.open();
  await expect(title(page)).toHaveText(words.election);
  await expect(screen.ranking.getByRole('list').getByRole('listitem')).toHaveCount(24);
  await expect(page.getByText(words.live, { exact: true })).toBeVisible();
  return screen;
}

const home: Scene = {
  name: 'home',
  show: async (page, words) => {
    await page.goto('/');
    await expect(title(page)).toHaveText(words.election);
    await expect(page.getByText(words.live, { exact: true })).toBeVisible();
    await expect(page.getByRole('button', { name: words.voteFor })).toHaveCount(3);
    await expect(page.getByRole('link', { name: words.singleTicket })).toBeVisible();
  },
};

const tasks: Scene = {
  name: 'tasks',
  show: async (page, words) => {
    const screen = new TaskScreen(page, words);
    await screen.open();
    await expect(screen.checkIn).toBeVisible();
    await expect(screen.task(words.mallVisit)).toBeVisible();
  },
};

const mall: Scene = {
  name: 'mall',
  show: async (page, words) => {
    const screen = new MallScreen(page, words);
    await screen.open();
    await expect(page.getByRole('article')).toHaveCount(6);
  },
};

const ranking: Scene = {
  name: 'ranking',
  show: async (page, words) => {
    await showRanking(page, words);
  },
};

/** What a visitor without an account can see. */
export const visitorScenes: readonly Scene[] = [
  home,
  tasks,
  mall,
  ranking,
  {
    name: 'sign in',
    show: async (page, words) => {
      await new LoginScreen(page, words).open();
      await expect(page.getByRole('button', { name: words.signIn, exact: true })).toBeVisible();
    },
  },
  {
    name: 'sign up',
    show: async (page, words) => {
      const screen = new LoginScreen(page, words);
      await screen.open();
      await screen.chooseSignUp();
      await screen.submitSignUp();
      await expect(screen.email).toHaveAccessibleDescription(/./);
    },
  },
  {
    name: 'not found',
    show: async (page, words) => {
      await page.goto('/no-such-screen');
      await expect(title(page)).toHaveText(words.nothingHere);
    },
  },
  {
    name: 'development inbox',
    show: async (page) => {
      await page.goto('/dev/inbox');
      await expect(page.getByRole('listitem').first()).toContainText('@example.com');
    },
  },
  {
    name: 'mail',
    show: async (page) => {
      await page.goto('/dev/inbox');
      await page.getByRole('listitem').first().getByRole('link').click();
      await expect(page.locator('pre')).toContainText(/\b\d{6}\b/);
    },
  },
  {
    name: 'docs',
    show: async (page) => {
      await page.goto('/docs');
      await expect(page.getByText('/activity/api/v1/vote/doVote').first()).toBeVisible();
    },
  },
];

/** What a fan can see: one with Points, tickets, votes, and something in each record. */
export const fanScenes: readonly Scene[] = [
  home,
  tasks,
  {
    name: 'visit sheet',
    show: async (page, words) => {
      await tasks.show(page, words);
      await new TaskScreen(page, words).task(words.mallVisit).getByRole('button').click();
      await expect(page.getByRole('dialog').getByRole('link')).toBeVisible();
    },
  },
  mall,
  {
    name: 'exchange sheet',
    show: async (page, words) => {
      await mall.show(page, words);
      const screen = new MallScreen(page, words);
      await expect(screen.payIn(await screen.openSheet(words.singleTicket))).toBeVisible();
    },
  },
  ranking,
  {
    name: 'rules',
    show: async (page, words) => {
      await showRanking(page, words);
      await page.getByRole('button', { name: words.rules, exact: true }).click();
      await expect(page.getByRole('dialog').getByRole('listitem')).not.toHaveCount(0);
    },
  },
  {
    name: 'vote sheet',
    show: async (page, words) => {
      const screen = await showRanking(page, words);
      await screen.ranking.getByRole('list').getByRole('listitem').first().getByRole('button').click();
      await expect(new VoteSheet(page, words).cast).toBeVisible();
    },
  },
  {
    name: 'vote receipt',
    show: async (page, words) => {
      const screen = await showRanking(page, words);
      const sheet = new VoteSheet(page, words);
      await screen.ranking.getByRole('list').getByRole('listitem').last().getByRole('button').click();
      await sheet.amount.fill('1');
      await sheet.cast.click();
      await expect(sheet.counted).toBeVisible();
      await sheet.showReceipt.click();
      await expect(sheet.fingerprint).toBeVisible();
    },
  },
  {
    name: 'me',
    show: async (page, words) => {
      const screen = new MeScreen(page, words);
      await screen.open();
      await expect(screen.records).not.toHaveCount(0);
    },
  },
];

/** Routes that the scenes above show in more than one state. */
const shownAbove: readonly string[] = ['/', '/task', '/mall', '/vote-activity', '/me', '/login'];
/** Of the others, those that show a fan something of their own. */
const personal: readonly string[] = [
  '/support-record',
  '/logoff',
  '/stake',
  '/snh48vote/center',
  '/my-profile',
  '/my-security',
  '/my-devices',
  '/my-accounts',
  '/my-invites',
  '/my-points',
  '/my-tasks',
  '/my-assets',
  '/my-orders',
  '/my-data',
  '/riddles',
  '/fan-ranking',
];

const opening = (route: string): Scene => ({
  name: route.slice(1).replaceAll('/', ' '),
  show: async (page) => {
    await page.goto(route);
    await expect(title(page)).toHaveText(/\S/);
    await expect(page.locator('[aria-busy="true"]')).toHaveCount(0);
    await expect(page.getByRole('alert')).toHaveCount(0);
  },
});

/** Every other route, as it opens for a visitor; those that are a fan's alone lead to the sign-in. */
export const openingScenes: readonly Scene[] = routes
  .filter((route) => !shownAbove.includes(route) && !route.startsWith('/my-'))
  .map(opening);

/** The other routes that look different to a fan. */
export const personalScenes: readonly Scene[] = personal.map(opening);
