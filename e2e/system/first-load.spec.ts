import { expect, test } from '#/fixtures/test.ts';
import { wordsIn } from '#/pages/catalogue.ts';

const words = wordsIn.en_US;

test('the stage is painted, and what the screen needs is on its way, before the application is there', async ({
  visit,
}) => {
  const page = await visit.anonymously();
  const arrived = Promise.withResolvers<void>();
  await page.route('**/assets/start-*.js', async (route) => {
    await arrived.promise;
    await route.continue();
  });
  await page.goto('/vote-activity', { waitUntil: 'commit' });

  await expect(page.locator('#root > .boot-stage')).toBeVisible();
  await expect(page.locator('head link[rel="modulepreload"][href*="vote-activity-screen"]')).toHaveCount(1);
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'light');
  await expect.poll(() => page.evaluate(() => performance.getEntriesByName('first-paint').length)).toBe(1);

  arrived.resolve();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(words.election);
});

test('an application that cannot be loaded says so in both languages, and can be tried again', async ({ visit }) => {
  const page = await visit.anonymously({ tolerates: [/Failed to load resource/, /Lightstick could not start/] });
  await page.route('**/assets/start-*.js', (route) => route.abort());
  await page.goto('/');
  await expect(page.getByText('Lightstick could not be loaded. · 無法載入 Lightstick。')).toBeVisible();

  await page.unroute('**/assets/start-*.js');
  await page.getByRole('button', { name: 'Retry · 重試' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(words.election);
});

test('texts that cannot be had are asked for again, and then said to be missing', async ({ visit }) => {
  const page = await visit.anonymously({ tolerates: [/Failed to load resource/, /Lightstick could not start/] });
  let asked = 0;
  await page.route('**/locales/*.json', async (route) => {
    asked += 1;
    await route.fulfill({ status: 503, body: '' });
  });
  await page.goto('/');
  await expect(page.getByRole('button', { name: 'Retry · 重試' })).toBeVisible();
  expect(asked).toBe(2);
});
