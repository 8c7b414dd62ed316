import { writeFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { violations } from '#/fixtures/accessibility.ts';
import { call } from '#/fixtures/call.ts';
import { givenOperator } from '#/fixtures/given-operator.ts';
import { openPage, reloadPage } from '#/fixtures/in-app.ts';
import type { Product } from '#/fixtures/product.ts';
import { expect, test } from '#/fixtures/test.ts';
import { looks } from '#/looks.ts';
import { textsIn } from '#/pages/catalogue.ts';
import { TaskScreen } from '#/pages/task-screen.ts';
import { textsOf } from '#/pages/texts.ts';

/** The words by which a fan finds their way through sending a video. */
const videoWordsIn = textsOf({
  task: { en_US: 'Upload fifteen seconds for her', zh_TW: '上傳為她拍的十五秒' },
  pick: 'fanVideo.pick',
  title: 'fanVideo.titleLabel',
  agree: 'fanVideo.agree',
  send: 'fanVideo.send',
  waiting: 'fanVideo.upload.lost',
  unfinished: (say) => say('fanVideo.unfinished', { title: 'Rooftop dance' }),
  signIn: 'fanVideo.signIn',
  goOn: 'fanVideo.goOn',
  sent: 'fanVideo.sent',
  mine: 'fanVideo.mine',
  inReview: 'fanVideo.state.inReview',
  accepted: 'fanVideo.state.accepted',
  refused: 'fanVideo.state.refused',
});

/** A little longer than the shortest video that is taken. */
const lastsMs = 3200;
/** The longest pause between two attempts of an upload. */
const longestPauseMs = 4000;

type FilePayload = { readonly name: string; readonly mimeType: string; readonly buffer: Buffer };

/** A real video, recorded by the browser itself from a canvas that changes its colour, `lastsMs` long or a little more. */
async function recordVideo(page: Page, name: string): Promise<FilePayload> {
  const base64 = await page.evaluate(async (duration) => {
    const canvas = document.createElement('canvas');
    const context = canvas.getContext('2d');
    if (!context) throw new Error('This browser has no canvas.');
    const recorder = new MediaRecorder(canvas.captureStream(25), { mimeType: 'video/webm;codecs=vp8' });
    const parts: Blob[] = [];
    recorder.addEventListener('dataavailable', ({ data }) => parts.push(data));
    const stopped = new Promise((resolve) => recorder.addEventListener('stop', resolve, { once: true }));
    recorder.start();
    const start = performance.now();
    while (performance.now() - start < duration) {
      context.fillStyle = `hsl(${performance.now() % 360} 80% 50%)`;
      context.fillRect(0, 0, canvas.width, canvas.height);
      await new Promise(requestAnimationFrame);
    }
    recorder.stop();
    await stopped;
    const bytes = new Uint8Array(await new Blob(parts).arrayBuffer());
    return btoa(Array.from(bytes, (byte) => String.fromCodePoint(byte)).join(''));
  }, lastsMs);
  return { name, mimeType: 'video/webm', buffer: Buffer.from(base64, 'base64') };
}

/** Parts so small that even a video of a few seconds comes in many. */
const chunkBytes = 2000;

/** A short video takes one part; the browser gets smaller parts, so that something can happen between them. */
async function sendInSmallParts(page: Page): Promise<void> {
  await page.route('**/fanVideo/getVideoLimits', async (route) => {
    const response = await route.fetch();
    const envelope = (await response.json()) as { data: object };
    await route.fulfill({ response, json: { ...envelope, data: { ...envelope.data, chunkBytes } } });
  });
}

/** Does something at the n-th part of an upload, instead of letting it through; parts before and after it pass. */
async function atPart(page: Page, n: number, act: () => Promise<'abort' | 'hold'>): Promise<void> {
  let parts = 0;
  await page.route('**/fanVideo/upload/*', async (route) => {
    if (route.request().method() === 'PATCH') parts += 1;
    if (route.request().method() !== 'PATCH' || parts !== n) return route.fallback();
    if ((await act()) === 'abort') await route.abort('connectionreset');
  });
}

async function judge({ address, database }: Product, verb: 'accept' | 'refuse', videoId: string, why: string) {
  const headers = {
    ...(await givenOperator({ database }, 'moderator')),
    'content-type': 'application/json',
    'idempotency-key': crypto.randomUUID(),
  };
  const body = JSON.stringify({ videoId, why });
  const response = await fetch(`${address}/operator/api/v1/videos/${verb}`, { method: 'POST', headers, body });
  expect(await response.json()).toMatchObject({ code: 0 });
}

for (const { language, theme } of looks) {
  test.describe(`in ${language}, ${theme}`, () => {
    test.use({ language, theme });

    test('a video goes from the card to Points, over a dropped connection and a reload', async ({
      product,
      given,
      visit,
    }, info) => {
      const words = videoWordsIn[language];
      const fan = await given.fan();
      const page = await visit.as(fan, { tolerates: [/net::ERR_/] });
      await sendInSmallParts(page);
      const tasks = new TaskScreen(page, textsIn[language]);
      await tasks.open();
      await (await tasks.find(words.task)).getByRole('button').click();
      await expect(page).toHaveURL(/\/dazzle-upload$/);
      const { buffer } = await recordVideo(page, 'dance.webm');
      const file = info.outputPath('dance.webm');
      await writeFile(file, buffer);

      await page.getByLabel(words.pick).setInputFiles(file);
      await page.getByLabel(words.title).fill('Rooftop dance');
      await page.getByLabel(words.agree).check();
      await atPart(page, 2, async () => {
        await page.context().setOffline(true);
        return 'abort';
      });
      await page.clock.install();
      await page.getByRole('button', { name: words.send }).click();
      // The upload asks the network again after pauses, which the clock skips.
      await expect
        .poll(
          async () => {
            await page.clock.fastForward(longestPauseMs);
            return page.getByText(words.waiting).isVisible();
          },
          { intervals: [100] },
        )
        .toBe(true);
      expect(await violations(page), 'what axe finds').toEqual([]);
      const held = new Promise<void>((resolve) => {
        void atPart(page, 2, () => {
          resolve();
          return Promise.resolve('hold');
        });
      });
      await page.context().setOffline(false);
      await held;

      await reloadPage(page);
      await page.unroute('**/fanVideo/upload/*');
      await page.getByLabel(words.pick).setInputFiles(file);
      await expect(page.getByRole('status').filter({ hasText: words.unfinished })).toBeVisible();
      await page.getByRole('button', { name: words.goOn }).click();
      await expect(page.getByText(words.sent)).toBeVisible();
      const mine = page.getByRole('list', { name: words.mine }).getByRole('listitem');
      await expect(mine).toHaveCount(1);
      await expect(mine.getByText(words.inReview)).toBeVisible();
      await expect(mine.locator('img')).toHaveJSProperty('complete', true);
      expect(await violations(page), 'what axe finds').toEqual([]);

      const videos = await call(product.address, 'POST /task/api/v1/fanVideo/getMyVideos', { body: {} }, fan);
      expect(videos.list).toMatchObject([{ title: 'Rooftop dance', sizeBytes: buffer.length, state: 'inReview' }]);
      await judge(product, 'accept', videos.list[0]?.videoId ?? '', 'In time with the music.');
      await reloadPage(page);
      await expect(mine.getByText(words.accepted)).toBeVisible();
      await expect(mine.getByText('+200')).toBeVisible();
      const [points] = await call(
        product.address,
        'POST /wallet/api/v1/user/getAssetDetail',
        { body: { accountId: fan.accountId } },
        fan,
      );
      expect(points).toMatchObject({ assetName: 'POINT', available: 200 });
    });

    test(
      'a video that is refused says why, and one that is no video goes nowhere',
      { tag: '@system' },
      async ({ product, given, visit }) => {
        const words = videoWordsIn[language];
        const fan = await given.fan();
        const page = await visit.as(fan);
        await openPage(page, '/dazzle-upload');
        const pick = page.getByLabel(words.pick);
        await pick.setInputFiles({
          name: 'notes.txt',
          mimeType: 'text/plain',
          buffer: Buffer.from('left, right, clap'),
        });
        await expect(page.getByRole('alert')).toContainText('notes.txt');
        await pick.setInputFiles({ name: 'torn.mp4', mimeType: 'video/mp4', buffer: Buffer.from('no video at all') });
        await expect(page.getByRole('alert')).toContainText('torn.mp4');

        await pick.setInputFiles(await recordVideo(page, 'wave.webm'));
        await page.getByRole('button', { name: words.send }).click();
        await expect(page.getByLabel(words.title)).toHaveAttribute('aria-invalid', 'true');
        await page.getByLabel(words.title).fill('A wave');
        await page.getByLabel(words.agree).check();
        await page.getByRole('button', { name: words.send }).click();
        await expect(page.getByText(words.sent)).toBeVisible();
        const mine = page.getByRole('list', { name: words.mine }).getByRole('listitem');
        await expect(mine.getByText(words.inReview)).toBeVisible();
        const videos = await call(product.address, 'POST /task/api/v1/fanVideo/getMyVideos', { body: {} }, fan);
        await judge(product, 'refuse', videos.list[0]?.videoId ?? '', 'A passer-by can be recognised.');
        await reloadPage(page);
        await expect(mine.getByText(words.refused)).toBeVisible();
        await expect(mine.getByText('A passer-by can be recognised.')).toBeVisible();
        expect(await violations(page), 'what axe finds').toEqual([]);
      },
    );
  });
}

test('a visitor is shown the way to sign in first', async ({ visit }) => {
  const page = await visit.anonymously();
  await openPage(page, '/dazzle-upload');
  await page.getByRole('link', { name: videoWordsIn.en_US.signIn }).click();
  await expect(page).toHaveURL(/\/login\?/);
});
