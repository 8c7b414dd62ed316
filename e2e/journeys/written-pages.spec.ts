import { pageSlugs } from '@lightstick/contract';
import type { Page } from '@playwright/test';
import { violations } from '#/fixtures/accessibility.ts';
import { asBuilt } from '#/fixtures/as-built.ts';
import { failCall } from '#/fixtures/fail-call.ts';
import { mailedCode, newEmail } from '#/fixtures/register-fan.ts';
import { inApp, openPage } from '#/fixtures/in-app.ts';
import { expect, test } from '#/fixtures/test.ts';
import { languages } from '#/looks.ts';
import { MeScreen } from '#/pages/me-screen.ts';
import { LoginScreen } from '#/pages/login-screen.ts';
import { goTo } from '#/pages/navigation.ts';
import { tabTo } from '#/pages/tab-to.ts';
import { wholeApp } from '#/pages/whole-app.ts';
import { textsIn } from '#/pages/catalogue.ts';
import { textsOf } from '#/pages/texts.ts';

const says = textsOf({
  title: 'page.name.rule',
  /** The demo's own text. */
  heading: { en_US: 'What counts as a vote', zh_TW: '怎樣才算一票' },
  back: 'nav.back',
  contents: 'page.contents',
  numbers: 'voteFacts.title',
  terms: 'page.name.use-terms',
  done: 'common.done',
  unknownInvite: 'account.refused.inviteCodeUnknown',
  videoRules: 'page.name.video-rules',
  notWritten: 'page.notWritten',
  home: 'stayTuned.home',
  error: 'page.error',
});

const text = (page: Page) => page.getByRole('article');
const title = (page: Page) => page.getByRole('heading', { level: 1 });

/** A value that a reload would take from the window. */
async function mark(page: Page): Promise<void> {
  await page.evaluate(() => Object.assign(globalThis, { markedByTest: true }));
}

async function isMarked(page: Page): Promise<boolean> {
  return page.evaluate(() => 'markedByTest' in globalThis);
}

for (const language of ['en_US', 'zh_TW'] as const) {
  test.describe(`in ${language}`, () => {
    test.use({ language, theme: language === 'en_US' ? 'light' : 'dark' });

    test(
      'every page opens with its title, its text and nothing that axe objects to',
      { tag: '@system' },
      async ({ visit }) => {
        const page = await visit.anonymously();
        for (const slug of pageSlugs) {
          await test.step(slug, async () => {
            await openPage(page, `/${slug}`);
            await expect(text(page).getByRole('heading', { level: 2 })).not.toHaveCount(0);
            await expect(title(page)).not.toBeEmpty();
            await expect.poll(() => page.title()).toContain(await title(page).innerText());
            expect.soft(await violations(page), `what axe finds on ${slug}`).toEqual([]);
            const overflow = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
            expect.soft(overflow, `pixels by which ${slug} is wider than the phone`).toBeLessThanOrEqual(0);
          });
        }
      },
    );
  });
}

for (const language of languages) {
  const words = says[language];

  test.describe(`in ${language}`, () => {
    test.use({ language, theme: language === 'en_US' ? 'light' : 'dark' });

    test('a link in a text leads on without a reload, and Back returns to the place', async ({ visit }) => {
      const page = await visit.anonymously();
      await openPage(page, '/about-us');
      await expect(text(page)).toBeVisible();
      await wholeApp(page);
      await mark(page);
      const link = text(page).locator('a[href="/rule"]').last();
      await link.scrollIntoViewIfNeeded();
      const left = await page.evaluate(() => scrollY);
      await link.click();
      await expect(page).toHaveURL(/\/rule$/);
      await expect(title(page)).toHaveText(words.title);
      await expect(title(page)).toBeFocused();
      await expect(text(page).getByRole('heading', { name: words.heading })).toBeVisible();

      await page.getByRole('link', { name: words.back, exact: true }).click();
      await expect(page).toHaveURL(/\/about-us$/);
      await expect.poll(() => page.evaluate(() => scrollY)).toBeGreaterThan(left - 50);
      await expect.poll(() => isMarked(page), 'no reload on the way').toBe(true);
    });

    test(
      'the sections are reached by keyboard, and do not stand in the way of Back',
      { tag: '@system' },
      async ({ visit }) => {
        const page = await visit.anonymously();
        await openPage(page, '/about-us');
        await expect(text(page)).toBeVisible();
        await inApp(page);
        const entries = await page.evaluate(() => history.length);
        await tabTo(text(page).locator('summary'));
        await page.keyboard.press('Enter');
        const sections = page.getByRole('navigation', { name: words.contents });
        const last = sections.getByRole('link').last();
        const name = await last.innerText();
        await tabTo(last);
        await page.keyboard.press('Enter');
        const heading = text(page).getByRole('heading', { name });
        await expect(heading).toBeFocused();
        await expect(heading).toBeInViewport();
        await expect.poll(() => page.evaluate(() => history.length)).toBe(entries);
      },
    );

    test('the numbers of the running election stand beside the text about them', async ({ visit }) => {
      const page = await visit.anonymously();
      await openPage(page, '/ranking-intro');
      const numbers = page.getByRole('region', { name: words.numbers });
      await expect(numbers.getByRole('definition')).toHaveText(['3', '8–10', '1,000']);
      await openPage(page, '/rule');
      const rules = page.getByRole('region', { name: words.numbers }).getByRole('definition');
      await expect(rules.filter({ hasText: '1,000' })).toHaveCount(1);
    });

    test('the terms can be read while signing up, and nothing typed is lost', async ({ product, visit }) => {
      const page = await visit.anonymously();
      await openPage(page, '/login?invite=ABCDEFGH');
      const [login, address] = [new LoginScreen(page, textsIn[language]), newEmail()];
      await login.email.fill(address);
      await login.continue.click();
      await login.code.fill(await mailedCode(product.address, address));
      await login.nickname.fill('Mina');
      // Beneath the form there is another way to the terms, which leaves it.
      await page.locator('form').getByRole('link', { name: words.terms }).click();
      const sheet = page.getByRole('dialog', { name: words.terms });
      await expect(sheet.getByRole('article').getByRole('heading', { level: 2 })).toHaveCount(10);
      await sheet.getByRole('button', { name: words.done }).click();
      await expect(sheet).toBeHidden();
      await expect(login.nickname).toHaveValue('Mina');
      await login.submitSignUp();
      await expect(login.inviteCode).toHaveAccessibleDescription(words.unknownInvite);
      await expect(login.inviteCode).toHaveValue('ABCDEFGH');
    });
  });
}

test('an address with a section opens there', { tag: '@system' }, async ({ visit }) => {
  const page = await visit.anonymously();
  await openPage(page, '/rule#section-receipts');
  await expect(text(page).getByRole('heading', { name: 'Receipts' })).toBeInViewport();
});

test('a page changes its language with the app', { tag: '@system' }, async ({ given, visit }) => {
  const page = await visit.as(await given.fan());
  await openPage(page, '/use-terms');
  await expect(title(page)).toHaveText(says.en_US.terms);
  await goTo(page, textsIn.en_US, 'me');
  await new MeScreen(page, textsIn.en_US).openSettings();
  await page.getByText('繁體中文', { exact: true }).click();
  await page.getByRole('link', { name: says.zh_TW.terms }).click();
  await expect(title(page)).toHaveText(says.zh_TW.terms);
  await expect(text(page).getByRole('heading', { name: '1. 誰可以參加' })).toBeVisible();
});

test(
  'a page that the content pack does not have says so, and leads home',
  { tag: '@system' },
  async ({ product, visit }) => {
    const setRetired = (retired: boolean) =>
      product.database.query("UPDATE page SET retired = $1 WHERE id = 'video-rules'", [retired]);
    await setRetired(true);
    try {
      const page = await visit.anonymously({ tolerates: [/status of 404/] });
      // The server may still draw the text that others have just read.
      await asBuilt(page);
      await openPage(page, '/video-rules');
      await expect(title(page)).toHaveText(says.en_US.videoRules);
      await expect(page.getByText(says.en_US.notWritten)).toBeVisible();
      await page.getByRole('main').getByRole('link', { name: says.en_US.home }).click();
      await expect(title(page)).toHaveText(textsIn.en_US.election);
    } finally {
      await setRetired(false);
    }
  },
);

test('a page that cannot be loaded says why, and comes on the next try', { tag: '@system' }, async ({ visit }) => {
  const page = await visit.anonymously({ tolerates: [/status of 503/] });
  const recover = await failCall(page, '/content/api/v1/page', { reason: 'OVERLOADED', language: 'en_US' });
  await openPage(page, '/privacy-policy');
  const alert = page.getByRole('alert');
  await expect(alert).toContainText(says.en_US.error);
  await recover();
  await alert.getByRole('button', { name: textsIn.en_US.tryAgain }).click();
  await expect(text(page).getByRole('heading', { name: 'Your votes' })).toBeVisible();
});
