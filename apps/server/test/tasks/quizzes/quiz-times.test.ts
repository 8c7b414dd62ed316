import { describe, expect, it } from 'vitest';
import { changesNothing } from '../../world/changes-nothing.ts';
import { givenQuiz } from '../../world/given-quiz.ts';
import { createWorld } from '../../world/world.ts';
import { answerTo, completeExams, getQuestion, getQuiz, noon, quizScenario } from './given-quizzes.ts';

const scenario = quizScenario();
const { ask, asked, answerAll, attempt } = scenario;

describe('the time of a question', () => {
  it('is measured by the server: an answer within it and the grace counts, a later one does not', async () => {
    const { taskId } = await givenQuiz(scenario.world, { passMark: 3 });
    const first = await asked(taskId);
    expect(Date.parse(first.dueAt) - noon.getTime()).toBe(20_000);
    scenario.world.clock.advance(22_000);
    const second = await asked(taskId, [answerTo(first, { right: true })]);
    expect(second.place).toBe(2);
    scenario.world.clock.advance(22_001);
    const third = await asked(taskId, [answerTo(second, { right: true })]);
    expect(third.place).toBe(3);
    const { data } = await scenario.world.call(completeExams, {
      fan: scenario.fan,
      body: { taskId, answers: [answerTo(third, { right: true })] },
    });
    expect(data).toMatchObject({ rightCount: 2, passed: false });
  });

  it('goes on over a reload: the same question with the time that is really left', async () => {
    const { taskId } = await givenQuiz(scenario.world);
    const before = await asked(taskId);
    scenario.world.clock.advance(15_000);
    expect(await asked(taskId)).toEqual(before);
  });

  it('begins when the next question is asked, so that a fan who was away has the full time', async () => {
    const { taskId } = await givenQuiz(scenario.world);
    await asked(taskId);
    scenario.world.clock.advance(120_000);
    const second = await asked(taskId);
    expect(second).toMatchObject({ place: 2, askedAt: scenario.world.clock.now().toISOString() });
  });

  it('is ten times as long for a fan who asks for more time, for the same reward', async () => {
    const { taskId } = await givenQuiz(scenario.world);
    const { data } = await ask(taskId, [], { moreTime: true });
    expect(Date.parse(data.question?.dueAt ?? '') - noon.getTime()).toBe(200_000);
  });

  it('is given up by leaving the question without an answer, which stays', async () => {
    const { taskId } = await givenQuiz(scenario.world, { passMark: 1 });
    const first = await asked(taskId);
    const second = await asked(taskId, [{ questionId: first.questionId, optionIds: [] }]);
    expect(second.place).toBe(2);
    expect(await asked(taskId, [answerTo(first, { right: true })])).toEqual(second);
    const { data } = await scenario.world.call(completeExams, { fan: scenario.fan, body: { taskId } });
    expect(data.rightCount).toBe(0);
  });

  it('counts from the asking for an answer whose receipt lies before, as when two servers’ clocks differ', async () => {
    const { taskId } = await givenQuiz(scenario.world, { passMark: 3 });
    const first = await asked(taskId);
    scenario.world.clock.advance(-1000);
    const second = await asked(taskId, [answerTo(first, { right: true })]);
    expect(second.place).toBe(2);
    const third = await asked(taskId, [answerTo(second, { right: true })]);
    const { data } = await scenario.world.call(completeExams, {
      fan: scenario.fan,
      body: { taskId, answers: [answerTo(third, { right: true })] },
    });
    expect(data).toMatchObject({ rightCount: 3, passed: true });
  });

  it('is over for all questions when the attempt closes, which is a try and counts what was answered', async () => {
    const { taskId } = await givenQuiz(scenario.world, { passMark: 3 });
    await asked(taskId, [answerTo(await asked(taskId), { right: true })]);
    scenario.world.clock.advance(3 * 20_000 + 300_000);
    expect((await ask(taskId)).data.question).toBeNull();
    expect((await scenario.world.call(getQuiz, { fan: scenario.fan, body: { taskId } })).data).toMatchObject({
      attempt: 'asked',
      triesLeft: 2,
    });
    const { data } = await scenario.world.call(completeExams, { fan: scenario.fan, body: { taskId } });
    expect(data).toMatchObject({ rightCount: 1, passed: false, triesLeft: 2 });
  });
});

describe('the tries of a day', () => {
  it('are counted when they begin, and come back at the platform’s midnight', async () => {
    const { taskId } = await givenQuiz(scenario.world, { triesPerDay: 2 });
    await attempt(taskId, [false, false, false]);
    await attempt(taskId, [false, false, false]);
    const refused = await changesNothing(scenario.world, () => ask(taskId));
    expect(refused.refusal).toBe('QUIZ_TRIES_USED_UP');
    expect(refused.message).toContain('12 hours and 0 minutes');
    scenario.world.clock.set(new Date('2026-03-10T15:59:59.999Z'));
    expect((await ask(taskId)).refusal).toBe('QUIZ_TRIES_USED_UP');
    scenario.world.clock.set(new Date('2026-03-10T16:00:00.000Z'));
    expect((await asked(taskId)).place).toBe(1);
  });

  it('that ran over midnight counts for the day it began on', async () => {
    const { taskId } = await givenQuiz(scenario.world, { triesPerDay: 1 });
    scenario.world.clock.set(new Date('2026-03-10T15:59:50.000Z'));
    const answers = await answerAll(taskId, [false, false, false]);
    scenario.world.clock.set(new Date('2026-03-10T16:00:05.000Z'));
    const { data } = await scenario.world.call(completeExams, { fan: scenario.fan, body: { taskId, answers } });
    expect(data).toMatchObject({ passed: false, triesLeft: 1, triesResetAt: '2026-03-11T16:00:00.000Z' });
  });

  it('that began today passes for today, though the receipt of its end lies before', async () => {
    const { taskId } = await givenQuiz(scenario.world, {}, { period: 'daily' });
    const midnight = new Date('2026-03-10T16:00:00.000Z');
    await attempt(taskId, [true, true, true]);
    scenario.world.clock.set(midnight);
    const answers = await answerAll(taskId, [true, true, true]);
    scenario.world.clock.advance(-500);
    const { data } = await scenario.world.call(completeExams, { fan: scenario.fan, body: { taskId, answers } });
    expect(data).toMatchObject({ rightCount: 3, passed: true });
    scenario.world.clock.set(midnight);
    expect((await ask(taskId)).refusal).toBe('QUIZ_PASSED');
  });

  it('are a whole day’s when the clocks change', async () => {
    await using berlin = await createWorld({
      now: new Date('2026-10-25T21:59:00.000Z'),
      environment: { PLATFORM_TIME_ZONE: 'Europe/Berlin' },
    });
    const { taskId } = await givenQuiz(berlin, { triesPerDay: 1 });
    const caller = await berlin.given.fan();
    const reset = async (): Promise<string> => {
      const { data } = await berlin.call(getQuiz, { fan: caller, body: { taskId } });
      return data.triesResetAt;
    };
    berlin.clock.set(new Date('2026-10-24T22:00:00.000Z'));
    expect(await reset()).toBe('2026-10-25T23:00:00.000Z');
    await berlin.call(getQuestion, { fan: caller, body: { taskId } });
    await berlin.call(completeExams, { fan: caller, body: { taskId } });
    berlin.clock.set(new Date('2026-10-25T22:30:00.000Z'));
    expect((await berlin.call(getQuestion, { fan: caller, body: { taskId } })).refusal).toBe('QUIZ_TRIES_USED_UP');
    berlin.clock.set(new Date('2026-10-25T23:00:00.000Z'));
    expect(await berlin.call(getQuestion, { fan: caller, body: { taskId } })).toMatchObject({ code: 0 });
  });

  it('end with a pass, until the next occurrence of the task', async () => {
    const { taskId } = await givenQuiz(scenario.world, {}, { period: 'weekly' });
    await attempt(taskId, [true, true, true]);
    expect((await changesNothing(scenario.world, () => ask(taskId))).refusal).toBe('QUIZ_PASSED');
    scenario.world.clock.set(new Date('2026-03-15T16:00:00.000Z'));
    expect((await asked(taskId)).place).toBe(1);
  });
});
