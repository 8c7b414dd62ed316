import { violations } from '#/fixtures/accessibility.ts';
import { recordVideo } from '#/fixtures/record-video.ts';
import { expect, test } from '#/fixtures/test.ts';

test('a video is looked at on the device, with its length and size, and nothing of it is sent', async ({ visit }) => {
  const page = await visit.anonymously();
  await page.goto('/dazzle-upload');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Fan video');
  const video = await recordVideo(page, 'dance.webm', 2000);
  const sent: string[] = [];
  page.on('request', (request) => {
    if (request.method() !== 'GET' && (request.postDataBuffer()?.length ?? 0) >= video.buffer.length) {
      sent.push(request.url());
    }
  });
  const pick = page.getByLabel('Choose a video');
  await pick.setInputFiles(video);
  const player = page.getByLabel('Preview of dance.webm');
  await expect.poll(() => player.evaluate((element) => (element as HTMLVideoElement).videoWidth)).toBeGreaterThan(0);
  await expect(page.getByRole('definition').first()).toHaveText(/^00:0[2-4]$/);
  await expect(page.getByRole('definition').last()).toHaveText(/^[\d.]+ KB$/);
  expect(await violations(page), 'what axe finds').toEqual([]);

  await page.getByRole('button', { name: 'Remove' }).click();
  await expect(player).toHaveCount(0);
  await pick.setInputFiles({ name: 'notes.txt', mimeType: 'text/plain', buffer: Buffer.from('left, right, clap') });
  await expect(page.getByRole('alert')).toHaveText('notes.txt is not a video. Choose a video file.');
  await pick.setInputFiles({ name: 'torn.mp4', mimeType: 'video/mp4', buffer: Buffer.from('no video at all') });
  await expect(page.getByRole('alert')).toHaveText('This browser cannot play torn.mp4. Choose another video.');
  expect(sent).toEqual([]);
});
