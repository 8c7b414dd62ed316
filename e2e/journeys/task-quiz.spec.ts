import type { Language } from '@lightstick/contract';
import type { Locator, Page } from '@playwright/test';
import { violations } from '#/fixtures/accessibility.ts';
import { call, type Caller } from '#/fixtures/call.ts';
import { openPage } from '#/fixtures/in-app.ts';
import { loseAnswers } from '#/fixtures/lose-answer.ts';
import type { Product } from '#/fixtures/product.ts';
import { type QuizKey, quizKey } from '#/fixtures/quiz-key.ts';
import { expect, test } from '#/fixtures/test.ts';
import { looks } from '#/looks.ts';
import { type QuizWords, quizWordsIn } from '#/pages/quiz-texts.ts';
import { TaskScreen } from '#/pages/task-screen.ts';
import { taskWordsIn } from '#/pages/task-texts.ts';
import { textsIn } from '#/pages/catalogue.ts';

/** The sheet of a quiz. */
class QuizSheet {
  readonly dialog: Locator;
  readonly begin: Locator;
  readonly question: Locator;
  private readonly page: Page;
  private readonly words: QuizWords;

  constructor(page: Page, words: QuizWords) {
    this.page = page;
    this.words = words;
    this.dialog = page.getByRole('dialog', { name: words.title });
    this.begin = this.dialog.getByRole('button', { name: words.begin });
    this.question = this.dialog.locator('legend');
  }

  async open(taskId: string): Promise<void> {
    await openPage(this.page, `/task?task=${taskId}&open=1`);
  }

  button(name: string): Locator {
    return this.dialog.getByRole('button', { name });
  }

  place(place: number): Locator {
    return this.dialog.getByText(this.words.place(place));
  }

  /** Chooses the right options of the question that is asked, or one that is wrong. */
  async choose(key: QuizKey, { right }: { right: boolean }): Promise<void> {
    const asked = (await this.question.textContent()) ?? '';
    const wanted = await this.textsOf(key.get(asked) ?? [], right);
    for (const text of wanted) await this.dialog.getByText(text, { exact: true }).click();
  }

  private async textsOf(rightWords: readonly string[], right: boolean): Promise<readonly string[]> {
    if (right) return rightWords;
    const all = await this.dialog.getByRole('group').locator('label').allTextContents();
    return all.filter((text) => !rightWords.includes(text)).slice(0, 1);
  }
}

type Options = { readonly taskId: string; readonly quizId: string; readonly rights: readonly boolean[] };

/** Has a fan answer the first questions of a quiz by calls, rightly or not at all, so that the next one is asked. */
async function answerQuiz(product: Product, fan: Caller, { taskId, quizId, rights }: Options): Promise<void> {
  const language: Language = 'en_US';
  const key = await quizKey(product, quizId, language);
  let answers: { questionId: string; optionIds: string[] }[] = [];
  for (const right of rights) {
    const { question } = await call(
      product.address,
      'POST /task/api/v1/taskItem/getQuestion',
      { body: { taskId, answers, moreTime: true } },
      { ...fan, language },
    );
    if (!question) throw new Error('The quiz has fewer questions.');
    const rightWords = right ? (key.get(question.text) ?? []) : [];
    const chosen = question.options.filter(({ text }) => rightWords.includes(text));
    answers = [{ questionId: question.questionId, optionIds: chosen.map(({ optionId }) => optionId) }];
  }
  const body = { taskId, answers, moreTime: true };
  await call(product.address, 'POST /task/api/v1/taskItem/getQuestion', { body }, fan);
}

const taskId = 'support-quiz-faces';
const quizId = 'faces-in-the-crowd';
const getQuestion = '/task/api/v1/taskItem/getQuestion';

for (const { language, theme } of looks) {
  test.describe(`in ${language}, ${theme}`, () => {
    test.use({ language, theme });

    test('a quiz resumes after a reload, survives a lost answer, is passed and paid, shows its answers again', async ({
      product,
      given,
      visit,
    }) => {
      const told = quizWordsIn[language];
      const { done } = textsIn[language];
      const fan = await given.fan();
      const key = await quizKey(product, quizId, language);
      await answerQuiz(product, fan, { taskId, quizId, rights: [true, true] });
      const page = await visit.as(fan, { tolerates: [/ERR_CONNECTION_RESET/] });
      const tasks = new TaskScreen(page, textsIn[language]);
      const quiz = new QuizSheet(page, told);
      const answers = quiz.dialog.getByRole('list', { name: told.answers });

      await test.step('the same question is asked again', async () => {
        await quiz.open(taskId);
        await quiz.button(told.goOn).click();
        await expect(quiz.place(3)).toBeVisible();
        await expect(quiz.question).toBeFocused();
        const asked = (await quiz.question.textContent()) ?? '';
        await quiz.open(taskId);
        await quiz.button(told.goOn).click();
        await expect(quiz.question).toHaveText(asked);
        expect(await violations(page), 'what axe finds on a question').toEqual([]);
      });

      await test.step('an answer whose reply is lost is sent again, and counts once', async () => {
        await loseAnswers(page, getQuestion);
        await quiz.choose(key, { right: true });
        await quiz.button(told.next).click();
        await expect(quiz.dialog.getByRole('alert')).toContainText(told.sendAgain);
        await quiz.button(told.next).click();
        await expect(quiz.place(4)).toBeVisible();
        await quiz.choose(key, { right: false });
        await quiz.button(told.finish).click();
        await expect(quiz.dialog.getByRole('heading', { name: told.passed })).toBeFocused();
      });

      await test.step('passed, it shows the right answers and pays', async () => {
        await quiz.button(told.showAnswers).click();
        await expect(answers.getByText(told.wasRight, { exact: true })).toHaveCount(3);
        expect(await violations(page), 'what axe finds on the answers').toEqual([]);
        await quiz.button(told.claim).click();
        await quiz.button(done).click();
        await expect(quiz.dialog).toBeHidden();
      });

      await test.step('awarded, its card leads to the result and the answers', async () => {
        const card = tasks.task(told.title);
        await expect(card.getByRole('img', { name: taskWordsIn[language].awarded })).toBeVisible();
        await card.getByRole('button', { name: told.seeAnswers }).click();
        await expect(quiz.dialog.getByRole('heading', { name: told.passed })).toBeVisible();
        await expect(answers.getByText(told.wasRight, { exact: true })).toHaveCount(3);
        await expect(quiz.button(told.claim)).toBeHidden();
      });
    });
  });
}

test.describe('in Chinese, dark', () => {
  test.use({ language: 'zh_TW', theme: 'dark' });

  test(
    'a quiz is begun from its card and failed, and the right answers stay hidden',
    { tag: '@system' },
    async ({ product, given, visit }) => {
      const told = quizWordsIn.zh_TW;
      const fan = await given.fan();
      const key = await quizKey(product, quizId, 'zh_TW');
      const page = await visit.as(fan);
      const tasks = new TaskScreen(page, textsIn.zh_TW);
      const quiz = new QuizSheet(page, told);
      await tasks.open();
      await (await tasks.find(told.title)).getByRole('button').click();
      await expect(quiz.begin).toBeVisible();
      await expect(quiz.dialog.getByRole('link', { name: told.rules })).toHaveAttribute(
        'href',
        '/feature-fan-question-rule',
      );
      expect(await violations(page), 'what axe finds before it begins').toEqual([]);

      await answerQuiz(product, fan, { taskId, quizId, rights: [false, false, false] });
      await quiz.begin.click();
      await expect(quiz.place(4)).toBeVisible();
      await quiz.choose(key, { right: false });
      await quiz.button(told.finish).click();
      await expect(quiz.dialog.getByRole('heading', { name: told.failed })).toBeFocused();
      await expect(quiz.button(told.showAnswers)).toBeHidden();
      await quiz.button(told.tryAgain).click();
      await expect(quiz.dialog.getByText(told.lastTime)).toBeVisible();
      await quiz.button(told.tryAgain).click();
      await expect(quiz.place(1)).toBeVisible();
    },
  );
});

test(
  'a question whose time is over waits for the fan before the next begins',
  { tag: '@system' },
  async ({ given, visit }) => {
    const told = quizWordsIn.en_US;
    const page = await visit.as(await given.fan());
    await page.clock.install();
    const quiz = new QuizSheet(page, told);
    await quiz.open(taskId);
    await quiz.begin.click();
    await expect(quiz.place(1)).toBeVisible();
    await page.clock.runFor('00:21');
    await expect(quiz.dialog.getByText(told.timeOver)).toBeVisible();
    await quiz.button(told.next).click();
    await expect(quiz.place(2)).toBeVisible();
  },
);
