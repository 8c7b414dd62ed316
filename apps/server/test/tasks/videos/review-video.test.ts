import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { balanceOf } from '../../world/balance-of.ts';
import { bomb } from '../../identity/profiles/pictures.ts';
import { changesNothing } from '../../world/changes-nothing.ts';
import type { TestFan } from '../../world/given-fan.ts';
import type { TestOperator } from '../../world/given-operator.ts';
import { videoFile } from '../../world/video-file.ts';
import { createVideoStage, type VideoStage } from './given-video-task.ts';

const accept = 'POST /operator/api/v1/videos/accept';
const refuse = 'POST /operator/api/v1/videos/refuse';
const withdraw = 'POST /task/api/v1/fanVideo/withdraw';
const setPoster = 'POST /task/api/v1/fanVideo/setPoster';
const why = 'Everybody claps in time.';

let stage: VideoStage;
let file: Buffer;
let moderator: TestOperator;
beforeAll(async () => {
  stage = await createVideoStage();
  file = await videoFile();
  moderator = await stage.world.given.operator('moderator');
});
afterAll(() => stage[Symbol.asyncDispose]());

const pointsOf = (fan: TestFan) => balanceOf(stage.world, fan, 'POINT');
const judge = (route: typeof accept | typeof refuse, videoId: string) =>
  stage.world.call(route, { operator: moderator, body: { videoId, why } });
const judgeWell = (videoId: string) => stage.world.call(accept, { operator: moderator, body: { videoId, why } });

async function taskOf(fan: TestFan) {
  const { data } = await stage.world.call('POST /task/api/v1/task/getTasksList', { fan, body: {} });
  return Object.values(data)
    .flat()
    .find(({ taskId }) => taskId === stage.taskId);
}

describe('a video that is accepted', () => {
  it('goes from the card to Points, which say what for', async () => {
    const { world } = stage;
    const fan = await world.given.fan();
    expect(await taskOf(fan)).toMatchObject({ kind: 'video', state: 'available' });
    const limits = await world.call('POST /task/api/v1/fanVideo/getVideoLimits', { fan, body: {} });
    expect(limits.data).toMatchObject({
      task: { taskId: stage.taskId, reward: 300, state: 'available' },
      leftToday: 10,
    });

    const videoId = await stage.uploaded(fan, file);
    expect(await taskOf(fan)).toMatchObject({ state: 'available', progress: { done: 1, total: 2 }, awaits: 'review' });
    const waiting = await world.call('GET /operator/api/v1/videos/list', { operator: moderator, query: {} });
    expect(waiting.data.list).toContainEqual(
      expect.objectContaining({ videoId, accountId: fan.accountId, container: 'webm', durationMs: 5000, width: 320 }),
    );

    expect((await judge(accept, videoId)).data).toEqual({ videoId, points: 300 });
    expect(await pointsOf(fan)).toBe(300);
    expect(await taskOf(fan)).toMatchObject({ state: 'awarded' });
    expect(await stage.mine(fan)).toMatchObject([{ state: 'accepted', points: 300 }]);
    const received = await world.call('POST /wallet/api/v1/userExpand/getReceivedPointRecords', { fan, body: {} });
    expect(received.data.list).toMatchObject([{ kind: 'video', points: 300, title: 'Visit the page' }]);
    const after = await world.call('POST /task/api/v1/fanVideo/getVideoLimits', { fan, body: {} });
    expect(after.data.task?.state).toBe('awarded');
    const again = await changesNothing(world, () => stage.tus.begin(fan, 1000, stage.told()));
    expect(await again.json()).toMatchObject({ message: 'You already have this reward.' });
  });

  it('forty times at once is paid once', async () => {
    const fan = await stage.world.given.fan();
    const videoId = await stage.uploaded(fan, file);
    const replies = await Promise.all(Array.from({ length: 40 }, () => judge(accept, videoId)));
    expect(replies.filter(({ refusal }) => refusal === undefined)).toHaveLength(1);
    expect(new Set(replies.flatMap(({ refusal }) => refusal ?? []))).toEqual(new Set(['VIDEO_MOVED_ON']));
    expect(await pointsOf(fan)).toBe(300);
  });

  it('by a call that is repeated gives the first answer and is paid once', async () => {
    const fan = await stage.world.given.fan();
    const videoId = await stage.uploaded(fan, file);
    const key = crypto.randomUUID();
    const ask = () => stage.world.call(accept, { operator: moderator, key, body: { videoId, why } });
    const first = await ask();
    const second = await changesNothing(stage.world, ask);
    expect([first.data, second.data]).toEqual([
      { videoId, points: 300 },
      { videoId, points: 300 },
    ]);
    expect(await pointsOf(fan)).toBe(300);
  });

  it('beside another one of the same occurrence is paid once for both, also at once', async () => {
    const fan = await stage.world.given.fan();
    const videos = [await stage.uploaded(fan, file), await stage.uploaded(fan, file)];
    const replies = await Promise.all(videos.map(judgeWell));
    expect(new Set(replies.map(({ data }) => data.points))).toEqual(new Set([0, 300]));
    expect(await pointsOf(fan)).toBe(300);
  });

  it('or refused at once is one of the two, and Points say which', async () => {
    const fan = await stage.world.given.fan();
    const videoId = await stage.uploaded(fan, file);
    const replies = await Promise.all(
      ([accept, refuse, accept, refuse] as const).map((route) => judge(route, videoId)),
    );
    expect(replies.filter(({ refusal }) => refusal === undefined)).toHaveLength(1);
    const [video] = await stage.mine(fan);
    expect(await pointsOf(fan)).toBe(video?.state === 'accepted' ? 300 : 0);
  });

  it('is paid what was promised when it was begun, after its task has ended too', async () => {
    const { world } = stage;
    const fan = await world.given.fan();
    const taskId = await stage.givenVideoTask({ reward: 70, endsAt: new Date(world.clock.now().getTime() + 60_000) });
    const videoId = await stage.uploaded(fan, file, { taskId });
    await world.ownerPool.query('UPDATE task SET reward = 9000 WHERE id = $1', [taskId]);
    world.clock.advance(120_000);
    expect((await judgeWell(videoId)).data.points).toBe(70);
  });

  it('when the budget is spent is refused, and stays in review', async () => {
    const { world } = stage;
    const taskId = await stage.givenVideoTask({ reward: 300 });
    const fan = await world.given.fan();
    const videoId = await stage.uploaded(fan, file, { taskId });
    await world.ownerPool.query('UPDATE task SET budget = 299 WHERE id = $1', [taskId]);
    expect((await changesNothing(world, () => judge(accept, videoId))).refusal).toBe('TASK_SOLD_OUT');
    expect((await stage.mine(fan))[0]?.state).toBe('inReview');
  });

  it('and withdrawn later keeps its Points, and brings no others', async () => {
    const fan = await stage.world.given.fan();
    const videoId = await stage.uploaded(fan, file);
    await judge(accept, videoId);
    expect((await stage.world.call(withdraw, { fan, body: { videoId } })).refusal).toBeUndefined();
    expect(await stage.mine(fan)).toEqual([]);
    expect(await stage.files()).not.toContain(videoId);
    expect(await pointsOf(fan)).toBe(300);
    expect((await judge(accept, videoId)).refusal).toBe('VIDEO_NOT_FOUND');
    expect((await stage.world.call(withdraw, { fan, body: { videoId } })).refusal).toBe('VIDEO_NOT_FOUND');
  });
});

describe('a video that is refused', () => {
  it('tells its fan why, in the reviewer’s words, and another one can be sent', async () => {
    const fan = await stage.world.given.fan();
    const videoId = await stage.uploaded(fan, file);
    const reply = await stage.world.call(refuse, {
      operator: moderator,
      body: { videoId, why: 'A stage recording can be heard.' },
    });
    expect(reply.refusal).toBeUndefined();
    expect(await stage.mine(fan)).toMatchObject([{ state: 'refused', refusal: 'A stage recording can be heard.' }]);
    expect(await stage.files()).not.toContain(videoId);
    expect(await pointsOf(fan)).toBe(0);
    expect(await taskOf(fan)).toMatchObject({ state: 'available' });
    stage.world.clock.advance(1000);
    await stage.uploaded(fan, file);
    expect((await stage.mine(fan))[0]?.state).toBe('inReview');
  });

  it.each([accept, refuse] as const)('by %s is not judged before it was checked', async (route) => {
    const fan = await stage.world.given.fan();
    const url = await stage.begun(fan, 1000);
    const reply = await changesNothing(stage.world, () => judge(route, url.split('/').at(-1) ?? ''));
    expect([reply.refusal, reply.message]).toEqual([
      'VIDEO_MOVED_ON',
      'That’s no longer possible: the video is still being uploaded.',
    ]);
  });

  it.each([accept, refuse] as const)('by %s without a fan is not found', async (route) => {
    expect((await changesNothing(stage.world, () => judge(route, '0'.repeat(32)))).refusal).toBe('VIDEO_NOT_FOUND');
  });

  it('is written down with who judged and why', async () => {
    const fan = await stage.world.given.fan();
    const videoId = await stage.uploaded(fan, file);
    await judge(accept, videoId);
    const { data } = await stage.world.call('GET /operator/api/v1/acts/list', {
      operator: moderator,
      query: { subject: `video:${videoId}` },
    });
    expect(data.list).toMatchObject([{ action: 'videos/accept', operator: moderator.name, why }]);
  });

  it('cannot be judged by an auditor', async () => {
    const fan = await stage.world.given.fan();
    const videoId = await stage.uploaded(fan, file);
    const auditor = await stage.world.given.operator('auditor');
    const reply = await changesNothing(stage.world, () =>
      stage.world.call(accept, { operator: auditor, body: { videoId, why } }),
    );
    expect(reply.refusal).toBe('OPERATOR_ROLE_LACKING');
  });
});

describe('the file of a video', () => {
  const get = (url: string, headers: Record<string, string> = {}) => stage.world.app.inject({ url, headers });

  it('is served to its fan, whole or in parts, and shown as nothing else', async () => {
    const fan = await stage.world.given.fan();
    await stage.uploaded(fan, file);
    const url = (await stage.mine(fan))[0]?.videoUrl ?? '';
    const whole = await get(url);
    expect([whole.statusCode, whole.rawPayload.equals(file)]).toEqual([200, true]);
    expect(whole.headers).toMatchObject({
      'content-type': 'video/webm',
      'content-disposition': 'attachment',
      'x-content-type-options': 'nosniff',
      'content-security-policy': "default-src 'none'; frame-ancestors 'none'; sandbox",
      'accept-ranges': 'bytes',
    });
    const part = await get(url, { range: 'bytes=10-19' });
    expect([part.statusCode, part.headers['content-range']]).toEqual([206, `bytes 10-19/${file.length}`]);
    expect(part.rawPayload.equals(file.subarray(10, 20))).toBe(true);
    expect((await get(url, { range: `bytes=${file.length}-` })).statusCode).toBe(416);
  });

  it('is closed to an address that was changed, or is old, or of a video that is gone', async () => {
    const { world } = stage;
    const [fan, other] = [await world.given.fan(), await world.given.fan()];
    const videoId = await stage.uploaded(fan, file);
    const foreign = await stage.uploaded(other, file);
    const url = (await stage.mine(fan))[0]?.videoUrl ?? '';
    const until = /until=(\d+)/.exec(url)?.[1] ?? '';
    for (const wrong of [
      url.replace(videoId, foreign),
      url.replace(until, String(Number(until) + 3_600_000)),
      url.replace('/video?', '/poster?'),
      url.replace(/signature=.*/, 'signature='),
      url.split('?')[0] ?? '',
    ]) {
      expect((await get(wrong)).statusCode).toBe(404);
    }
    const { data } = await world.call('GET /operator/api/v1/videos/file', { operator: moderator, query: { videoId } });
    expect((await get(data.videoUrl)).statusCode).toBe(200);
    world.clock.advance(2 * 60 * 60_000);
    expect((await get(url)).statusCode).toBe(404);
    const fresh = (await stage.mine(fan))[0]?.videoUrl ?? '';
    await world.call(withdraw, { fan, body: { videoId } });
    expect((await get(fresh)).statusCode).toBe(404);
    const gone = await world.call('GET /operator/api/v1/videos/file', { operator: moderator, query: { videoId } });
    expect(gone.refusal).toBe('VIDEO_NOT_FOUND');
  });
});

describe('the poster of a video', () => {
  const picture = (width: number, height: number) =>
    sharp({ create: { width, height, channels: 3, background: '#f2447e' } })
      .png()
      .toBuffer();

  it('is drawn again, and served beside the video', async () => {
    const fan = await stage.world.given.fan();
    const videoId = await stage.uploaded(fan, file);
    const upload = new Blob([new Uint8Array(await picture(1280, 720))]);
    const { data } = await stage.world.call(setPoster, { fan, upload, body: { videoId } });
    const reply = await stage.world.app.inject(data.posterUrl);
    expect(reply.headers['content-type']).toBe('image/webp');
    expect(await sharp(reply.rawPayload).metadata()).toMatchObject({ format: 'webp', width: 720, height: 405 });
    expect((await stage.mine(fan))[0]?.posterUrl).toBe(data.posterUrl);
  });

  it('that is wider or higher than 65,535 pixels is refused with the name of its field', async () => {
    const fan = await stage.world.given.fan();
    const videoId = await stage.uploaded(fan, file);
    const give = (width: number, height: number, language: 'en_US' | 'zh_TW') => {
      const upload = new Blob([new Uint8Array(bomb(width, height))]);
      return changesNothing(stage.world, () =>
        stage.world.call(setPoster, { fan, upload, body: { videoId }, language }),
      );
    };
    expect(await give(70_000, 10, 'en_US')).toMatchObject({
      status: 422,
      message: 'poster: must be at most 65,535 pixels wide and high.',
    });
    expect(await give(10, 70_000, 'zh_TW')).toMatchObject({
      status: 422,
      message: 'poster：寬與高最多 65,535 像素。',
    });
  });

  it('that is no picture, or of another fan’s video, or too late is refused', async () => {
    const [fan, other] = [await stage.world.given.fan(), await stage.world.given.fan()];
    const videoId = await stage.uploaded(fan, file);
    const give = (as: TestFan, upload: Blob) =>
      changesNothing(stage.world, () => stage.world.call(setPoster, { fan: as, upload, body: { videoId } }));
    const good = new Blob([new Uint8Array(await picture(64, 64))]);
    expect((await give(fan, new Blob(['<svg/>']))).refusal).toBe('PICTURE_UNREADABLE');
    expect((await give(other, good)).refusal).toBe('VIDEO_NOT_FOUND');
    await judge(accept, videoId);
    expect(await give(fan, good)).toMatchObject({
      refusal: 'VIDEO_MOVED_ON',
      message: 'That’s no longer possible: the video is approved.',
    });
  });
});
