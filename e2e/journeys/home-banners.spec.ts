import type { Page } from '@playwright/test';
import { loadPage } from '#/fixtures/in-app.ts';
import type { Product } from '#/fixtures/product.ts';
import { settled } from '#/fixtures/settled.ts';
import { expect, test } from '#/fixtures/test.ts';
import { untilDrawn } from '#/fixtures/until-drawn.ts';
import { goTo } from '#/pages/navigation.ts';
import { textsIn } from '#/pages/catalogue.ts';
import { says } from '#/pages/texts.ts';
import { wholeApp } from '#/pages/whole-app.ts';

const words = textsIn.en_US;
const say = says.en_US;
/** A process reads banners anew after some seconds. */
const readAnewMs = 6000;

async function givenBanner({ database, time }: Product, title: string): Promise<void> {
  const inBoth = (text: string) => ({ en_US: text, zh_TW: text });
  await database.query(
    `INSERT INTO banner (id, type, title, text, picture_seed, link, position)
     VALUES ($1, 'home', $2, $3, 'night-h2', '/about-us', 1)`,
    [title.toLowerCase().replaceAll(' ', '-'), inBoth(title), inBoth('Every vote that was cast counts.')],
  );
  await time.pass(readAnewMs);
}

async function endBanners({ database, time }: Product): Promise<void> {
  await database.query(`UPDATE banner SET retired = true WHERE type = 'home'`);
  await time.pass(readAnewMs);
}

/** Notes where the title stands in every frame of a page, from the server's first one on. */
async function watchTitle(page: Page): Promise<() => Promise<number[]>> {
  await page.addInitScript(() => {
    const tops = new Set<number>();
    Object.assign(globalThis, { tops });
    const look = () => {
      const title = document.querySelector('h1');
      if (title) tops.add(title.getBoundingClientRect().top);
      requestAnimationFrame(look);
    };
    requestAnimationFrame(look);
  });
  return () => page.evaluate(() => [...(globalThis as unknown as { tops: Set<number> }).tops]);
}

test('an emergency banner reaches home while it is open and at its next load, and moves nothing', async ({
  product,
  visit,
}) => {
  const page = await visit.anonymously();
  const placesOfTitle = await watchTitle(page);
  const asked: string[] = [];
  page.on('request', (request) => {
    if (/home-banners|getBanner/.test(request.url())) asked.push(request.url());
  });
  await untilDrawn(page.request, '/');
  await loadPage(page, '/');
  await settled(page);
  expect(asked, 'without a banner nothing is loaded for one').toEqual([]);
  const bar = page.getByRole('alert');
  await givenBanner(product, 'Voting is paused');
  await expect(bar.getByRole('link', { name: /^Voting is paused/ })).toBeVisible();
  const [plain = 0, ...moved] = await placesOfTitle();
  expect(moved).toEqual([]);

  // The server draws it above the app, which takes it over.
  await expect.poll(() => untilDrawn(page.request, '/')).toContain('Voting is paused');
  await loadPage(page, '/');
  const strip = page.getByRole('region', { name: say('banners.announcements') });
  await expect(page.locator('.drawn-banners')).toHaveCount(0);
  await expect(strip.getByRole('link')).toHaveText(/^Voting is paused/);
  await givenBanner(product, 'Voting goes on');
  await expect(bar.getByRole('link', { name: /^Voting goes on/ })).toBeVisible();
  await expect(strip.getByRole('link')).toHaveCount(1);
  await endBanners(product);
  await expect(strip).toHaveCount(0);
  await expect(bar).toHaveCount(0);
  const [below = 0, ...movedLater] = await placesOfTitle();
  expect(movedLater, 'a banner that comes or ends moves nothing').toEqual([]);
  expect(below).toBeGreaterThan(plain);

  await goTo(page, words, 'mall');
  await goTo(page, words, 'home');
  const title = page.getByRole('heading', { level: 1 });
  await expect.poll(async () => (await title.boundingBox())?.y, 'until the fan goes on').toBe(plain);
});

test('the offer of the dark theme waits while a banner is at the top of home, which it would cover', async ({
  browser,
  product,
}) => {
  await using context = await browser.newContext({ baseURL: product.address, colorScheme: 'dark', locale: 'en-US' });
  const page = await context.newPage();
  const offer = page.getByText(words.darkOffer);
  await givenBanner(product, 'Voting rests');
  await expect.poll(() => untilDrawn(page.request, '/')).toContain('Voting rests');
  await loadPage(page, '/');
  await expect(page.getByRole('region', { name: say('banners.announcements') })).toContainText('Voting rests');
  await wholeApp(page);
  await settled(page);
  await expect(offer).toHaveCount(0);
  await endBanners(product);
  await loadPage(page, '/about-us');
  await expect(offer).toBeVisible();
});
