import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { balanceOf } from '../../world/balance-of.ts';
import { changesNothing } from '../../world/changes-nothing.ts';
import { givenQuiz, putEdition } from '../../world/given-quiz.ts';
import {
  type Answer,
  answerTo,
  completeExams,
  getAnswer,
  getQuestion,
  getQuiz,
  noon,
  type QuizQuestion,
  quizScenario,
} from './given-quizzes.ts';

const getTasksList = 'POST /task/api/v1/task/getTasksList';
const claim = 'POST /task/api/v1/task/completeAndClaimPoint';
const scenario = quizScenario();
const { ask, asked, answerAll, attempt } = scenario;

async function stateOf(taskId: string) {
  const { data } = await scenario.world.call(getTasksList, { fan: scenario.fan, body: {} });
  return Object.values(data)
    .flat()
    .find((task) => task.taskId === taskId)?.state;
}

/** Removes ids from a text, which are random letters and may spell any word. */
const removeIds = (text: string) => text.replaceAll(/"(questionId|optionId)":"[^"]+"/g, '"$1"');

describe('a quiz', () => {
  it('says beforehand how long it is, how many must be right and how often one may try', async () => {
    const { taskId } = await givenQuiz(scenario.world);
    const { data } = await scenario.world.call(getQuiz, { fan: scenario.fan, body: { taskId } });
    expect(data).toEqual({
      taskId,
      questionCount: 3,
      passMark: 2,
      secondsPerQuestion: 20,
      moreTimeFactor: 10,
      triesPerDay: 3,
      triesLeft: 3,
      triesResetAt: '2026-03-10T16:00:00.000Z',
      attempt: 'none',
      passed: false,
      answersOpen: false,
    });
  });

  it('is passed with enough right answers, becomes claimable, and pays once', async () => {
    const { taskId } = await givenQuiz(scenario.world, {}, { reward: 70 });
    expect(await stateOf(taskId)).toBe('available');
    const early = await changesNothing(scenario.world, () =>
      scenario.world.call(claim, { fan: scenario.fan, body: { taskId } }),
    );
    expect(early.refusal).toBe('TASK_NOT_DONE');
    const { data } = await attempt(taskId, [true, false, true]);
    expect(data).toMatchObject({ rightCount: 2, questionCount: 3, passMark: 2, passed: true, triesLeft: 2 });
    expect(await stateOf(taskId)).toBe('completed');
    const claims = await Promise.all(
      Array.from({ length: 40 }, () =>
        scenario.world.call(claim, { fan: scenario.fan, body: { taskId }, key: randomUUID() }),
      ),
    );
    expect(claims.filter(({ code }) => code === 0)).toHaveLength(1);
    expect(await stateOf(taskId)).toBe('awarded');
    expect(await balanceOf(scenario.world, scenario.fan)).toBe(170);
  });

  it('that was not passed is not paid, and can be tried again with another order and other ids', async () => {
    const { taskId } = await givenQuiz(scenario.world);
    const first = await asked(taskId);
    await attempt(taskId, [true, false, false]);
    const refused = await changesNothing(scenario.world, () =>
      scenario.world.call(claim, { fan: scenario.fan, body: { taskId } }),
    );
    expect(refused.refusal).toBe('TASK_NOT_DONE');
    const again = await asked(taskId);
    expect(again.questionId).not.toBe(first.questionId);
    expect(await scenario.world.call(getQuiz, { fan: scenario.fan, body: { taskId } })).toMatchObject({
      data: { triesLeft: 1, attempt: 'asking', lastOutcome: { rightCount: 1, passed: false } },
    });
  });

  it('needs all right options of a question with several, and no other', async () => {
    const { taskId } = await givenQuiz(scenario.world, { passMark: 1, shuffled: false });
    const one = await asked(taskId);
    const two = await asked(taskId, [answerTo(one, { right: false })]);
    expect(two.choice).toBe('multiple');
    const half = { questionId: two.questionId, optionIds: answerTo(two, { right: true }).optionIds.slice(0, 1) };
    const three = await asked(taskId, [half]);
    const { data } = await scenario.world.call(completeExams, {
      fan: scenario.fan,
      body: { taskId, answers: [answerTo(three, { right: false })] },
    });
    expect(data).toMatchObject({ rightCount: 0, passed: false });
  });

  it('asks what it asked when the attempt began, although it was corrected since', async () => {
    const { taskId, quizId } = await givenQuiz(scenario.world);
    const answers = await answerAll(taskId, [true, true, true]);
    await putEdition(scenario.world, quizId, { questionCount: 1, passMark: 1, triesPerDay: 1 });
    const { data } = await scenario.world.call(completeExams, { fan: scenario.fan, body: { taskId, answers } });
    expect(data).toMatchObject({ rightCount: 3, questionCount: 3, passMark: 2, triesLeft: 0 });
  });

  it('keeps its author’s order when not shuffled, and asks some of its questions when it asks fewer', async () => {
    const ordered = await givenQuiz(scenario.world, { shuffled: false });
    const first = await asked(ordered.taskId);
    expect(first).toMatchObject({ place: 1, text: 'First question', choice: 'single' });
    expect(first.options.map(({ text }) => text)).toEqual(['Yes, right 1', 'No, wrong 1', 'No, wrong 2']);
    const fewer = await givenQuiz(scenario.world, { questionCount: 2, passMark: 2 });
    expect((await attempt(fewer.taskId, [true, true])).data).toMatchObject({ questionCount: 2, passed: true });
  });

  it('is in the language of the caller', async () => {
    const { taskId } = await givenQuiz(scenario.world, { shuffled: false });
    const { data } = await scenario.world.call(getQuestion, { fan: scenario.fan, body: { taskId }, language: 'zh_TW' });
    expect(data.question).toMatchObject({
      text: 'First question（中文）',
      options: [{ text: 'Yes, right 1（中文）' }, {}, {}],
    });
  });
});

describe('the answers of a quiz', () => {
  it('are not on the wire before it is over: right options look like wrong ones, nothing names a picture', async () => {
    const { taskId } = await givenQuiz(scenario.world, { passMark: 3 });
    const wire: string[] = [];
    let answers: Answer[] = [];
    for (let place = 1; place <= 3; place += 1) {
      const { data } = await ask(taskId, answers);
      wire.push(JSON.stringify(data));
      const question = data.question as QuizQuestion;
      expect(new Set(question.options.map((option) => Object.keys(option).toSorted().join()))).toEqual(
        new Set(['optionId,text']),
      );
      expect(new Set(question.options.map(({ optionId }) => optionId.length))).toEqual(new Set([16]));
      answers = [answerTo(question, { right: place < 3 })];
    }
    const { data } = await scenario.world.call(completeExams, { fan: scenario.fan, body: { taskId, answers } });
    expect(data.passed).toBe(false);
    wire.push(
      JSON.stringify(data),
      JSON.stringify((await scenario.world.call(getQuiz, { fan: scenario.fan, body: { taskId } })).data),
    );
    for (const text of wire) expect(removeIds(text)).not.toMatch(/"right"|correct|chosen|note|famous-name/i);
  });

  it('answer a right and a wrong answer alike while questions are left', async () => {
    const { taskId } = await givenQuiz(scenario.world, { shuffled: false });
    const rival = await scenario.world.given.fan();
    const right = await ask(taskId, [answerTo(await asked(taskId), { right: true })]);
    const wrong = await ask(taskId, [answerTo(await asked(taskId, [], rival), { right: false })], { caller: rival });
    expect(removeIds(JSON.stringify(right.data))).toBe(removeIds(JSON.stringify(wrong.data)));
  });

  it('are shown with the fan’s own after a pass', async () => {
    const { taskId } = await givenQuiz(scenario.world, { shuffled: false });
    await attempt(taskId, [true, false, true]);
    const { data } = await scenario.world.call(getAnswer, { fan: scenario.fan, body: { taskId } });
    expect(data).toMatchObject({ rightCount: 2, passed: true });
    expect(data.questions.map(({ answered, right }) => ({ answered, right }))).toEqual([
      { answered: true, right: true },
      { answered: true, right: false },
      { answered: true, right: true },
    ]);
    expect(data.questions[0]).toMatchObject({
      note: 'A note on the first',
      options: [
        { text: 'Yes, right 1', right: true, chosen: true },
        { text: 'No, wrong 1', right: false, chosen: false },
        { text: 'No, wrong 2', right: false, chosen: false },
      ],
    });
  });

  it('are kept from those who can still win: tries used up, the day gone, and other fans', async () => {
    const { taskId } = await givenQuiz(scenario.world, { triesPerDay: 1 });
    const stranger = await scenario.world.given.fan();
    await attempt(taskId, [false, false, false]);
    for (const hours of [0, 24]) {
      scenario.world.clock.advance(hours * 3_600_000);
      const closed = await changesNothing(scenario.world, () =>
        scenario.world.call(getAnswer, { fan: scenario.fan, body: { taskId } }),
      );
      expect(closed.refusal).toBe('QUIZ_ANSWERS_CLOSED');
    }
    const notBegun = await changesNothing(scenario.world, () =>
      scenario.world.call(getAnswer, { fan: stranger, body: { taskId } }),
    );
    expect(notBegun.refusal).toBe('QUIZ_NOT_BEGUN');
  });

  it('are closed again in the next occurrence until the fan has passed there', async () => {
    const { taskId } = await givenQuiz(scenario.world, {}, { period: 'daily' });
    await attempt(taskId, [true, true, true]);
    expect(await scenario.world.call(getAnswer, { fan: scenario.fan, body: { taskId } })).toMatchObject({ code: 0 });
    scenario.world.clock.set(new Date('2026-03-10T16:00:00.000Z'));
    expect((await scenario.world.call(getAnswer, { fan: scenario.fan, body: { taskId } })).refusal).toBe(
      'QUIZ_ANSWERS_CLOSED',
    );
  });

  it('are shown to everyone who has tried when the task has ended', async () => {
    const endsAt = new Date(noon.getTime() + 60_000);
    const { taskId } = await givenQuiz(scenario.world, {}, { endsAt });
    await attempt(taskId, [false, false, false]);
    scenario.world.clock.set(endsAt);
    expect(await scenario.world.call(getAnswer, { fan: scenario.fan, body: { taskId } })).toMatchObject({
      code: 0,
      data: { passed: false },
    });
    for (const route of [getQuiz, getQuestion, completeExams] as const) {
      const ended = await changesNothing(scenario.world, () =>
        scenario.world.call(route, { fan: scenario.fan, body: { taskId } }),
      );
      expect(ended.refusal).toBe('TASK_ENDED');
    }
  });
});
