import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { hasEncoder, startEncoder, startRtmpNginx } from '#/fixtures/encoder.ts';
import { givenOperator } from '#/fixtures/given-operator.ts';
import { givenRoom } from '#/fixtures/given-room.ts';
import { expect, test } from '#/fixtures/test.ts';
import { LiveRoomScreen } from '#/pages/live-screen.ts';
import { says } from '#/pages/texts.ts';

const say = says.en_US;
const folder = join(tmpdir(), `lightstick-rtmp-${process.pid}`);
/** How soon a picture is on the screen after its encoder began. */
const soonMs = 10_000;

test.use({ settings: { LIVE_RTMP_FOLDER: join(folder, 'hls') } });
test.afterAll(() => rm(folder, { recursive: true, force: true }));

test('an encoder is watched soon after it began, until its key is replaced', async ({ product, visit }) => {
  const isThere = hasEncoder();
  if (!isThere) console.warn('NOT TESTED: nginx’s RTMP module or ffmpeg is missing, so that no encoder was watched.');
  test.skip(!isThere, 'nginx’s RTMP module or ffmpeg is missing.');
  await using nginx = await startRtmpNginx(product.address, folder);
  const { roomId } = await givenRoom(product, { source: 'rtmp', opensIn: -5 });
  const operator = await givenOperator(product, 'editor');
  const newKey = async () => {
    const reply = await fetch(`${product.address}/operator/api/v1/live/rotateKey`, {
      method: 'POST',
      headers: { ...operator, 'content-type': 'application/json' },
      body: JSON.stringify({ roomId, why: 'For the show' }),
    });
    const { data } = (await reply.json()) as { data: { server: string; key: string } };
    return data.key;
  };
  const page = await visit.anonymously();
  const room = new LiveRoomScreen(page);
  await room.open(roomId);
  await expect(room.player).toContainText(say('live.player.noPicture'));

  const key = await newKey();
  const stranger = startEncoder(nginx.address, `${roomId}?key=${key.slice(-43).toLowerCase()}`);
  await stranger.ended;
  const began = Date.now();
  const encoder = startEncoder(nginx.address, key);
  await expect.poll(() => room.time(), { timeout: 60_000 }).toBeGreaterThan(0);
  const tookMs = Date.now() - began;
  test.info().annotations.push({ type: 'encoder to screen', description: `${tookMs} ms of ${soonMs}` });
  await room.playing();
  await expect(room.player).toContainText(say('live.mark.live'));
  await expect(room.player).not.toContainText(say('live.mark.recording'));

  await newKey();
  await encoder.ended;
  expect(await nginx.log(), 'what nginx wrote down').not.toContain(key.slice(-43));
});
