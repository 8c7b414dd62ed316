import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { violations } from '#/fixtures/accessibility.ts';
import { modelFan } from '#/fixtures/seed-fan.ts';
import { newEmail } from '#/fixtures/register-fan.ts';
import { expect, test } from '#/fixtures/test.ts';
import { looksOf, shots, takesPictures } from '#/looks.ts';
import { LoginScreen } from '#/pages/login-screen.ts';
import { MallScreen } from '#/pages/mall-screen.ts';
import { MeScreen } from '#/pages/me-screen.ts';
import { routes } from '#/pages/routes.ts';
import { TaskScreen } from '#/pages/task-screen.ts';
import { VoteScreen } from '#/pages/vote-screen.ts';
import { VoteSheet } from '#/pages/vote-sheet.ts';
import { type Words, textsIn } from '#/pages/catalogue.ts';
import { type Say, says } from '#/pages/texts.ts';

/** A screen in one of its states: how to get there, and what must be seen before anything is judged. */
type Scene = {
  readonly name: string;
  readonly show: (page: Page, words: Words, say: Say) => Promise<void>;
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
const visitorScenes: readonly Scene[] = [
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
      await screen.continue.click();
      await expect(screen.email).toHaveAccessibleDescription(/./);
    },
  },
  {
    name: 'code of signing up',
    show: async (page, words) => {
      const screen = new LoginScreen(page, words);
      await screen.open();
      await screen.chooseSignUp();
      await screen.email.fill(newEmail());
      await screen.continue.click();
      await expect(screen.code).toBeFocused();
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
      // Tests beside this one send mails too; the code of the fan who signed up is the mail of this look.
      await page.getByRole('listitem').filter({ hasText: modelFan.email }).last().getByRole('link').click();
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
const fanScenes: readonly Scene[] = [
  home,
  tasks,
  {
    name: 'visit sheet',
    show: async (page, words, say) => {
      await tasks.show(page, words, say);
      await new TaskScreen(page, words).task(words.mallVisit).getByRole('button').click();
      await expect(page.getByRole('dialog').getByRole('link')).toBeVisible();
    },
  },
  mall,
  {
    name: 'exchange sheet',
    show: async (page, words, say) => {
      await mall.show(page, words, say);
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
    name: 'stake sheet',
    show: async (page, words) => {
      await page.goto('/stake');
      await page.getByRole('button', { name: words.stakePoints, exact: true }).click();
      await expect(page.getByRole('region', { name: words.whatHappensWhen })).toBeVisible();
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
  {
    name: 'piece where there is no chain',
    show: async (page, _, say) => {
      await page.goto('/mall?tab=nfts');
      // The first edition that this fan can buy.
      await page.getByRole('article').getByRole('button').nth(1).click();
      const sheet = page.getByRole('dialog');
      await expect(sheet.getByText(say('nft.goesTo'))).toBeVisible();
      await sheet.getByRole('button', { name: say.withNumbers('order.pay', ['points']) }).click();
      await expect(sheet.getByText(say('order.state.done'), { exact: true })).toBeVisible();
      await sheet.getByRole('link', { name: say('nft.toCollection') }).click();
      await page
        .getByRole('list', { name: say('nft.mine') })
        .getByRole('button')
        .first()
        .click();
      await expect(sheet.getByText(say('nft.custodyWithoutChain'))).toBeVisible();
    },
  },
];

/** Routes that the scenes above show in more than one state. */
const shownAbove: readonly string[] = ['/', '/task', '/mall', '/vote-activity', '/me', '/login'];
/** The other routes that show a fan data of their own. */
const personal: readonly string[] = [
  '/packet',
  '/box',
  '/draw',
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
  '/my-luck',
  '/notifications',
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
const openingScenes: readonly Scene[] = routes
  .filter((route) => !shownAbove.includes(route) && !route.startsWith('/my-'))
  .map(opening);

/** The other routes that look different to a fan. */
const personalScenes: readonly Scene[] = personal.map(opening);

// Each test goes through dozens of screens.
test.describe.configure({ timeout: 300_000 });

for (const { language, theme, screens } of looksOf([
  ...visitorScenes.map((scene) => ({ who: 'visitor', scene })),
  ...[...fanScenes, ...personalScenes].map((scene) => ({ who: 'fan', scene })),
  ...openingScenes.map((scene) => ({ who: 'passer-by', scene })),
] as const)) {
  test.describe(`in ${language}, ${theme}`, () => {
    test.use({ language, theme });
    const scenesOf = (who: string) => screens.filter((screen) => screen.who === who).map(({ scene }) => scene);

    test('every screen of a visitor is accessible, fits the phone and shows its pictures', async ({ visit }) => {
      // The frame of a mail keeps out every script, Playwright's as well.
      const page = await visit.anonymously({ tolerates: [/Blocked script execution in '[^']+\/dev\/inbox\/body/] });
      await judge(page, 'visitor');
    });

    test('every screen of a fan is accessible, fits the phone and shows its pictures', async ({ given, visit }) => {
      await judge(await visit.as(await given.regular()), 'fan');
    });

    test('every other route is accessible to a visitor and fits the phone', async ({ visit }) => {
      await judge(await visit.anonymously(), 'passer-by');
    });

    /** Continues after a failure, so that one run reports every fault. */
    async function judge(page: Page, who: string): Promise<void> {
      for (const { name, show } of scenesOf(who)) {
        await test.step(name, async () => {
          await show(page, textsIn[language], says[language]);
          await expect.poll(() => missingPictures(page), `pictures of ${name} that cannot be seen`).toEqual([]);
          if (takesPictures) {
            const file = `${who} ${name} ${language} ${theme}.png`.replaceAll(' ', '-');
            await page.screenshot({ path: join(shots, file), animations: 'disabled' });
          }
          expect.soft(await violations(page), `what axe finds on ${name}`).toEqual([]);
          expect.soft(await widthBeyondScreen(page), `pixels by which ${name} is wider than the phone`).toBe(0);
        });
      }
    }
  });
}

async function widthBeyondScreen(page: Page): Promise<number> {
  const width = page.viewportSize()?.width ?? 0;
  return page.evaluate((screen) => Math.max(0, document.documentElement.scrollWidth - screen), width);
}

/** The addresses of pictures in sight that failed, or are still on their way. */
async function missingPictures(page: Page): Promise<string[]> {
  return page.evaluate(() =>
    [...document.images]
      .filter((image) => image.getBoundingClientRect().top < innerHeight && !(image.complete && image.naturalWidth > 0))
      .map((image) => image.src),
  );
}
