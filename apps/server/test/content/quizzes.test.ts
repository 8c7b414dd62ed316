import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it, test } from 'vitest';
import { applyContent, formatProblem, readPack } from '#/modules/content/index.ts';
import { createWorld } from '../world/world.ts';
import { type PackFolder, smallPack } from './small-pack.ts';

const quizzes = `quizzes:
  - id: basics
    secondsPerQuestion: 20
    passMark: 2
    triesPerDay: 3
    shuffle: true
    questions:
      - choice: single
        text: { en_US: One, zh_TW: 一 }
        options:
          - text: { en_US: A, zh_TW: 甲 }
            right: true
          - text: { en_US: B, zh_TW: 乙 }
      - choice: multiple
        text: { en_US: Two, zh_TW: 二 }
        picture: { drawing: portrait, seed: ada-h2, alt: { en_US: A face, zh_TW: 一張臉 } }
        options:
          - text: { en_US: C, zh_TW: 丙 }
            right: true
          - text: { en_US: D, zh_TW: 丁 }
            right: true
`;

const task = `  - id: ask
    type: 49
    tab: luckyTasks
    title: { en_US: Ask, zh_TW: 問 }
    description: { en_US: Quiz, zh_TW: 測驗 }
    reward: 30
    period: once
    budget: 300000
    quiz: basics
`;

type Edit = readonly [file: 'quizzes' | 'task', from: string, to: string];

/** Adds a quiz and the task that asks it to the small pack, with edits. */
async function addQuiz(folder: PackFolder, ...edits: readonly Edit[]): Promise<void> {
  const written = { quizzes, task };
  for (const [file, from, to] of edits) {
    if (!written[file].includes(from)) throw new Error(`The ${file} does not contain ${from}`);
    written[file] = written[file].replace(from, to);
  }
  await folder.edit(['tasks.yaml', 'tasks:\n', `tasks:\n${written.task}`]);
  await writeFile(join(folder.path, 'quizzes.yaml'), written.quizzes);
}

async function problemsAfter(...edits: readonly Edit[]): Promise<string[]> {
  await using folder = await smallPack();
  await addQuiz(folder, ...edits);
  const { problems } = await readPack(folder.path);
  return problems.map((problem) => formatProblem(problem).replace(`${folder.path}/`, ''));
}

test('a quiz that can be passed, and a task that asks it, have no problems', async () => {
  expect(await problemsAfter()).toEqual([]);
});

describe('a pack is refused for a quiz', () => {
  it.each<[string, Edit, string | RegExp]>([
    [
      'without a right answer',
      ['quizzes', '            right: true\n          - text: { en_US: B', '          - text: { en_US: B'],
      'quizzes.yaml:10 quizzes[0].questions[0].options: has no right option; expected right: true at one of them',
    ],
    [
      'with two right options where one can be chosen',
      ['quizzes', 'choice: multiple', 'choice: single'],
      /^quizzes\.yaml:17 quizzes\[0\]\.questions\[1\]\.options: has 2 right options; expected one/,
    ],
    [
      'with a question of one option',
      ['quizzes', '          - text: { en_US: B, zh_TW: 乙 }\n', ''],
      /^quizzes\.yaml:10 quizzes\[0\]\.questions\[0\]\.options: is \[.+; expected a list of 2 to 8$/,
    ],
    [
      'with a pass mark above the number of its questions',
      ['quizzes', 'passMark: 2', 'passMark: 3'],
      'quizzes.yaml:4 quizzes[0].passMark: is 3, but 2 questions are asked; expected at most that',
    ],
    [
      'with a pass mark above the number of questions that it asks',
      ['quizzes', 'passMark: 2', 'passMark: 2\n    ask: 1'],
      'quizzes.yaml:4 quizzes[0].passMark: is 2, but 1 questions are asked; expected at most that',
    ],
    [
      'that asks more questions than there are',
      ['quizzes', 'passMark: 2', 'passMark: 2\n    ask: 5'],
      'quizzes.yaml:5 quizzes[0].ask: is 5, but there are 2 questions; expected at most that',
    ],
    [
      'with too short a time',
      ['quizzes', 'secondsPerQuestion: 20', 'secondsPerQuestion: 5'],
      'quizzes.yaml:3 quizzes[0].secondsPerQuestion: is 5; expected a whole number from 10 to 300',
    ],
    [
      'with a text in one language',
      ['quizzes', 'text: { en_US: Two, zh_TW: 二 }', 'text: { en_US: Two }'],
      'quizzes.yaml:15 quizzes[0].questions[1].text.zh_TW: is missing; expected a text of 1 to 200 characters',
    ],
    [
      'with a picture without a description',
      ['quizzes', ', alt: { en_US: A face, zh_TW: 一張臉 }', ''],
      /^quizzes\.yaml:16 quizzes\[0\]\.questions\[1\]\.picture\.alt: is missing/,
    ],
    [
      'that a task names and no file has',
      ['task', 'quiz: basics', 'quiz: advanced'],
      'tasks.yaml:10 tasks[0].quiz: is "advanced", which is no quiz of this pack; expected one of basics',
    ],
    [
      'that a task of its type does not name',
      ['task', '    quiz: basics\n', ''],
      /^tasks\.yaml:2 tasks\[0\]\.quiz: is missing; expected lower-case letters/,
    ],
  ])('%s', async (_, edit, problem) => {
    const problems = await problemsAfter(edit);
    if (typeof problem === 'string') expect(problems).toContain(problem);
    else expect(problems).toContainEqual(expect.stringMatching(problem));
  });

  it('that two tasks ask', async () => {
    await using folder = await smallPack();
    await addQuiz(folder);
    await folder.edit(['tasks.yaml', 'tasks:\n', `tasks:\n${task.replace('id: ask', 'id: ask-first')}`]);
    const { problems } = await readPack(folder.path);
    expect(problems.map((problem) => formatProblem(problem).replace(`${folder.path}/`, ''))).toEqual([
      'tasks.yaml:19 tasks[1].quiz: is "basics", which task ask-first asks already; expected a quiz of its own',
    ]);
  });

  it('that no task asks', async () => {
    await using folder = await smallPack();
    await writeFile(join(folder.path, 'quizzes.yaml'), quizzes);
    const { problems } = await readPack(folder.path);
    expect(problems.map((problem) => formatProblem(problem).replace(`${folder.path}/`, ''))).toEqual([
      'quizzes.yaml:2 quizzes[0].id: is "basics", which no task asks; expected a task of type 49 with quiz: basics',
    ]);
  });
});

test('a corrected quiz is another edition, and the one before stays for attempts that were begun with it', async () => {
  await using world = await createWorld();
  await using folder = await smallPack();
  await addQuiz(folder);
  const { ownerPool, clock } = world;
  const apply = () => applyContent({ ownerPool, clock, folder: folder.path });
  const editions = async () =>
    (
      await ownerPool.query<{ text: string; current: boolean }>(
        `SELECT e.questions -> 0 -> 'text' ->> 'en_US' AS text, q.edition = e.edition AS current
         FROM quiz_edition e JOIN quiz q ON q.id = e.quiz_id ORDER BY current`,
      )
    ).rows;
  await apply();
  expect(await editions()).toEqual([{ text: 'One', current: true }]);
  await writeFile(join(folder.path, 'quizzes.yaml'), quizzes.replace('en_US: One', 'en_US: First'));
  await apply();
  expect(await editions()).toEqual([
    { text: 'One', current: false },
    { text: 'First', current: true },
  ]);
});
