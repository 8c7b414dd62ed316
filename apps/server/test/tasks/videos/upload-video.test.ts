import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { videoUploadPath } from '@lightstick/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { changesNothing } from '../../world/changes-nothing.ts';
import { eraseFan } from '../../world/erase-fan.ts';
import { runJobs } from '../../world/sign-up.ts';
import { videoFile } from '../../world/video-file.ts';
import { createVideoStage, type VideoStage } from './given-video-task.ts';

const hourMs = 60 * 60_000;

let stage: VideoStage;
let file: Buffer;
beforeAll(async () => {
  stage = await createVideoStage({ maxBytes: 20_000_000, diskBytes: 500_000_000 });
  file = await videoFile();
});
afterAll(() => stage[Symbol.asyncDispose]());

describe('the upload of a video', () => {
  it('arrives in parts, is asked for its offset after a break, and goes to review', async () => {
    const fan = await stage.world.given.fan();
    const began = await stage.tus.begin(fan, file.length, stage.told());
    expect([began.status, began.headers.get('access-control-allow-origin')]).toEqual([201, null]);
    const url = began.headers.get('location') ?? '';
    expect(url).toMatch(/^\/task\/api\/v1\/fanVideo\/upload\/[0-9a-f]{32}$/);

    const first = await stage.tus.send(fan, url, 0, file.subarray(0, 1000));
    expect([first.status, first.headers.get('upload-offset')]).toEqual([204, '1000']);
    expect(first.headers.get('x-content-type-options')).toBe('nosniff');
    const asked = await stage.tus.offset(fan, url);
    expect([asked.status, asked.headers.get('upload-offset'), asked.headers.get('upload-length')]).toEqual([
      200,
      '1000',
      String(file.length),
    ]);
    expect(await stage.mine(fan)).toMatchObject([{ state: 'uploading', receivedBytes: 1000, sizeBytes: file.length }]);

    expect((await stage.tus.send(fan, url, 1000, file.subarray(1000))).status).toBe(204);
    expect(await stage.mine(fan)).toMatchObject([{ state: 'checking' }]);
    await runJobs(stage.world);
    expect(await stage.mine(fan)).toMatchObject([
      { state: 'inReview', title: 'My dance', fileName: 'dance.webm', durationMs: 5000, taskId: stage.taskId },
    ]);
  });

  it.each(['mp4', 'mov', 'webm'] as const)('as %s is recognised by its content under any name', async (container) => {
    const fan = await stage.world.given.fan();
    const video = await videoFile({ container });
    await stage.uploaded(fan, video, { filename: '\u200Fholiday\u00AD.txt', filetype: 'text/plain' });
    expect((await stage.mine(fan))[0]).toMatchObject({ state: 'inReview', durationMs: 5000 });
  });

  it('that is whole is whole also for a client whose last answer was lost', async () => {
    const fan = await stage.world.given.fan();
    const url = await stage.begun(fan, file.length);
    const videoId = url.split('/').at(-1) ?? '';
    await writeFile(join(stage.world.services.settings.dataDir, 'fan-videos', videoId), file);
    const asked = await stage.tus.offset(fan, url);
    expect(asked.headers.get('upload-offset')).toBe(String(file.length));
    await runJobs(stage.world);
    expect((await stage.mine(fan))[0]?.state).toBe('inReview');
    expect((await stage.tus.offset(fan, url)).headers.get('upload-offset')).toBe(String(file.length));
  });

  it('finished forty times at once is checked once', async () => {
    const fan = await stage.world.given.fan();
    const url = await stage.begun(fan, file.length);
    await stage.tus.send(fan, url, 0, file.subarray(0, 1000));
    const replies = await Promise.all(
      Array.from({ length: 40 }, () => stage.tus.send(fan, url, 1000, file.subarray(1000))),
    );
    expect(replies.filter(({ status }) => status === 204)).toHaveLength(1);
    const { rows } = await stage.world.ownerPool.query(
      `SELECT FROM graphile_worker.jobs WHERE task_identifier = 'check-fan-video'`,
    );
    expect(rows).toHaveLength(1);
    await runJobs(stage.world);
    expect((await stage.mine(fan))[0]?.state).toBe('inReview');
  });
});

describe('a part that does not fit', () => {
  it('at another offset is a conflict, and the file stays as it is', async () => {
    const fan = await stage.world.given.fan();
    const url = await stage.begun(fan, file.length);
    await stage.tus.send(fan, url, 0, file.subarray(0, 1000));
    expect((await stage.tus.send(fan, url, 500, file.subarray(500))).status).toBe(409);
    expect((await stage.tus.send(fan, url, 0, Buffer.alloc(file.length + 1))).status).toBe(409);
    expect((await stage.tus.send(fan, url, 1000, Buffer.alloc(file.length))).status).toBe(413);
    expect((await stage.tus.offset(fan, url)).headers.get('upload-offset')).toBe('1000');
  });

  it('because it is longer than what is left is refused, and exactly what is left is taken', async () => {
    const fan = await stage.world.given.fan();
    const url = await stage.begun(fan, 1000);
    expect((await stage.tus.send(fan, url, 0, Buffer.alloc(1001))).status).toBe(413);
    expect((await stage.tus.send(fan, url, 0, Buffer.alloc(400))).status).toBe(204);
    expect((await stage.tus.send(fan, url, 400, Buffer.alloc(601))).status).toBe(413);
    expect((await stage.tus.offset(fan, url)).headers.get('upload-offset')).toBe('400');
    expect((await stage.tus.send(fan, url, 400, Buffer.alloc(600))).status).toBe(204);
  });

  it('larger than a part may be is refused', async () => {
    const fan = await stage.world.given.fan();
    const url = await stage.begun(fan, 10_000_000);
    expect(await stage.refused(() => stage.tus.send(fan, url, 0, Buffer.alloc(5_000_001)))).toMatchObject({
      status: 422,
      message: 'Content-Length: is required, and at most 5000000.',
    });
  });

  it('for a video that has arrived is a conflict', async () => {
    const fan = await stage.world.given.fan();
    const videoId = await stage.uploaded(fan, file);
    const url = `/task/api/v1/fanVideo/upload/${videoId}`;
    expect(await stage.refused(() => stage.tus.send(fan, url, 0, file))).toEqual({
      status: 409,
      refusal: 'VIDEO_MOVED_ON',
      message: 'That’s no longer possible: the video is in review.',
    });
  });
});

describe('somebody else’s upload', () => {
  it('cannot be asked for, gone on with, withdrawn or given a poster', async () => {
    const [fan, other] = [await stage.world.given.fan(), await stage.world.given.fan()];
    const url = await stage.begun(fan, file.length);
    const videoId = url.split('/').at(-1) ?? '';
    expect((await stage.tus.offset(other, url)).status).toBe(404);
    expect((await stage.tus.offset(undefined, url)).status).toBe(401);
    expect(await stage.refused(() => stage.tus.send(other, url, 0, file))).toMatchObject({
      status: 404,
      refusal: 'VIDEO_NOT_FOUND',
    });
    expect(await stage.refused(() => stage.tus.send(undefined, url, 0, file))).toMatchObject({
      status: 401,
      refusal: 'UNAUTHENTICATED',
    });
    expect(await stage.refused(() => stage.tus.begin(undefined, 10, stage.told()))).toMatchObject({ status: 401 });
    const withdrawn = await changesNothing(stage.world, () =>
      stage.world.call('POST /task/api/v1/fanVideo/withdraw', { fan: other, body: { videoId } }),
    );
    expect(withdrawn.refusal).toBe('VIDEO_NOT_FOUND');
  });

  it('stays nameless at addresses of other sites', async () => {
    const fan = await stage.world.given.fan();
    const tooLong = ['x'.repeat(101), '0'.repeat(10_000)];
    const names = [
      '..%2F..%2Fsecret',
      '%2e%2e',
      '%00',
      `${'0'.repeat(31)}%00`,
      'x'.repeat(32),
      `${'0'.repeat(32)}.webp`,
    ];
    for (const name of [...names, ...tooLong]) {
      const url = `${videoUploadPath}/${name}`;
      expect((await stage.tus.offset(fan, url)).status).toBe(404);
      expect((await stage.refused(() => stage.tus.send(fan, url, 0, file.subarray(0, 10)))).status).toBe(404);
    }
  });
});

describe('a file that is checked', () => {
  const cases: [string, () => Promise<Buffer>, string][] = [
    [
      'a text',
      () => Promise.resolve(Buffer.from('left, right, clap '.repeat(40))),
      'This file isn’t an MP4, MOV or WebM video.',
    ],
    [
      'a page that begins like a video',
      async () => Buffer.concat([(await videoFile({ container: 'mp4' })).subarray(0, 40), Buffer.alloc(4000, 0xff)]),
      'This file isn’t an MP4, MOV or WebM video.',
    ],
    [
      'half a video',
      async () => {
        const whole = await videoFile({ container: 'mp4' });
        return whole.subarray(0, whole.length / 2);
      },
      'We couldn’t read the whole video. It may be damaged; record or export it again.',
    ],
    ['two seconds', () => videoFile({ seconds: 2 }), 'The video is shorter than 3 seconds.'],
    ['two minutes', () => videoFile({ seconds: 120 }), 'The video is longer than 60 seconds.'],
    ['a stamp', () => videoFile({ width: 32, height: 320 }), 'The picture is smaller than 64 pixels on one side.'],
    [
      'a wall',
      () => videoFile({ width: 4096, height: 2304 }),
      'The picture is larger than 3840 pixels on one side (4K).',
    ],
    ['zeros', () => Promise.resolve(Buffer.alloc(100_000)), 'This file isn’t an MP4, MOV or WebM video.'],
  ];
  it.each(cases)('as %s is refused with the reason, and removed', async (_, make, words) => {
    const fan = await stage.world.given.fan();
    const videoId = await stage.uploaded(fan, await make());
    const [video] = await stage.mine(fan);
    expect(video).toMatchObject({ state: 'refused', refusal: words });
    expect((await stage.mine(fan, 'zh_TW'))[0]?.refusal).toMatch(/[一-鿿]/);
    expect(await stage.files()).not.toContain(videoId);
  });
});

describe('an unfinished upload', () => {
  it('is given up six hours after its last part, with what had arrived', async () => {
    await using given = await createVideoStage();
    const fan = await given.world.given.fan();
    const url = await given.begun(fan, file.length);
    await given.tus.send(fan, url, 0, file.subarray(0, 1000));
    const expire = () => given.world.ownerPool.query(`SELECT graphile_worker.add_job('expire-fan-videos')`);
    given.world.clock.advance(6 * hourMs - 1);
    await expire();
    expect(await given.files()).toHaveLength(1);
    given.world.clock.advance(1);
    expect((await given.tus.send(fan, url, 1000, file.subarray(1000))).status).toBe(409);
    await expire();
    await given.files();
    expect(await given.files()).toEqual([]);
    expect(await given.mine(fan)).toEqual([]);
    expect((await given.tus.offset(fan, url)).status).toBe(404);
  });

  it('of files without a video, and of half-written ones, is swept, and not what a video holds', async () => {
    await using given = await createVideoStage();
    const fan = await given.world.given.fan();
    const videoId = await given.uploaded(fan, file);
    const folder = join(given.world.services.settings.dataDir, 'fan-videos');
    await writeFile(join(folder, 'f'.repeat(32)), 'left behind');
    await writeFile(join(folder, `${'f'.repeat(32)}.webp.begun`), 'left behind');
    await writeFile(join(folder, `${videoId}.0123456789abcdef.begun`), 'left behind');
    given.world.clock.advance(2 * hourMs);
    await given.world.ownerPool.query(`SELECT graphile_worker.add_job('sweep-fan-videos')`);
    expect(await given.files()).toEqual([videoId]);
  });
});

it('A fan who is erased takes their videos along, rows and files.', async () => {
  await using given = await createVideoStage();
  const [fan, other] = [await given.world.given.fan(), await given.world.given.fan()];
  await given.uploaded(fan, file);
  await given.begun(fan, 1000);
  const kept = await given.uploaded(other, file);
  await eraseFan(given.world, fan);
  expect(await given.files()).toEqual([kept]);
  const { rows } = await given.world.ownerPool.query('SELECT id FROM fan_video');
  expect(rows).toEqual([{ id: kept }]);
});
