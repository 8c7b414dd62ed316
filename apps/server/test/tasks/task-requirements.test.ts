import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { ErrorName } from '@lightstick/contract';
import { changesNothing } from '../world/changes-nothing.ts';
import { countAllEarned } from '../world/count-all-earned.ts';
import type { TestFan } from '../world/given-fan.ts';
import { givenFormTask } from '../world/given-form.ts';
import { givenQuiz } from '../world/given-quiz.ts';
import { givenRiddleRound } from '../world/given-riddle-round.ts';
import { givenTask, type TaskOptions } from '../world/given-task.ts';
import { listedTask } from '../world/listed-task.ts';
import { createWorld, type World } from '../world/world.ts';

const claim = 'POST /task/api/v1/task/completeAndClaimPoint';
const confirmView = 'POST /task/api/v1/taskItem/confirmView';
const getQuestion = 'POST /task/api/v1/taskItem/getQuestion';
const getFormLink = 'POST /task/api/v1/taskItem/getFormLink';
const openForm = 'POST /task/api/v1/taskItem/openForm';
const pending = 'POST /wallet/api/v1/userExpand/getPendingPoints';
const noon = new Date('2026-03-10T04:00:00.000Z');
const dayMs = 24 * 60 * 60_000;

describe('what a task demands of a fan', () => {
  let world: World;
  let fan: TestFan;
  beforeAll(async () => {
    world = await createWorld({ now: noon, environment: { COUNTRY_HEADER: 'CF-IPCountry', TRUST_PROXY: 'true' } });
  });
  afterAll(() => world[Symbol.asyncDispose]());
  beforeEach(async () => {
    world.clock.set(noon);
    fan = await world.given.fan();
  });

  it.each<[string, TaskOptions, object]>([
    [
      'an account of some days',
      { leastAccountDays: 3 },
      {
        reason: 'accountAge',
        text: 'For accounts at least 3 days old. Yours qualifies in 3 days.',
        chinese: '限註冊滿 3 天的帳號，你的帳號再 3 天就能參加。',
        refusal: 'TASK_ACCOUNT_TOO_NEW',
      },
    ],
    [
      'Points that were earned',
      { leastEarned: 1200 },
      {
        reason: 'level',
        text: 'For fans who’ve earned 1,200 Points. Earn 1,200 more.',
        chinese: '限累計賺到 1,200 點數的粉絲，你還差 1,200 點。',
        refusal: 'TASK_LEVEL_TOO_LOW',
      },
    ],
    [
      'a region',
      { regions: ['TW', 'HK'] },
      {
        reason: 'region',
        text: 'For fans in Taiwan or Hong Kong only. We couldn’t detect your region.',
        refusal: 'TASK_REGION_CLOSED',
      },
    ],
    [
      'an account at X',
      { typeId: 8, tab: 'twitterTasks' },
      { reason: 'bindTwitter', text: 'Link your X account first.', refusal: 'SOCIAL_NOT_BOUND' },
    ],
  ])(
    'such as %s, is shown on its card, and refuses claim and visit, which changes nothing',
    async (_, options, told) => {
      const { reason, text, chinese, refusal } = told as Record<string, string>;
      const taskId = await givenTask(world, { typeId: 13, ...options });
      const shown = await listedTask(world, taskId, { fan });
      expect(shown).toMatchObject({ state: 'unlicensed', notice: { reason } });
      if (reason !== 'bindTwitter') expect(shown?.notice?.text).toBe(text);
      if (chinese)
        expect(await listedTask(world, taskId, { fan, language: 'zh_TW' })).toMatchObject({
          notice: { text: chinese },
        });
      const claimed = await changesNothing(world, () => world.call(claim, { fan, body: { taskId } }));
      expect(claimed).toMatchObject({ status: 200, refusal, message: shown?.notice?.text });
      const visited = await changesNothing(world, () => world.call(confirmView, { fan, body: { taskId } }));
      expect(visited.refusal).toBe(options.typeId === 8 ? 'TASK_LINK_UNKNOWN' : refusal);
      expect(await listedTask(world, taskId, {})).toMatchObject({ state: 'unlicensed', notice: { reason } });
    },
  );

  it.each<[string, TaskOptions, ErrorName]>([
    ['an account of some days', { leastAccountDays: 3 }, 'TASK_ACCOUNT_TOO_NEW'],
    ['Points that were earned', { leastEarned: 1200 }, 'TASK_LEVEL_TOO_LOW'],
    ['a region', { regions: ['TW'] }, 'TASK_REGION_CLOSED'],
    ['something left of the budget', { reward: 20, budget: 19 }, 'TASK_SOLD_OUT'],
  ])(
    'such as %s, is looked at before a quiz begins or a form is opened, which changes nothing',
    async (_, options, refusal) => {
      const quiz = (await givenQuiz(world, {}, options)).taskId;
      const form = await givenFormTask(world, options);
      for (const [route, taskId] of [
        [getQuestion, quiz],
        [getFormLink, form],
        [openForm, form],
      ] as const) {
        const reply = await changesNothing(world, () => world.call(route, { fan, body: { taskId } }));
        expect(reply).toMatchObject({ status: 200, refusal });
        expect(reply.message).toBe((await listedTask(world, taskId, { fan }))?.notice?.text);
      }
    },
  );

  it.each<[string, TaskOptions, ErrorName]>([
    ['an account of some days', { leastAccountDays: 3 }, 'TASK_ACCOUNT_TOO_NEW'],
    ['Points that were earned', { leastEarned: 1200 }, 'TASK_LEVEL_TOO_LOW'],
    ['a region', { regions: ['TW'] }, 'TASK_REGION_CLOSED'],
    ['something left of the budget', { reward: 20, budget: 19 }, 'TASK_SOLD_OUT'],
  ])('such as %s, is looked at before a round of riddles is paid for', async (_, options, refusal) => {
    const taskId = await givenTask(world, { typeId: 50, tab: 'luckyTasks', linkTypes: [], ...options });
    const { roundId } = await givenRiddleRound(world, { taskId });
    const payer = await world.given.fan({ points: 100 });
    const unlock = () =>
      world.call('POST /task/api/v1/riddle/consume', {
        fan: payer,
        body: { roundId },
        headers: { 'cf-ipcountry': 'JP' },
      });
    const reply = await changesNothing(world, unlock);
    expect(reply).toMatchObject({ status: 200, refusal });
    await world.ownerPool.query(
      `UPDATE task SET least_account_days = NULL, least_earned = NULL, regions = '{JP}', budget = NULL WHERE id = $1`,
      [taskId],
    );
    await world.ownerPool.query('DELETE FROM task_budget_shard WHERE task_id = $1', [taskId]);
    expect(await unlock()).toMatchObject({ code: 0, data: { pointsLeft: 70 } });
  });

  it('leaves a quiz that has begun to its end', async () => {
    const { taskId } = await givenQuiz(world);
    const first = await world.call(getQuestion, { fan, body: { taskId } });
    await world.ownerPool.query('UPDATE task SET least_earned = 10 WHERE id = $1', [taskId]);
    expect((await world.call(getQuestion, { fan, body: { taskId } })).data).toEqual(first.data);
    const other = await world.given.fan();
    expect((await world.call(getQuestion, { fan: other, body: { taskId } })).refusal).toBe('TASK_LEVEL_TOO_LOW');
  });

  it('opens to an account at the hour of its sign-up, and not a moment before', async () => {
    const taskId = await givenTask(world, { typeId: 13, leastAccountDays: 3 });
    world.clock.set(new Date(noon.getTime() + 3 * dayMs - 1));
    expect(await listedTask(world, taskId, { fan })).toMatchObject({
      notice: { text: 'For accounts at least 3 days old. Yours qualifies in 1 day.' },
    });
    expect((await world.call(claim, { fan, body: { taskId } })).refusal).toBe('TASK_ACCOUNT_TOO_NEW');
    world.clock.advance(1);
    expect(await world.call(claim, { fan, body: { taskId } })).toMatchObject({ code: 0 });
  });

  it('opens after the earned Points, even if they are spent', async () => {
    const first = await givenTask(world, { typeId: 13, reward: 40 });
    const taskId = await givenTask(world, { typeId: 13, leastEarned: 40 });
    await world.call(claim, { fan, body: { taskId: first } });
    await countAllEarned(world);
    expect((await listedTask(world, taskId, { fan }))?.notice).toBeUndefined();
    expect(await world.call(claim, { fan, body: { taskId } })).toMatchObject({ code: 0 });
  });

  it.each([
    ['TW', undefined],
    ['JP', 'For fans in Taiwan only. You’re in Japan.'],
    ['XX', 'For fans in Taiwan only. We couldn’t detect your region.'],
    ['T1', 'For fans in Taiwan only. We couldn’t detect your region.'],
  ])('as a region, goes by what the proxy says: %s', async (country, text) => {
    const taskId = await givenTask(world, { typeId: 13, regions: ['TW'] });
    const headers = { 'cf-ipcountry': country };
    expect((await listedTask(world, taskId, { fan, headers }))?.notice?.text).toBe(text);
    const reply = await world.call(claim, { fan, body: { taskId }, headers });
    expect(reply.refusal).toBe(text && 'TASK_REGION_CLOSED');
  });

  it('is asked first, so that what is not open to a fan is not pending either', async () => {
    const taskId = await givenTask(world, { dwellSeconds: 0, title: 'Seen before' });
    await world.call(confirmView, { fan, body: { taskId } });
    expect((await world.call(pending, { fan })).data.pending).toBe(20);
    await world.ownerPool.query('UPDATE task SET least_earned = 10 WHERE id = $1', [taskId]);
    expect((await world.call(pending, { fan })).data.pending).toBe(0);
  });
});

describe('a region, where the server gets no country', () => {
  it('is closed to every fan, with any header', async () => {
    await using world = await createWorld({ now: noon });
    const fan = await world.given.fan();
    const taskId = await givenTask(world, { typeId: 13, regions: ['TW'] });
    const headers = { 'cf-ipcountry': 'TW' };
    expect((await world.call(claim, { fan, body: { taskId }, headers })).refusal).toBe('TASK_REGION_CLOSED');
  });
});
