import { type ErrorName, errorName } from '@lightstick/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { TaskOptions } from '../../world/given-task.ts';
import { listedTask } from '../../world/listed-task.ts';
import { runJobs } from '../../world/sign-up.ts';
import { videoFile } from '../../world/video-file.ts';
import { createVideoStage, type VideoStage } from './given-video-task.ts';

const hourMs = 60 * 60_000;

let stage: VideoStage;
beforeAll(async () => {
  stage = await createVideoStage(
    { maxBytes: 20_000_000, diskBytes: 500_000_000 },
    { environment: { COUNTRY_HEADER: 'CF-IPCountry', TRUST_PROXY: 'true' } },
  );
});
afterAll(() => stage[Symbol.asyncDispose]());

describe('an upload that may not begin', () => {
  it.each([
    ['without a title', { title: '' }, {}, 422, 'REQUEST_INVALID'],
    ['with a hidden character in its title', { title: 'a\u202Eb' }, {}, 422, 'REQUEST_INVALID'],
    ['without agreeing to the rules', { agreed: 'no' }, {}, 422, 'REQUEST_INVALID'],
    ['for no task', { taskId: 'no-such-task' }, {}, 403, 'TASK_NOT_FOUND'],
    ['without a length', {}, { 'upload-length': '' }, 422, 'REQUEST_INVALID'],
    ['of no bytes', {}, { 'upload-length': '0' }, 422, 'REQUEST_INVALID'],
    ['of a length to be told later', {}, { 'upload-length': '', 'upload-defer-length': '1' }, 422, 'REQUEST_INVALID'],
    ['of a length that may change', {}, { 'upload-defer-length': '1' }, 422, 'REQUEST_INVALID'],
    ['as one of several to be joined', {}, { 'upload-concat': 'partial' }, 422, 'REQUEST_INVALID'],
    ['with metadata that are none', {}, { 'upload-metadata': 'title %%%' }, 422, 'REQUEST_INVALID'],
    ['by another version of the protocol', {}, { 'tus-resumable': '0.2.2' }, 412, 'REQUEST_INVALID'],
    ['larger than allowed', {}, { 'upload-length': '20000001' }, 413, 'VIDEO_TOO_LARGE'],
  ])('%s is refused and changes nothing', async (_, more, headers, status, refusal) => {
    const fan = await stage.world.given.fan();
    expect(await stage.refused(() => stage.tus.begin(fan, 1000, stage.told(more), headers))).toMatchObject({
      status,
      refusal,
    });
  });

  it('is reported in both languages', async () => {
    const fan = await stage.world.given.fan();
    const ask = (language: string) =>
      stage.refused(() => stage.tus.begin(fan, 20_000_001, stage.told(), { 'accept-language': language }));
    expect((await ask('en')).message).toBe('The video is over 20 MB. Choose a smaller one.');
    expect((await ask('zh-TW')).message).toBe('影片超過 20 MB，請選擇較小的檔案。');
  });

  it('for a task is taken from its opening instant until its end, and refused before and from then on', async () => {
    const { world, tus } = stage;
    const fan = await world.given.fan();
    const nowMs = world.clock.now().getTime();
    const [opensAt, endsAt] = [new Date(nowMs + 60_000), new Date(nowMs + 120_000)];
    const told = stage.told({ taskId: await stage.givenVideoTask({ opensAt, endsAt }) });
    const begin = () => tus.begin(fan, 10, told);
    const refusalOf = async () => (await stage.refused(begin)).refusal;
    world.clock.set(new Date(opensAt.getTime() - 1));
    expect(await refusalOf()).toBe('TASK_NOT_OPEN');
    world.clock.set(opensAt);
    expect((await begin()).status).toBe(201);
    world.clock.set(new Date(endsAt.getTime() - 1));
    expect((await begin()).status).toBe(201);
    world.clock.set(endsAt);
    expect(await refusalOf()).toBe('TASK_ENDED');
  });

  it.each<[string, TaskOptions, ErrorName]>([
    ['an account of some days', { leastAccountDays: 3 }, 'TASK_ACCOUNT_TOO_NEW'],
    ['Points that were earned', { leastEarned: 1200 }, 'TASK_LEVEL_TOO_LOW'],
    ['a region', { regions: ['TW'] }, 'TASK_REGION_CLOSED'],
    ['something left of the budget', { reward: 20, budget: 19 }, 'TASK_SOLD_OUT'],
  ])('for a task that demands %s is refused as its card says, and changes nothing', async (_, options, refusal) => {
    const fan = await stage.world.given.fan();
    const taskId = await stage.givenVideoTask(options);
    const headers = { 'cf-ipcountry': 'JP' };
    const refused = await stage.refused(() => stage.tus.begin(fan, 1000, stage.told({ taskId }), headers));
    const message = (await listedTask(stage.world, taskId, { fan, headers }))?.notice?.text;
    expect(refused).toEqual({ status: 403, refusal, message });
  });

  it('for the fans of a region is taken from where the proxy says they are', async () => {
    const fan = await stage.world.given.fan();
    const taskId = await stage.givenVideoTask({ regions: ['TW'] });
    const reply = await stage.tus.begin(fan, 1000, stage.told({ taskId }), { 'cf-ipcountry': 'TW' });
    expect(reply.status).toBe(201);
  });

  it('with a first part that is longer than the whole is refused, and one that is as long is taken', async () => {
    const fan = await stage.world.given.fan();
    const begin = (bytes: number) => stage.tus.begin(fan, 1000, stage.told(), {}, Buffer.alloc(bytes));
    expect(await stage.refused(() => begin(1001))).toEqual({
      status: 422,
      refusal: 'REQUEST_INVALID',
      message: 'Content-Length: must be at most Upload-Length.',
    });
    const taken = await begin(1000);
    expect([taken.status, taken.headers.get('upload-offset')]).toEqual([201, '1000']);
  });

  it('as the third unfinished one, also of forty at once', async () => {
    const fan = await stage.world.given.fan();
    const replies = await Promise.all(Array.from({ length: 40 }, () => stage.tus.begin(fan, 1000, stage.told())));
    expect(replies.filter(({ status }) => status === 201)).toHaveLength(2);
    expect(await stage.refused(() => stage.tus.begin(fan, 1000, stage.told()))).toEqual({
      status: 403,
      refusal: 'VIDEO_UPLOADS_OPEN',
      message: 'You have 2 unfinished uploads. Finish or cancel one first.',
    });
  });

  it('as the eleventh of a day is refused, withdrawn ones counted, and the next day is another', async () => {
    const { world } = stage;
    const fan = await world.given.fan();
    for (let n = 0; n < 10; n += 1) {
      const url = await stage.begun(fan, 1000);
      await world.call('POST /task/api/v1/fanVideo/withdraw', { fan, body: { videoId: url.split('/').at(-1) ?? '' } });
    }
    expect(await stage.refused(() => stage.tus.begin(fan, 1000, stage.told()))).toMatchObject({
      refusal: 'VIDEO_DAILY_LIMIT',
    });
    world.clock.advance(24 * hourMs);
    expect((await stage.tus.begin(fan, 1000, stage.told())).status).toBe(201);
  });
});

it('All unfinished videos together take at most half of the disk, and a deletion makes room.', async () => {
  await using small = await createVideoStage({ maxBytes: 1_000_000, diskBytes: 5_000_000 });
  const [one, two] = [await small.world.given.fan(), await small.world.given.fan()];
  const url = await small.begun(one, 1_000_000);
  await small.begun(one, 1_000_000);
  const reply = await small.tus.begin(two, 1_000_000, small.told());
  expect([reply.status, errorName(((await reply.json()) as { code: number }).code)]).toEqual([
    403,
    'VIDEO_STORAGE_FULL',
  ]);
  await small.world.call('POST /task/api/v1/fanVideo/withdraw', {
    fan: one,
    body: { videoId: url.split('/').at(-1) ?? '' },
  });
  expect((await small.tus.begin(two, 1_000_000, small.told())).status).toBe(201);
});

it('All videos together take no more of the disk than is set, those that have arrived among them.', async () => {
  const file = await videoFile();
  await using small = await createVideoStage({ maxBytes: file.length, diskBytes: file.length * 2 + 10 });
  for (let video = 0; video < 2; video += 1) await small.uploaded(await small.world.given.fan(), file);
  const fan = await small.world.given.fan();
  expect((await small.refused(() => small.tus.begin(fan, 11, small.told()))).refusal).toBe('VIDEO_STORAGE_FULL');
  expect((await small.tus.begin(fan, 10, small.told())).status).toBe(201);
});

it('What forty fans announce at once takes at most half of the disk.', async () => {
  await using small = await createVideoStage({ maxBytes: 100_000, diskBytes: 1_050_000 });
  const fans = await Promise.all(Array.from({ length: 40 }, () => small.world.given.fan()));
  const replies = await Promise.all(fans.map((fan) => small.tus.begin(fan, 100_000, small.told())));
  expect(replies.filter(({ status }) => status === 201)).toHaveLength(5);
});

it('While servers are replaced, a video of one that knows no limit is taken; the next one keeps it.', async () => {
  await using given = await createVideoStage({ maxBytes: 1_000_000, diskBytes: 4_000_000 });
  const { world, tus } = given;
  const [old, fan] = [await world.given.fan(), await world.given.fan()];
  await world.ownerPool.query('UPDATE fan_video_disk SET most_bytes = 4000000');
  await world.ownerPool.query(
    `INSERT INTO fan_video (id, fan_id, task_id, occurrence, reward, title, file_name, size_bytes, open_place, day,
      day_place,
                            begun_at, expires_at)
     VALUES ($1, $2, $3, 'once', 300, 'Chant', 'chant.mp4', 1000000, 1, '2026-03-10', 1, $4, $5)`,
    ['0'.repeat(32), old.id, given.taskId, world.clock.now(), new Date(world.clock.now().getTime() + hourMs)],
  );
  expect((await tus.begin(fan, 1_000_000, given.told())).status).toBe(201);
  expect((await given.refused(() => tus.begin(fan, 1, given.told()))).refusal).toBe('VIDEO_STORAGE_FULL');
});

it('An upload without a byte ends after half an hour, one that pauses after six, any with its day.', async () => {
  await using given = await createVideoStage();
  const { world, tus } = given;
  const begunAt = world.clock.now().getTime();
  const after = async (minutes: number) => {
    world.clock.set(new Date(begunAt + minutes * 60_000));
    await world.ownerPool.query(`SELECT graphile_worker.add_job('expire-fan-videos')`);
    await runJobs(world);
  };
  const instant = (minutes: number) => new Date(begunAt + minutes * 60_000).toISOString();
  const [silent, pausing, slow] = [await world.given.fan(), await world.given.fan(), await world.given.fan()];
  await given.begun(silent, 1000);
  expect((await tus.begin(pausing, 1000, given.told(), {}, Buffer.alloc(1))).status).toBe(201);
  const url = await given.begun(slow, 1000);
  await after(29);
  expect(await given.mine(silent)).toMatchObject([{ expiresAt: instant(30) }]);
  expect((await tus.send(slow, url, 0, Buffer.alloc(1))).status).toBe(204);
  await after(30);
  expect(await given.mine(silent)).toEqual([]);
  expect(await given.mine(pausing)).toMatchObject([{ state: 'uploading', expiresAt: instant(6 * 60) }]);
  expect(await given.mine(slow)).toMatchObject([{ state: 'uploading', expiresAt: instant(6 * 60 + 29) }]);
  await after(6 * 60);
  expect(await given.mine(pausing)).toEqual([]);
  let offset = 1;
  for (let minutes = 6 * 60 + 28; minutes < 24 * 60; minutes += 6 * 60 - 1, offset += 1) {
    await after(minutes);
    expect((await tus.send(slow, url, offset, Buffer.alloc(1))).status).toBe(204);
  }
  await after(24 * 60 - 1);
  expect(await given.mine(slow)).toMatchObject([{ state: 'uploading', expiresAt: instant(24 * 60) }]);
  await after(24 * 60);
  expect(await given.mine(slow)).toEqual([]);
});
