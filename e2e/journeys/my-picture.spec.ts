import type { Page } from '@playwright/test';
import { violations } from '#/fixtures/accessibility.ts';
import { cutCall } from '#/fixtures/fail-call.ts';
import { openPage } from '#/fixtures/in-app.ts';
import { expect, test } from '#/fixtures/test.ts';
import { textsIn } from '#/pages/catalogue.ts';
import { MyProfileScreen } from '#/pages/my-profile-screen.ts';
import { says } from '#/pages/texts.ts';

const say = says.en_US;
const words = textsIn.en_US;

type PictureFile = { readonly name: string; readonly mimeType: string; readonly buffer: Buffer };

/** Draws a real picture in the browser: its left half red, its right half blue. */
async function drawPicture(page: Page, name: string, size: { width: number; height: number }) {
  const base64 = await page.evaluate(({ width, height }) => {
    const canvas = document.createElement('canvas');
    canvas.width = width;
    canvas.height = height;
    const pen = canvas.getContext('2d');
    if (!pen) throw new Error('This browser cannot draw.');
    pen.fillStyle = '#dc1e1e';
    pen.fillRect(0, 0, width / 2, height);
    pen.fillStyle = '#1e3cdc';
    pen.fillRect(width / 2, 0, width / 2, height);
    return canvas.toDataURL('image/jpeg', 0.9).split(',')[1] ?? '';
  }, size);
  return { name, mimeType: 'image/jpeg', buffer: Buffer.from(base64, 'base64') } satisfies PictureFile;
}

/** A file that begins as a PNG and goes on with something else. */
const asPng = (rest: Buffer) => Buffer.concat([Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'), rest]);

/** What a browser makes of a picture at an address of the product: its type, its size and two of its colours. */
async function lookAtPicture(page: Page, src: string) {
  return page.evaluate(async (address) => {
    const response = await fetch(address);
    const bitmap = await createImageBitmap(await response.blob());
    const pen = new OffscreenCanvas(bitmap.width, bitmap.height).getContext('2d');
    if (!pen) throw new Error('This browser cannot draw.');
    pen.drawImage(bitmap, 0, 0);
    const colourAt = (part: number) => {
      const [r = 0, , b = 0] = pen.getImageData(Math.floor(part * bitmap.width), bitmap.height / 2, 1, 1).data;
      return r > b ? 'red' : 'blue';
    };
    return {
      type: response.headers.get('content-type'),
      width: bitmap.width,
      height: bitmap.height,
      left: colourAt(0.1),
      right: colourAt(0.9),
    };
  }, src);
}

const uploadPath = '/wallet/api/v1/userExpand/uploadAvatar';
const wide = { width: 1200, height: 600 };

test('a fan cuts out a picture, is shown by it everywhere at once, and goes back to the drawing', async ({
  given,
  visit,
}) => {
  const page = await visit.as(await given.fan(), { tolerates: [/status of 404/] });
  const screen = new MyProfileScreen(page, words);
  await screen.open();
  await expect.poll(() => screen.picture()).toMatch(/^\/art\/.*\.svg$/);
  const drawn = await screen.picture();

  // Some programs declare a type that does not exist; the content decides.
  await screen.pick({ ...(await drawPicture(page, 'stage.jpg', wide)), mimeType: 'image/jpg' });
  await expect(screen.useThis).toBeEnabled();
  expect(await violations(page), 'what axe finds').toEqual([]);
  await screen.useThis.click();
  await expect(page.getByText(say('myPicture.saved'))).toBeVisible();
  await expect(screen.sheet).toHaveCount(0);
  await expect.poll(() => screen.picture()).toMatch(/^\/avatars\/[0-9a-f]+\.webp$/);
  const uploaded = await screen.picture();
  await expect
    .poll(() => lookAtPicture(page, uploaded))
    .toEqual({
      type: 'image/webp',
      width: 512,
      height: 512,
      left: 'red',
      right: 'blue',
    });

  await page.locator('header').getByRole('link').first().click();
  await expect(page).toHaveURL(/\/me$/);
  await expect.poll(() => screen.picture()).toBe(uploaded);
  await openPage(page, '/my-profile');
  await screen.backToDrawing.click();
  await expect(page.getByText(say('myPicture.removed'))).toBeVisible();
  await expect.poll(() => screen.picture()).toBe(drawn);
  await expect(screen.backToDrawing).toHaveCount(0);
  await expect(page.getByLabel(words.profile.change)).toBeFocused();
  await expect
    .poll(() => page.evaluate(async (src) => (await fetch(src, { cache: 'no-store' })).status, uploaded))
    .toBe(404);
});

test(
  'the picture in the circle is moved and enlarged by keys, and that part is sent',
  { tag: '@system' },
  async ({ given, visit }) => {
    const page = await visit.as(await given.fan());
    const screen = new MyProfileScreen(page, words);
    await screen.open();
    await screen.pick(await drawPicture(page, 'stage.jpg', wide));
    await expect(screen.useThis).toBeEnabled();
    await screen.zoom.focus();
    for (let press = 0; press < 20; press += 1) await page.keyboard.press('ArrowRight');
    await expect(screen.zoom).toHaveAttribute('aria-valuetext', '200%');
    await screen.sheet.getByRole('group').focus();
    for (let press = 0; press < 25; press += 1) await page.keyboard.press('ArrowRight');
    await screen.useThis.click();
    await expect.poll(() => screen.picture()).toMatch(/^\/avatars\//);
    await expect
      .poll(async () => lookAtPicture(page, await screen.picture()))
      .toMatchObject({ left: 'red', right: 'red' });
  },
);

test(
  'a picture that is lost on the way is sent again with the same cut, and sending can be stopped',
  { tag: '@system' },
  async ({ given, visit }) => {
    const page = await visit.as(await given.fan(), { tolerates: [/ERR_INTERNET_DISCONNECTED/] });
    const screen = new MyProfileScreen(page, words);
    await screen.open();
    const drawn = await screen.picture();
    await screen.pick(await drawPicture(page, 'stage.jpg', wide));

    const mend = await cutCall(page, uploadPath);
    await screen.useThis.click();
    await expect(screen.sheet.getByRole('alert')).toBeVisible();
    await expect.poll(() => screen.picture()).toBe(drawn);
    await mend();

    const gate = Promise.withResolvers<void>();
    await page.route(`**${uploadPath}`, async (route) => {
      await gate.promise;
      await route.abort('aborted');
    });
    const again = screen.sheet.getByRole('button', { name: words.tryAgain });
    await again.click();
    await expect(screen.sheet.getByRole('progressbar')).toBeVisible();
    await screen.stopSending.click();
    await expect(screen.useThis).toBeEnabled();
    await expect.poll(() => screen.picture()).toBe(drawn);
    gate.resolve();
    await page.unrouteAll({ behavior: 'wait' });

    await screen.useThis.click();
    await expect.poll(() => screen.picture()).toMatch(/^\/avatars\//);
  },
);

test('a file that is no picture is refused before it is sent', { tag: '@system' }, async ({ given, visit }) => {
  const page = await visit.as(await given.fan());
  const screen = new MyProfileScreen(page, words);
  await screen.open();
  const sent: string[] = [];
  page.on('request', (request) => {
    if (request.url().endsWith(uploadPath)) sent.push(request.url());
  });
  const alert = page.getByRole('alert');
  await screen.pick({ name: 'notes.txt', mimeType: 'text/plain', buffer: Buffer.from('left, right, clap') });
  await expect(alert).toHaveText('notes.txt isn’t a PNG, JPEG or WebP image. Choose another file.');
  await screen.pick({ name: 'torn.png', mimeType: 'image/png', buffer: asPng(Buffer.from('no picture')) });
  await expect(alert).toHaveText('We can’t open torn.png as an image. Choose another file.');
  await screen.pick({ name: 'huge.png', mimeType: '', buffer: asPng(Buffer.alloc(5_199_992)) });
  await expect(alert).toHaveText(say('myPicture.tooLarge', { name: 'huge.png', megabytes: '5.2', most: 5 }));
  await expect(screen.sheet).toHaveCount(0);
  expect(sent).toEqual([]);
});

test(
  'the later of two picked pictures is shown, also when the first takes longer',
  { tag: '@system' },
  async ({ given, visit }) => {
    const page = await visit.as(await given.fan());
    await page.addInitScript(() => {
      const open = createImageBitmap.bind(globalThis);
      let first: Promise<unknown> | undefined;
      Object.assign(globalThis, {
        createImageBitmap: (...asked: Parameters<typeof open>) =>
          first
            ? open(...asked)
            : (first = new Promise((go) => addEventListener('test:open', go)).then(() => open(...asked))),
      });
    });
    const screen = new MyProfileScreen(page, words);
    await screen.open();
    const large = await drawPicture(page, 'large.jpg', wide);
    const problem = page.getByRole('alert');
    await screen.pick(large);
    await screen.pick({ name: 'small.gif', mimeType: 'image/jpeg', buffer: Buffer.from('GIF89a') });
    await expect(problem).toContainText('small.gif');
    await page.evaluate(() => void dispatchEvent(new Event('test:open')));
    await page.evaluate(() => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn))));
    await expect(screen.sheet).toHaveCount(0);
    await expect(problem).toContainText('small.gif');
  },
);
