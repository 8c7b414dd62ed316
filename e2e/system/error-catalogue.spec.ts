import type { Locator, Page, Route } from '@playwright/test';
import { openPage } from '#/fixtures/in-app.ts';
import { expect, test } from '#/fixtures/test.ts';
import { languages } from '#/looks.ts';
import { MallScreen } from '#/pages/mall-screen.ts';
import { MeScreen } from '#/pages/me-screen.ts';
import { goTo } from '#/pages/navigation.ts';
import { type ScreenTexts, textsIn } from '#/pages/catalogue.ts';
import { textsOf } from '#/pages/texts.ts';

/** A call whose failure appears as a toast. */
const logout = '/wallet/api/v1/user/logout';

/** What this test puts in the place of the server's answers. */
const staged = [/logout/, /Failed to load resource/];

const listedStatuses = [400, 401, 403, 404, 405, 406, 410, 422, 500, 502, 503, 504] as const;

const catalogues = textsOf({
  error: 'failure.title',
  server: 'failure.server',
  timeout: 'failure.timeout',
  network: 'failure.network',
  title: (say) => (status: (typeof listedStatuses)[number]) => say(`http.title.${status}`),
  detail: (say) => (status: (typeof listedStatuses)[number]) => say(`http.${status}`),
});

/** The fan's own page with the question whether to sign out open; pressing sends the call. */
async function askToSignOut(page: Page, words: ScreenTexts): Promise<Locator> {
  await new MeScreen(page, words).open();
  await new MeScreen(page, words).openSettings();
  await page.getByRole('button', { name: words.signOut }).click();
  return page.getByRole('dialog').getByRole('button', { name: words.signOut });
}

async function answerWith(page: Page, answer: (route: Route) => Promise<void>): Promise<void> {
  await page.unroute(`**${logout}`);
  await page.route(`**${logout}`, answer);
}

for (const language of languages) {
  const words = textsIn[language];
  const catalogue = catalogues[language];

  test.describe(`in ${language}`, () => {
    test.use({ language });

    test('every listed status is shown with its title, its detail, the address and the request’s id', async ({
      given,
      visit,
    }) => {
      const page = await visit.as(await given.fan(), { tolerates: staged });
      const press = await askToSignOut(page, words);
      for (const status of listedStatuses) {
        await test.step(String(status), async () => {
          await answerWith(page, (route) =>
            route.fulfill({
              status,
              contentType: 'text/html',
              headers: { 'x-request-id': `req-${status}` },
              body: '<h1>A proxy speaking</h1>',
            }),
          );
          await press.click();
          const toast = page.getByRole('alert').filter({ hasText: `req-${status}` });
          await expect(toast.getByText(catalogue.title(status), { exact: true })).toBeVisible();
          await expect(toast.getByText(catalogue.detail(status), { exact: true })).toBeVisible();
          await expect(toast.getByText(logout, { exact: true })).toBeVisible();
          await toast.getByRole('button').click();
          await expect(toast).toHaveCount(0);
        });
      }
    });

    test('a business error is shown with the server’s text under the title Error, or not at all without one', async ({
      given,
      visit,
    }) => {
      const page = await visit.as(await given.fan(), { tolerates: staged });
      const press = await askToSignOut(page, words);
      const refuse = (message: string) =>
        answerWith(page, (route) => route.fulfill({ json: { code: 2003, message, data: null } }));
      await refuse('');
      const silent = page.waitForResponse(`**${logout}`);
      await press.click();
      await silent;
      await expect(press).not.toHaveAttribute('aria-busy');
      await expect(page.getByRole('alert')).toHaveCount(0);

      await refuse('No fan leaves before the encore.');
      await press.click();
      await expect(page.getByRole('alert')).toHaveCount(1);
      await expect(page.getByRole('alert').getByText(catalogue.error, { exact: true })).toBeVisible();
      await expect(page.getByRole('alert')).toContainText('No fan leaves before the encore.');
    });

    test('an answer that is not JSON, or has an unlisted status, is shown as a server error', async ({
      given,
      visit,
    }) => {
      const page = await visit.as(await given.fan(), { tolerates: staged });
      const press = await askToSignOut(page, words);
      for (const status of [200, 418]) {
        await answerWith(page, (route) => route.fulfill({ status, contentType: 'text/plain', body: 'hello' }));
        const logged = page.waitForEvent('console', (message) => message.text().includes('is not JSON'));
        await press.click();
        await logged;
        const toast = page.getByRole('alert');
        await expect(toast.getByText(catalogue.server, { exact: true })).toBeVisible();
        await toast.getByRole('button').click();
        await expect(toast).toHaveCount(0);
      }
    });

    test('a lost connection is shown, and so is an answer that takes more than a minute', async ({ given, visit }) => {
      const page = await visit.as(await given.fan(), { tolerates: [...staged, /ERR_/] });
      await page.clock.install();
      const press = await askToSignOut(page, words);
      await answerWith(page, (route) => route.abort('connectionreset'));
      await press.click();
      await expect(page.getByRole('alert')).toContainText(catalogue.network);
      await page.getByRole('alert').getByRole('button').click();
      await expect(page.getByRole('alert')).toHaveCount(0);

      let asked = false;
      await answerWith(page, async () => {
        asked = true;
      });
      await press.click();
      await expect.poll(() => asked).toBe(true);
      // The clock runs between the leaps too, so the first leaves room to look.
      await page.clock.fastForward(45_000);
      await expect(page.getByRole('alert')).toHaveCount(0);
      await page.clock.fastForward(15_000);
      await expect(page.getByRole('alert')).toContainText(catalogue.timeout);
    });
  });
}

test('a call that is still on its way when the fan leaves the screen is cancelled without a message', async ({
  visit,
}) => {
  const words = textsIn.en_US;
  const page = await visit.anonymously();
  const tasks = '**/task/api/v1/task/getTasksList';
  await openPage(page, '/mall');
  await expect(page.getByRole('article').first()).toBeVisible();
  // The mall's neighbours are fetched ahead; the call is the screen's own.
  await page.route(tasks, () => undefined);
  const calledOff = page.waitForEvent('requestfailed', (request) => request.url().includes('getTasksList'));
  const asked = page.waitForRequest(tasks);
  await goTo(page, words, 'tasks');
  await asked;
  await goTo(page, words, 'mall');
  expect((await calledOff).failure()?.errorText).toContain('ABORTED');
  await expect(new MallScreen(page, words).offer(words.singleTicket)).toBeVisible();
  await expect(page.getByRole('alert')).toHaveCount(0);
});
