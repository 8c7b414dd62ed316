import type { Language } from '@lightstick/contract';
import type { Locator, Page, Route } from '@playwright/test';
import { expect, test } from '#/fixtures/test.ts';
import { languages } from '#/looks.ts';
import { MallScreen } from '#/pages/mall-screen.ts';
import { MeScreen } from '#/pages/me-screen.ts';
import { goTo } from '#/pages/navigation.ts';
import { type Words, textsIn } from '#/pages/catalogue.ts';

/** A call whose failure appears as a toast. */
const logout = '/wallet/api/v1/user/logout';

/** What this test puts in the place of the server's answers. */
const staged = [/logout/, /Failed to load resource/];

type Catalogue = {
  readonly error: string;
  readonly server: string;
  readonly timeout: string;
  readonly network: string;
  /** Title and detail of each listed status. */
  readonly statuses: Readonly<Record<number, readonly [string, string]>>;
};

const catalogues: Readonly<Record<Language, Catalogue>> = {
  en_US: {
    error: 'Error',
    server: 'Something went wrong on our side. Please try again in a moment.',
    timeout: 'The server took too long to answer. Please try again.',
    network: 'There is no connection to the server. Check your network and try again.',
    statuses: {
      400: ['Bad Request', 'The server could not read the request.'],
      401: ['Unauthorized', 'Please sign in and try again.'],
      403: ['Forbidden', 'You are not allowed to do this.'],
      404: ['Not Found', 'What you asked for is not there.'],
      405: ['Method Not Allowed', 'This cannot be done here.'],
      406: ['Not Acceptable', 'The server has no suitable answer.'],
      410: ['Gone', 'This no longer exists.'],
      422: ['Unprocessable Entity', 'Something in the request is not right.'],
      500: ['Internal Server Error', 'Something went wrong on our side.'],
      502: ['Bad Gateway', 'The server behind the gateway did not answer properly.'],
      503: ['Service Unavailable', 'Very many fans are here right now. Please try again in a moment.'],
      504: ['Gateway Timeout', 'The server behind the gateway took too long.'],
    },
  },
  zh_TW: {
    error: '錯誤',
    server: '伺服器發生錯誤，請稍後再試。',
    timeout: '伺服器回應逾時，請再試一次。',
    network: '無法連線到伺服器，請確認網路後再試一次。',
    statuses: {
      400: ['請求無法讀取', '伺服器無法讀取這個請求。'],
      401: ['尚未登入', '請登入後再試一次。'],
      403: ['沒有權限', '您沒有權限執行這個操作。'],
      404: ['找不到內容', '找不到您要的內容。'],
      405: ['不支援的操作', '這裡不支援這個操作。'],
      406: ['無法接受', '伺服器沒有合適的回應。'],
      410: ['內容已移除', '這個內容已不存在。'],
      422: ['內容有誤', '請求內容有誤。'],
      500: ['伺服器錯誤', '伺服器發生錯誤。'],
      502: ['閘道錯誤', '閘道後方的伺服器沒有正常回應。'],
      503: ['服務忙碌中', '目前人潮眾多，請稍後再試。'],
      504: ['閘道逾時', '閘道後方的伺服器回應逾時。'],
    },
  },
};

/** The fan's own page with the question whether to sign out open; pressing sends the call. */
async function askToSignOut(page: Page, words: Words): Promise<Locator> {
  await new MeScreen(page, words).open();
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

    test('every listed status is told with its title, its detail, the address and the request’s id', async ({
      given,
      visit,
    }) => {
      const page = await visit.as(await given.fan(), { tolerates: staged });
      const press = await askToSignOut(page, words);
      for (const [status, [title, detail]] of Object.entries(catalogue.statuses)) {
        await test.step(status, async () => {
          await answerWith(page, (route) =>
            route.fulfill({
              status: Number(status),
              contentType: 'text/html',
              headers: { 'x-request-id': `req-${status}` },
              body: '<h1>A proxy speaking</h1>',
            }),
          );
          await press.click();
          const toast = page.getByRole('alert').filter({ hasText: `req-${status}` });
          await expect(toast.getByText(title, { exact: true })).toBeVisible();
          await expect(toast.getByText(detail, { exact: true })).toBeVisible();
          await expect(toast.getByText(logout, { exact: true })).toBeVisible();
          await toast.getByRole('button').click();
          await expect(toast).toHaveCount(0);
        });
      }
    });

    test('a business error is told in the server’s words under the title Error, and without words not at all', async ({
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

      await refuse('Nobody leaves before the encore.');
      await press.click();
      await expect(page.getByRole('alert')).toHaveCount(1);
      await expect(page.getByRole('alert').getByText(catalogue.error, { exact: true })).toBeVisible();
      await expect(page.getByRole('alert')).toContainText('Nobody leaves before the encore.');
    });

    test('an answer that is no JSON, or of a status that nobody listed, is an error of the server', async ({
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

    test('a lost connection is told, and an answer that does not come within a minute', async ({ given, visit }) => {
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

test('a call that is still on its way when the fan leaves the screen is called off, and nobody hears of it', async ({
  visit,
}) => {
  const words = textsIn.en_US;
  const page = await visit.anonymously();
  const tasks = '**/task/api/v1/task/getTasksList';
  await page.goto('/mall');
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
