import type { Locator, Page } from '@playwright/test';
import type { QuizKey } from '#/fixtures/quiz-key.ts';
import type { QuizWords } from './quiz-words.ts';

/** The sheet of a quiz. */
export class QuizSheet {
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
    await this.page.goto(`/task?task=${taskId}&open=1`);
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
    const wanted = await this.wordsOf(key.get(asked) ?? [], right);
    for (const text of wanted) await this.dialog.getByText(text, { exact: true }).click();
  }

  private async wordsOf(rightWords: readonly string[], right: boolean): Promise<readonly string[]> {
    if (right) return rightWords;
    const all = await this.dialog.getByRole('group').locator('label').allTextContents();
    return all.filter((text) => !rightWords.includes(text)).slice(0, 1);
  }
}
