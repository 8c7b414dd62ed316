import type { ErrorName } from '@lightstick/contract';
import { describe, expect, it } from 'vitest';
import { changesNothing } from '../../world/changes-nothing.ts';
import { eraseFan } from '../../world/erase-fan.ts';
import { givenQuiz } from '../../world/given-quiz.ts';
import { givenTask } from '../../world/given-task.ts';
import {
  type Answer,
  answerTo,
  completeExams,
  getAnswer,
  getQuestion,
  getQuiz,
  noon,
  quizScenario,
} from './given-quizzes.ts';

const scenario = quizScenario();
const { ask, asked, answerAll, attempt } = scenario;

describe('calls that arrive at once, or twice', () => {
  it('begin one attempt', async () => {
    const { taskId } = await givenQuiz(scenario.world);
    const replies = await Promise.all(Array.from({ length: 40 }, () => ask(taskId)));
    expect(new Set(replies.map(({ data }) => JSON.stringify(data))).size).toBe(1);
    expect((await scenario.world.call(getQuiz, { fan: scenario.fan, body: { taskId } })).data.triesLeft).toBe(2);
  });

  it('hand in one answer, and lead to the same question', async () => {
    const { taskId } = await givenQuiz(scenario.world, { passMark: 1 });
    const first = await asked(taskId);
    const guesses = Array.from({ length: 40 }, (_, index) => answerTo(first, { right: index === 0 }));
    const replies = await Promise.all(guesses.map((answer) => ask(taskId, [answer])));
    expect(new Set(replies.map(({ data }) => data.question?.questionId)).size).toBe(1);
    expect(replies[0]?.data.question?.place).toBe(2);
  });

  it('keep the first answer of a question, with any later ones', async () => {
    const { taskId } = await givenQuiz(scenario.world, { passMark: 1 });
    const first = await asked(taskId);
    const second = await asked(taskId, [answerTo(first, { right: false })]);
    expect(await asked(taskId, [answerTo(first, { right: true })])).toEqual(second);
    const { data } = await scenario.world.call(completeExams, { fan: scenario.fan, body: { taskId } });
    expect(data.rightCount).toBe(0);
  });

  it('end an attempt once, with one result', async () => {
    const { taskId } = await givenQuiz(scenario.world);
    const answers = await answerAll(taskId, [true, true, false]);
    const replies = await Promise.all(
      Array.from({ length: 40 }, () =>
        scenario.world.call(completeExams, { fan: scenario.fan, body: { taskId, answers } }),
      ),
    );
    expect(new Set(replies.map(({ data }) => JSON.stringify(data))).size).toBe(1);
    expect(replies[0]?.data).toMatchObject({ rightCount: 2, passed: true, triesLeft: 2 });
  });

  it('tell a repeat how its attempt came out, and leave the next one running', async () => {
    const { taskId } = await givenQuiz(scenario.world);
    const answers = await answerAll(taskId, [true, false, false]);
    const first = await scenario.world.call(completeExams, { fan: scenario.fan, body: { taskId, answers } });
    const next = await asked(taskId);
    const repeat = await changesNothing(scenario.world, () =>
      scenario.world.call(completeExams, { fan: scenario.fan, body: { taskId, answers } }),
    );
    expect(repeat.data).toEqual({ ...first.data, triesLeft: 1 });
    expect(await asked(taskId)).toEqual(next);
  });
});

describe('what a quiz refuses, and changes nothing', () => {
  it.each<[string, () => Promise<string>, ErrorName]>([
    ['a task that is none', async () => 'none', 'TASK_NOT_FOUND'],
    ['a task without a quiz', () => givenTask(scenario.world), 'TASK_NOT_OPEN'],
    [
      'before it opens',
      async () => (await givenQuiz(scenario.world, {}, { opensAt: new Date(noon.getTime() + 1) })).taskId,
      'TASK_NOT_OPEN',
    ],
  ])('%s', async (_, given, refusal) => {
    const taskId = await given();
    for (const route of [getQuiz, getQuestion, completeExams, getAnswer] as const) {
      const reply = await changesNothing(scenario.world, () =>
        scenario.world.call(route, { fan: scenario.fan, body: { taskId } }),
      );
      expect(reply).toMatchObject({ status: 200, refusal });
    }
  });

  it('answers before an attempt has begun, and its end', async () => {
    const { taskId } = await givenQuiz(scenario.world);
    const answers = [{ questionId: 'a', optionIds: ['b'] }];
    for (const route of [getQuestion, completeExams] as const) {
      const reply = await changesNothing(scenario.world, () =>
        scenario.world.call(route, { fan: scenario.fan, body: { taskId, answers } }),
      );
      expect(reply.refusal).toBe('QUIZ_NOT_BEGUN');
    }
    const end = await changesNothing(scenario.world, () =>
      scenario.world.call(completeExams, { fan: scenario.fan, body: { taskId } }),
    );
    expect(end.refusal).toBe('QUIZ_NOT_BEGUN');
  });

  it('answers to questions of another attempt or fan, options of no question, and two where one is right', async () => {
    const { taskId } = await givenQuiz(scenario.world, { shuffled: false });
    const question = await asked(taskId);
    const stranger = await asked(taskId, [], await scenario.world.given.fan());
    const [one, two] = question.options.map(({ optionId }) => optionId);
    const wrong: [Answer, string][] = [
      [answerTo(stranger, { right: true }), 'QUIZ_ANSWER_UNKNOWN'],
      [{ questionId: question.questionId, optionIds: ['none'] }, 'QUIZ_ANSWER_UNKNOWN'],
      [{ questionId: question.questionId, optionIds: [one ?? '', two ?? ''] }, 'QUIZ_ONE_OPTION_ONLY'],
    ];
    for (const [answer, refusal] of wrong) {
      for (const route of [getQuestion, completeExams] as const) {
        const body = { taskId, answers: [answer] };
        const reply = await changesNothing(scenario.world, () =>
          scenario.world.call(route, { fan: scenario.fan, body }),
        );
        expect(reply.refusal).toBe(refusal);
      }
    }
  });

  it('an anonymous caller', async () => {
    const { taskId } = await givenQuiz(scenario.world);
    for (const route of [getQuiz, getQuestion, completeExams, getAnswer] as const) {
      const reply = await changesNothing(scenario.world, () => scenario.world.call(route, { body: { taskId } }));
      expect(reply).toMatchObject({ status: 401, refusal: 'UNAUTHENTICATED' });
    }
  });
});

describe('a fan who leaves', () => {
  it('takes a copy of their attempts along, and leaves none of another fan behind', async () => {
    const { taskId } = await givenQuiz(scenario.world);
    await attempt(taskId, [true, false, true]);
    const stays = await scenario.world.given.fan();
    await attempt(taskId, [false, false, false], stays);
    const { data } = await scenario.world.call('POST /wallet/api/v1/user/getMyData', { fan: scenario.fan, body: {} });
    expect(data.quizAttempts).toMatchObject({
      total: 1,
      rows: [{ taskId, questionCount: 3, rightCount: 2, passed: true }],
    });
    await eraseFan(scenario.world, scenario.fan);
    const { rows } = await scenario.world.ownerPool.query(
      `SELECT a.fan_id FROM quiz_attempt a JOIN quiz_answer ON attempt_id = a.id WHERE task_id = $1 GROUP BY a.fan_id`,
      [taskId],
    );
    expect(rows).toEqual([{ fan_id: stays.id }]);
  });
});

describe('the database itself', () => {
  it.each([
    ['one try too many', 'UPDATE quiz_attempt SET try = tries_per_day + 1'],
    [
      'a mark above the number of questions',
      'UPDATE quiz_attempt SET ended_at = now(), occurrence = $$x$$, right_count = 9',
    ],
    ['an end without a mark', 'UPDATE quiz_attempt SET ended_at = now()'],
    ['other terms than those of the edition', 'UPDATE quiz_attempt SET pass_mark = 1'],
    [
      'a second attempt beside the running one',
      `INSERT INTO quiz_attempt (id, fan_id, task_id, quiz_id, edition, question_count, pass_mark, tries_per_day, day,
        try,
                                 seed, seconds_each, begun_at, closes_at)
       SELECT gen_random_uuid(), fan_id, task_id, quiz_id, edition, question_count, pass_mark, tries_per_day, day,
         try + 1,
              seed, seconds_each, begun_at, closes_at FROM quiz_attempt`,
    ],
    [
      'an answer that came too late',
      `UPDATE quiz_answer SET chosen = '{0}', answered_at = due_at + interval '3 seconds'`,
    ],
    ['another wording of an edition', `UPDATE quiz_edition SET pass_mark = 1`],
  ])('refuses %s', async (_, statement) => {
    const { taskId } = await givenQuiz(scenario.world);
    await asked(taskId);
    await changesNothing(scenario.world, () =>
      expect(scenario.world.ownerPool.query(statement)).rejects.toThrow(/quiz|edition/),
    );
  });

  it('refuses a second pass in an occurrence', async () => {
    const { taskId } = await givenQuiz(scenario.world);
    await attempt(taskId, [true, true, true]);
    const again = `INSERT INTO quiz_attempt (id, fan_id, task_id, quiz_id, edition, question_count, pass_mark,
      tries_per_day,
                                             day, try, seed, seconds_each, begun_at, closes_at, ended_at, occurrence,
                                               right_count)
       SELECT gen_random_uuid(), fan_id, task_id, quiz_id, edition, question_count, pass_mark, tries_per_day, day,
         try + 1,
              seed, seconds_each, begun_at, closes_at, ended_at, occurrence, right_count
         FROM quiz_attempt WHERE task_id = $1`;
    await expect(scenario.world.ownerPool.query(again, [taskId])).rejects.toThrow('quiz_attempt_passed_once');
  });
});
