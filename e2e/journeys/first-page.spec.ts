import { Worker } from 'node:worker_threads';
import type { Page } from '@playwright/test';
import type { DrawnScreen, FromDrawingThread, ScreenRequest } from '@lightstick/contract';
import { holdApp, holdRequests } from '#/fixtures/hold-requests.ts';
import { activityId, idolsIn } from '#/fixtures/idols.ts';
import { inApp } from '#/fixtures/in-app.ts';
import { expect, test } from '#/fixtures/test.ts';
import { untilDrawn } from '#/fixtures/until-drawn.ts';
import { Best7Screen } from '#/pages/best7-screen.ts';
import { says as sayIn } from '#/pages/texts.ts';
import { textsIn } from '#/pages/catalogue.ts';
import { IdolSearchScreen } from '#/pages/idol-search-screen.ts';
import { LoginScreen } from '#/pages/login-screen.ts';
import { textsOf } from '#/pages/texts.ts';

/** Opens a screen as the server draws it, and holds the app back. */
async function openBeforeApp(page: Page, path: string) {
  await untilDrawn(page.request, path);
  const app = await holdApp(page);
  await page.goto(path, { waitUntil: 'commit' });
  return app;
}

const says = textsOf({
  voteForSong: (say) => say.withAny('songs.voteFor', ['title']),
  election: { en_US: 'Center of the Night Sky', zh_TW: '夜空中央總選' },
});

test('the language of a link stays on a page that has no first screen', async ({ browser, product }) => {
  await using context = await browser.newContext({ baseURL: product.address });
  const page = await context.newPage();
  await page.goto('/?lang=zh_TW');
  await inApp(page);
  for (const path of ['/login?way=register', '/']) {
    await page.goto(path);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await expect(page.locator('html')).toHaveAttribute('lang', 'zh-Hant-TW');
  }
});

test('the font and the app change nothing of the server’s screen, and the app asks for nothing that it has', async ({
  visit,
}) => {
  const page = await visit.anonymously();
  const asked: string[] = [];
  page.on('request', (request) => asked.push(new URL(request.url()).pathname));
  await page.addInitScript(() => {
    const seen = Object.assign(globalThis, { shifts: [] as number[], painted: [] as boolean[] });
    new PerformanceObserver((list) =>
      seen.shifts.push(...list.getEntries().map((entry) => (entry as unknown as { value: number }).value)),
    ).observe({ type: 'layout-shift', buffered: true });
    new PerformanceObserver((list) =>
      seen.painted.push(
        ...list
          .getEntries()
          .map((entry) => Boolean((entry as unknown as { element?: Element }).element?.closest('.served'))),
      ),
    ).observe({ type: 'largest-contentful-paint', buffered: true });
  });
  const font = await holdRequests(page, '**/fonts/*.woff2');
  const app = await openBeforeApp(page, '/');
  await expect(page.locator('.served').getByRole('heading', { level: 1 })).toHaveText(says.en_US.election);
  await expect
    .poll(() => page.evaluate(() => (globalThis as unknown as { painted: boolean[] }).painted.length))
    .toBeGreaterThan(0);
  const hasFont = () => page.evaluate(() => document.fonts.check('16px Figtree'));
  await expect.poll(hasFont).toBe(false);
  font.letGo();
  await expect.poll(hasFont).toBe(true);
  // The largest may be a picture, which the app would otherwise be the first to show.
  const areShown = (images: readonly (HTMLElement | SVGElement)[]) =>
    images
      .filter((image) => image.checkVisibility() && image.getBoundingClientRect().top <= innerHeight)
      .every((image) => (image as HTMLImageElement).complete);
  await expect.poll(() => page.locator('.served img').evaluateAll(areShown)).toBe(true);
  await page.evaluate(() => new Promise((painted) => requestAnimationFrame(() => requestAnimationFrame(painted))));

  app.letGo();
  await expect(page.locator('.served')).toHaveCount(0);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(says.en_US.election);
  // The one public call that is made anyway has left by then, so the others would have, too.
  await expect.poll(() => asked).toContain('/config');
  const { shifts, painted } = await page.evaluate(() => {
    const seen = globalThis as unknown as { shifts: number[]; painted: boolean[] };
    return { shifts: seen.shifts, painted: seen.painted };
  });
  expect(shifts.reduce((sum, shift) => sum + shift, 0)).toBeLessThanOrEqual(0.02);
  expect(painted).not.toContain(false);
  const answered = /getAllIdolList|vote\/activity$|vote\/ranking$/;
  expect(asked.filter((path) => answered.test(path))).toEqual([]);
});

test('the app does what a fan presses and types before it is there', async ({ visit }) => {
  const page = await visit.anonymously();
  const app = await openBeforeApp(page, '/search-idol');
  const search = new IdolSearchScreen(page, textsIn.en_US);
  await search.chooseTeam(textsIn.en_US.search.team);
  await search.sortBy(textsIn.en_US.search.byName);
  await search.field.fill('e');
  app.letGo();
  await inApp(page);
  await expect(search.field).toHaveValue('e');
  await expect
    .poll(() => Object.fromEntries(new URL(page.url()).searchParams))
    .toEqual({ team: 'grove', sort: 'name', q: 'e' });
});

test('a press that is under way while the app takes the screen’s place is done', async ({ visit }) => {
  const page = await visit.anonymously();
  const app = await openBeforeApp(page, '/');
  const link = page.locator('.served').getByRole('link', { name: sayIn.en_US('songs.event') });
  await link.scrollIntoViewIfNeeded();
  await link.hover();
  await page.mouse.down();
  app.letGo();
  await inApp(page);
  await page.mouse.up();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(sayIn.en_US('songs.event'));
});

test('a fan who signs in before the app is there comes to what they opened, and no address has the password', async ({
  given,
  visit,
}) => {
  const fan = await given.fan();
  const page = await visit.anonymously();
  const addresses: string[] = [];
  page.on('request', (request) => addresses.push(request.url()));
  const app = await openBeforeApp(page, '/my-assets');
  const login = new LoginScreen(page, textsIn.en_US);
  await login.email.fill(fan.email);
  await login.password.fill(fan.password);
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/my-assets$/);
  await expect(login.password).toHaveValue(fan.password);
  app.letGo();
  await expect(login.password).toHaveCount(0);
  await expect(page).toHaveURL(/\/my-assets$/);
  expect(addresses.filter((address) => address.includes(encodeURIComponent(fan.password)))).toEqual([]);
});

test('a password manager’s text from before the app is there stays, and signs the fan in', async ({ given, visit }) => {
  const fan = await given.fan();
  const page = await visit.anonymously();
  const app = await openBeforeApp(page, '/my-assets');
  const login = new LoginScreen(page, textsIn.en_US);
  // Without focus, keys or events.
  for (const [field, value] of [
    [login.email, fan.email],
    [login.password, fan.password],
  ] as const)
    await field.evaluate((input: HTMLInputElement, filled) => (input.value = filled), value);
  app.letGo();
  await inApp(page);
  await expect(login.email).toHaveValue(fan.email);
  await expect(login.password).toHaveValue(fan.password);
  await login.submitSignIn();
  await expect(page).toHaveURL(/\/my-assets$/);
  await expect(login.password).toHaveCount(0);
});

test(
  'a stranger who presses Vote on a song before the app is there comes to sign up',
  { tag: '@system' },
  async ({ visit }) => {
    for (const part of ['home', 'list']) {
      const page = await visit.anonymously();
      const app = await openBeforeApp(page, `/snh48vote/${part}`);
      await page.getByRole('listitem').getByRole('button', { name: says.en_US.voteForSong }).first().click();
      app.letGo();
      await expect(page).toHaveURL(/\/login\?next=.*vote%3D/);
    }
  },
);

test('a screen that was scrolled before the app is there stays where it is', async ({ visit }) => {
  const page = await visit.anonymously();
  const app = await openBeforeApp(page, '/vote-activity');
  await page.locator('.served main li').nth(12).scrollIntoViewIfNeeded();
  const scrolled = await page.evaluate(() => scrollY);
  expect(scrolled).toBeGreaterThan(200);
  app.letGo();
  await inApp(page);
  expect(Math.abs((await page.evaluate(() => scrollY)) - scrolled)).toBeLessThanOrEqual(2);
});

for (const { presses, end } of [
  { presses: 1, end: 'open' },
  { presses: 2, end: 'closed' },
])
  test(`details that a fan leaves ${end} before the app is there stay ${end}`, async ({ visit }) => {
    const page = await visit.anonymously();
    const app = await openBeforeApp(page, '/use-terms');
    const contents = page.locator('summary').filter({ hasText: sayIn.en_US('page.contents') });
    for (let press = 0; press < presses; press += 1) await contents.click();
    app.letGo();
    await inApp(page);
    await expect(page.locator('details[open]')).toHaveCount(end === 'open' ? 1 : 0);
  });

test('every idol that a fan chooses before the app is there is chosen, for any number of presses', async ({
  product,
  visit,
}) => {
  const [first, second, third] = await idolsIn(product.address, 'en_US');
  const page = await visit.anonymously();
  const app = await holdApp(page);
  const screen = new Best7Screen(page);
  await page.goto('/best7', { waitUntil: 'commit' });
  for (const name of [first?.name, second?.name, second?.name, third?.name]) await screen.tile(name ?? '').click();
  app.letGo();
  await inApp(page);
  await expect(screen.rows).toHaveCount(3);
});

for (const { path, title, text } of [
  { path: '/', title: 'Center of the Night Sky', text: /Twenty-four lights/ },
  { path: '/vote-activity?activityId=1004', title: 'Center of the Night Sky', text: /Twenty-four lights/ },
  { path: '/idol?activityId=1004&idolId=301', title: '', text: /is #\d+ with [\d,]+ votes/ },
  { path: '/snh48vote/song-detail?songId=rings', title: '', text: /Hear “/ },
])
  test(`a link to ${path} is previewed by its title, text and a picture that previewers draw`, async ({
    product,
    request,
  }) => {
    await untilDrawn(request, product.address + path);
    const html = await (await request.get(product.address + path, { headers: { accept: 'text/html' } })).text();
    const tag = (name: string) => new RegExp(`<meta property="og:${name}" content="([^"]*)"`).exec(html)?.[1] ?? '';
    expect(tag('title')).toMatch(new RegExp(`^${title || '.+'} · Lightstick$`));
    expect(html).toContain(`<title>${tag('title')}</title>`);
    expect(tag('description')).toMatch(text);
    expect(tag('locale')).toBe('en_US');
    expect(tag('url')).toMatch(/^http:/);
    expect(html).toContain(`<link rel="canonical" href="${tag('url')}"/>`);
    expect(tag('image')).toMatch(/^http.*\.jpg$/);
    const picture = await request.get(product.address + new URL(tag('image')).pathname);
    expect(picture.headers()['content-type']).toBe('image/jpeg');
    expect((await picture.body()).subarray(0, 3).toString('hex')).toBe('ffd8ff');
  });

for (const path of ['/idol?idolId=nobody', '/vote-activity?activityId=none', '/snh48vote/song-detail?songId=none'])
  test(`${path}, where there is nothing, is the app with status 404`, async ({ product, request }) => {
    await untilDrawn(request, product.address + path);
    const reply = await request.get(product.address + path, { headers: { accept: 'text/html' } });
    expect(reply.status()).toBe(404);
    expect(await reply.text()).toContain('<h1');
  });

const hostile = `</script><script>alert(1)</script><img src=x onerror="alert(1)"> '"&`;

/** Draws with the web app's own thread, from this product's answers with names that an attacker would choose. */
async function drawHostile(address: string, request: ScreenRequest): Promise<DrawnScreen | undefined> {
  const thread = new Worker(new URL('../../apps/web/dist/.drawing-thread/drawing-thread.js', import.meta.url));
  const { promise, resolve, reject } = Promise.withResolvers<DrawnScreen | undefined>();
  thread.on('error', reject);
  const answer = async (message: Extract<FromDrawingThread, { kind: 'call' }>) => {
    const reply = await fetch(address + message.address, { method: message.method });
    const text = (await reply.text()).replaceAll(
      /"(name|title|subtitle)":"[^"]*"/g,
      (_, field: string) => `"${field}":${JSON.stringify(hostile)}`,
    );
    thread.postMessage({ kind: 'answer', id: message.id, status: reply.status, text });
  };
  thread.on('message', (message: FromDrawingThread) => {
    if (message.kind === 'drawn') resolve(message.screen);
    else if (message.kind === 'failed') reject(new Error(message.reason));
    else answer(message).catch(reject);
  });
  const brand = JSON.stringify({ file: 'vote', en_US: { product: hostile }, zh_TW: { product: hostile, gap: ' ' } });
  thread.postMessage({ kind: 'draw', id: 1, request, brand });
  try {
    return await promise;
  } finally {
    await thread.terminate();
  }
}

test('names that an attacker chose stay text in the page', async ({ product }) => {
  for (const path of ['/', '/idol'] as const) {
    const search = path === '/' ? '' : `?activityId=${activityId}&idolId=301`;
    const screen = await drawHostile(product.address, { path, search, language: 'en_US', reader: 'visitor' });
    const { head = '', body = '', answers = '' } = screen ?? {};
    expect(body).toContain('&lt;/script&gt;&lt;script&gt;');
    expect(head).toContain('&lt;/script&gt;&lt;script&gt;');
    for (const part of [head, body]) expect(part).not.toMatch(/<script|<img src=x|onerror="/);
    expect(answers).not.toContain('<');
    expect(JSON.stringify(JSON.parse(answers))).toContain(JSON.stringify(hostile).slice(1, -1));
  }
});
