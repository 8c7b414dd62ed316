import type { Contract, DataOf } from '@lightstick/contract';
import { afterAll, beforeAll, beforeEach } from 'vitest';
import type { TestFan } from '../../world/given-fan.ts';
import { createWorld, type World } from '../../world/world.ts';

export const getQuiz = 'POST /task/api/v1/taskItem/getQuiz';
export const getQuestion = 'POST /task/api/v1/taskItem/getQuestion';
export const completeExams = 'POST /task/api/v1/taskItem/completeExams';
export const getAnswer = 'POST /task/api/v1/taskItem/getAnswer';
export const noon = new Date('2026-03-10T04:00:00.000Z');

export type QuizQuestion = NonNullable<DataOf<Contract[typeof getQuestion]>['question']>;
export type Answer = { questionId: string; optionIds: string[] };

/** Answers a question: right options of the test's quiz begin with Yes. */
export function answerTo({ questionId, options }: QuizQuestion, { right }: { right: boolean }): Answer {
  const chosen = options.filter(({ text }) => text.startsWith('Yes') === right);
  return { questionId, optionIds: (right ? chosen : chosen.slice(0, 1)).map(({ optionId }) => optionId) };
}

/** Creates a world for the tests of a file, and before each of them noon and a fan with 100 Points, who can play. */
export function quizScenario() {
  let world: World;
  let fan: TestFan;
  beforeAll(async () => {
    world = await createWorld({ now: noon });
  });
  afterAll(() => world[Symbol.asyncDispose]());
  beforeEach(async () => {
    world.clock.set(noon);
    fan = await world.given.fan({ points: 100 });
  });

  const scenario = {
    get world() {
      return world;
    },
    get fan() {
      return fan;
    },
    ask: (taskId: string, answers: Answer[] = [], options: { moreTime?: boolean; caller?: TestFan } = {}) => {
      const { moreTime = false, caller = fan } = options;
      return world.call(getQuestion, { fan: caller, body: { taskId, answers, moreTime } });
    },
    /** The question that is asked now. */
    asked: async (taskId: string, answers: Answer[] = [], caller = fan): Promise<QuizQuestion> => {
      const { data } = await scenario.ask(taskId, answers, { caller });
      if (!data.question) throw new Error('There is no further question.');
      return data.question;
    },
    /** Answers every question but the last, and gives the answer of that one. */
    answerAll: async (taskId: string, rights: readonly boolean[], caller = fan): Promise<Answer[]> => {
      let answers: Answer[] = [];
      for (const right of rights) answers = [answerTo(await scenario.asked(taskId, answers, caller), { right })];
      return answers;
    },
    attempt: async (taskId: string, rights: readonly boolean[], caller = fan) => {
      const answers = await scenario.answerAll(taskId, rights, caller);
      return world.call(completeExams, { fan: caller, body: { taskId, answers } });
    },
  };
  return scenario;
}
