import type { Page } from '@playwright/test';
import { openPage } from '#/fixtures/in-app.ts';
import { judgeOnDesk, judgeScreen } from '#/fixtures/judge-screen.ts';
import { modelFan } from '#/fixtures/seed-fan.ts';
import { newEmail } from '#/fixtures/register-fan.ts';
import { expect, test } from '#/fixtures/test.ts';
import { looksOf } from '#/looks.ts';
import { LoginScreen } from '#/pages/login-screen.ts';
import { MallScreen } from '#/pages/mall-screen.ts';
import { TaskScreen } from '#/pages/task-screen.ts';
import { VoteScreen } from '#/pages/vote-screen.ts';
import { VoteSheet } from '#/pages/vote-sheet.ts';
import { type ScreenTexts, textsIn } from '#/pages/catalogue.ts';
import { type Say, says } from '#/pages/texts.ts';

/** A screen in one of its states: how to get there, and what must be seen before anything is judged. */
type Scene = {
  readonly name: string;
  readonly show: (page: Page, words: ScreenTexts, say: Say) => Promise<void>;
};

const title = (page: Page) => page.getByRole('heading', { level: 1 });

async function showRanking(page: Page, words: ScreenTexts): Promise<VoteScreen> {
  const screen = new VoteScreen(page, words);
  await screen.open();
  await expect(title(page)).toHaveText(words.election);
  await expect(screen.ranking.getByRole('list').getByRole('listitem')).toHaveCount(24);
  await expect(page.getByRole('main').getByText(words.live, { exact: true })).toBeVisible();
  return screen;
}

/** What a visitor without an account can see beside the routes of `every-route.spec.ts`. */
const visitorScenes: readonly Scene[] = [
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
      await openPage(page, '/no-such-screen');
      await expect(title(page)).toHaveText(words.nothingHere);
    },
  },
  {
    name: 'development inbox',
    show: async (page) => {
      await openPage(page, '/dev/inbox');
      await expect(page.getByRole('listitem').first()).toContainText('@example.com');
    },
  },
  {
    name: 'mail',
    show: async (page) => {
      await openPage(page, '/dev/inbox');
      // Tests beside this one send mails too; the code of the fan who signed up is the mail of this look.
      await page.getByRole('listitem').filter({ hasText: modelFan.email }).last().getByRole('link').click();
      await expect(page.locator('pre')).toContainText(/\b\d{6}\b/);
    },
  },
  {
    name: 'docs',
    show: async (page) => {
      await openPage(page, '/docs');
      await expect(page.getByText('/activity/api/v1/vote/doVote').first()).toBeVisible();
    },
  },
];

/** What a fan opens on a screen: one with Points, tickets and votes. */
const fanScenes: readonly Scene[] = [
  {
    name: 'visit sheet',
    show: async (page, words) => {
      const screen = new TaskScreen(page, words);
      await screen.open();
      await (await screen.find(words.threeVisits)).getByRole('button').click();
      await expect(page.getByRole('dialog').getByRole('list').getByRole('link')).toHaveCount(3);
    },
  },
  {
    name: 'exchange sheet',
    show: async (page, words) => {
      const screen = new MallScreen(page, words);
      await screen.open();
      await expect(screen.payIn(await screen.openSheet(words.singleTicket))).toBeVisible();
    },
  },
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
      await openPage(page, '/stake');
      await page.getByRole('button', { name: words.stakePoints, exact: true }).click();
      await expect(page.getByRole('region', { name: words.whatHappensWhen })).toBeVisible();
    },
  },
  {
    name: 'piece where there is no chain',
    show: async (page, _, say) => {
      await openPage(page, '/mall?tab=nfts');
      // The first edition that this fan can buy.
      await page.getByRole('article').getByRole('button').nth(1).click();
      const sheet = page.getByRole('dialog');
      await expect(sheet.getByText(say('nft.goesTo'))).toBeVisible();
      await sheet.getByRole('button', { name: say.withNumbers('order.pay', ['points']) }).click();
      // The button that closes the sheet reads the same.
      await expect(sheet.getByRole('status').getByText(say('order.state.done'), { exact: true })).toBeVisible();
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

// Each test goes through dozens of screens.
test.describe.configure({ timeout: 300_000 });

for (const { language, theme, screens } of looksOf([
  ...visitorScenes.map((scene) => ({ who: 'visitor', scene })),
  ...fanScenes.map((scene) => ({ who: 'fan', scene })),
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

    async function judge(page: Page, who: string): Promise<void> {
      for (const { name, show } of scenesOf(who)) {
        await test.step(name, async () => {
          await show(page, textsIn[language], says[language]);
          await judgeScreen(page, { who, name, language, theme });
          if (await page.locator('.frame').count()) await judgeOnDesk(page, { who, name, language, theme });
        });
      }
    }
  });
}
