import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { writeVideo } from '#/fixtures/demo-loop.ts';
import { givenRoom } from '#/fixtures/given-room.ts';
import { needsCodecs } from '#/fixtures/needs-codecs.ts';
import type { Product } from '#/fixtures/product.ts';
import { expect, test } from '#/fixtures/test.ts';
import { LiveRoomScreen } from '#/pages/live-screen.ts';
import { says } from '#/pages/texts.ts';

const say = says.zh_TW;
const recordingSeconds = 16;
const lines = { en_US: 'Good evening', zh_TW: '晚安，大家好' };

/** Imports a video with captions in both languages for a room, as an operator does. */
async function importFor(roomId: string, { environment }: Product): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'recording-'));
  try {
    const file = join(folder, 'show.mp4');
    await writeVideo(file, recordingSeconds / 4);
    const captions: string[] = [];
    for (const [language, line] of Object.entries(lines)) {
      const path = join(folder, `${language}.vtt`);
      await writeFile(path, `WEBVTT\n\n00:00.000 --> 00:${recordingSeconds}.000\n${line}\n`);
      captions.push('--captions', `${language}=${path}`);
    }
    const { stdout } = await promisify(execFile)(
      'apps/server/bin/lightstick',
      ['live', 'import', file, '--room', roomId, ...captions],
      { cwd: resolve(import.meta.dirname, '../..'), env: { ...process.env, ...environment } },
    );
    return stdout;
  } finally {
    await rm(folder, { recursive: true });
  }
}

test.use({ language: 'zh_TW' });

test('an imported recording plays with captions, ends, and is watched again from where the fan seeks', async ({
  product,
  visit,
}) => {
  const page = await visit.anonymously();
  await needsCodecs(page);
  const { roomId, opensAt } = await givenRoom(product, { opensIn: 120, lasts: 12, replayHours: 1 });
  expect(await importFor(roomId, product)).toContain(`in ${recordingSeconds / 4} segments`);
  // The room closes before the recording ends.
  await product.time.passTo(new Date(opensAt.getTime() + 10_000));
  const room = new LiveRoomScreen(page, 'zh_TW');
  await room.open(roomId);
  await room.playing();
  const captions = room.control('live.player.captions');
  await captions.click();
  await expect(captions).toHaveAttribute('aria-pressed', 'true');
  await expect.poll(() => room.shownCaptions(), 'captions in the language of the fan').toEqual([lines.zh_TW]);
  await room.player.focus();
  await page.keyboard.press('c');
  await expect.poll(() => room.shownCaptions()).toEqual([]);

  await expect(room.player.getByRole('status')).toContainText(say('live.player.end.offAir'), { timeout: 60_000 });
  await room.player.getByRole('button', { name: say('live.player.again') }).click();
  await room.playing();
  await expect(room.player).toContainText(say('live.mark.replay'));
  const position = room.player.getByRole('slider', { name: say('live.player.position') });
  await expect(position).toHaveAttribute('max', String(recordingSeconds));
  await room.player.focus();
  await page.keyboard.press('ArrowRight');
  await expect.poll(() => room.time()).toBeGreaterThan(10);
  await position.focus();
  await page.keyboard.press('End');
  await expect(room.player.getByRole('status')).toContainText(say('live.player.end.offAir'));
  await room.player.getByRole('button', { name: say('live.player.again') }).click();
  await room.playing();
  const { width, height } = (await position.boundingBox()) ?? { width: 0, height: 0 };
  await position.click({ position: { x: width / 2, y: height / 2 } });
  await expect.poll(() => room.time()).toBeGreaterThan(recordingSeconds / 2 - 3);
  await room.playing();
});
