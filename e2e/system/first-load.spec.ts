import { readFile } from 'node:fs/promises';
import type { Page, Request } from '@playwright/test';
import { expect, test } from '#/fixtures/test.ts';
import { untilDrawn } from '#/fixtures/until-drawn.ts';
import { textsIn } from '#/pages/catalogue.ts';
import { textsOf } from '#/pages/texts.ts';

const words = { ...textsIn.en_US, ...textsOf({ discover: 'discover.title' }).en_US };
const web = new URL('../../apps/web/', import.meta.url);

type Manifest = Record<string, { readonly file: string; readonly imports?: readonly string[] }>;

/** The scripts that the weight budget of home counts. */
async function budgetOfHome(): Promise<ReadonlySet<string>> {
  const manifest = JSON.parse(await readFile(new URL('dist/.vite/manifest.json', web), 'utf8')) as Manifest;
  const later = JSON.parse(await readFile(new URL('build/loaded-by-home.json', web), 'utf8')) as string[];
  const files = new Set<string>();
  const add = (key: string) => {
    const chunk = manifest[key];
    if (!chunk) throw new Error(`The build has no ${key}`);
    if (files.has(chunk.file)) return;
    files.add(chunk.file);
    for (const imported of chunk.imports ?? []) add(imported);
  };
  const first = ['index.html', 'src/boot/boot.ts', 'src/app/screens/home-screen.tsx'];
  for (const key of [...first, ...later.map((path) => `src/${path}`)]) add(key);
  return files;
}

/** Returns what waits until every request of the page has been answered; a stream stays open and is left out. */
function watchRequests(page: Page): () => Promise<void> {
  const pending = new Set<Request>();
  page.on('request', (request) => {
    if (request.resourceType() !== 'eventsource') pending.add(request);
  });
  page.on('requestfinished', (request) => pending.delete(request));
  page.on('requestfailed', (request) => pending.delete(request));
  return async () => {
    // It is requested after all that the page has asked for so far.
    await page.evaluate(() => fetch('/version.json').then((answer) => answer.text()));
    await expect.poll(() => pending.size).toBe(0);
  };
}

for (const who of ['a visitor', 'a fan'] as const)
  test(`home loads only what its weight budget counts in the first five seconds of ${who}`, async ({
    given,
    visit,
  }) => {
    const page = who === 'a fan' ? await visit.as(await given.fan()) : await visit.anonymously();
    const loaded: string[] = [];
    page.on('request', (request) => {
      if (request.resourceType() === 'script') loaded.push(new URL(request.url()).pathname.slice(1));
    });
    const allAnswered = watchRequests(page);
    // The page's clock stands still but for these steps, however long the machine takes.
    await page.clock.install();
    await page.clock.pauseAt(Date.now() + 1000);
    await page.goto('/');
    for (let step = 0; step < 10; step += 1) {
      await page.clock.runFor(500);
      await allAnswered();
    }
    await expect(page.getByRole('heading', { level: 2, name: words.discover })).toBeAttached();
    const budget = await budgetOfHome();
    expect(loaded.filter((file) => !budget.has(file))).toEqual([]);
    expect(loaded.length).toBeGreaterThan(5);

    const tasks = page.waitForRequest(/home-task-list/);
    await page.getByRole('heading', { level: 2, name: words.discover }).scrollIntoViewIfNeeded();
    await tasks;
  });

test('the screen is painted, and what the screen needs is on its way, before the application is there', async ({
  visit,
}) => {
  const page = await visit.anonymously();
  const arrived = Promise.withResolvers<void>();
  await page.route('**/assets/start-*.js', async (route) => {
    await arrived.promise;
    await route.continue();
  });
  await page.goto('/vote-activity', { waitUntil: 'commit' });

  await expect(page.locator('.served').getByRole('heading', { level: 1 })).toHaveText(words.election);
  await expect(page.locator('head link[rel="modulepreload"][href*="vote-activity-screen"]')).toHaveCount(1);
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'light');
  await expect.poll(() => page.evaluate(() => performance.getEntriesByName('first-paint').length)).toBe(1);

  arrived.resolve();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(words.election);
});

// Each of the ways in which a screen opens that the server drew for somebody else.
for (const route of ['/', '/task', '/stake'])
  test(`a fan at ${route} does not wait for the timer of pages that never paint`, async ({ given, visit }) => {
    const page = await visit.as(await given.fan());
    await untilDrawn(page.request, route);
    await page.addInitScript(() => {
      const start = globalThis.setTimeout;
      const withoutLongOnes = (handler: TimerHandler, delayMs = 0) => (delayMs < 500 ? start(handler, delayMs) : 0);
      globalThis.setTimeout = withoutLongOnes as typeof setTimeout;
    });
    await page.goto(route);
    await expect(page.locator('html')).toHaveAttribute('data-foreign');
    await expect(page.locator('script[type="module"][src*="/assets/index-"]')).toBeAttached();
  });

test('an application that cannot be loaded says so in both languages, and can be tried again', async ({ visit }) => {
  const page = await visit.anonymously({ tolerates: [/Failed to load resource/, /The app did not start/] });
  await page.route('**/assets/start-*.js', (route) => route.abort());
  await page.goto('/');
  await expect(page.getByText('The app did not load. · 無法載入。')).toBeVisible();

  await page.unroute('**/assets/start-*.js');
  await page.getByRole('button', { name: 'Retry · 重試' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(words.election);
});

test('texts that cannot be loaded are requested again, and then Retry is offered', async ({ visit }) => {
  const page = await visit.anonymously({ tolerates: [/Failed to load resource/, /The app did not start/] });
  let asked = 0;
  await page.route('**/locales/*.json', async (route) => {
    asked += 1;
    await route.fulfill({ status: 503, body: '' });
  });
  await page.goto('/');
  await expect(page.getByRole('button', { name: 'Retry · 重試' })).toBeVisible();
  expect(asked).toBe(2);
});
