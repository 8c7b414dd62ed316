import { describe, expect, test } from 'vitest';
import { formatProblem, readPack } from '#/modules/content/index.ts';
import { editRiddles, riddlePack, riddles } from './riddle-pack.ts';

async function problemsOf(text: string): Promise<string[]> {
  await using folder = await riddlePack(text);
  const { problems } = await readPack(folder.path);
  return problems.map((problem) => formatProblem(problem).replace(`${folder.path}/`, ''));
}

test('a pack with two rounds of riddles has no problems, nor has one without any', async () => {
  expect(await problemsOf(riddles)).toEqual([]);
});

const emptyRiddles = `    riddles:
      - id: tide
        text: { en_US: Who comes twice a day, zh_TW: 誰一天來兩次 }
        hint: { en_US: Salt, zh_TW: 鹹的 }
        answers: { en_US: [Tide], zh_TW: [潮水] }
`;

describe('a pack is refused, with file and line, for', () => {
  test.each([
    [
      'a round without riddles',
      emptyRiddles,
      '    riddles: []\n',
      'riddles.yaml:31 rounds[1].riddles: is []; expected a list of 1 to 20',
    ],
    [
      'a riddle without an answer',
      'en_US: [Comet]',
      'en_US: []',
      'riddles.yaml:21 rounds[0].riddles[1].answers.en_US: is []; expected a list of 1 to 20',
    ],
    [
      'an answer that cannot be typed',
      'en_US: [Comet]',
      "en_US: ['…']",
      'riddles.yaml:21 rounds[0].riddles[1].answers.en_US[0]: is "…"; expected at least one letter or digit',
    ],
    [
      'two answers that count as one',
      'Glowworm]',
      'fire FLY]',
      'riddles.yaml:16 rounds[0].riddles[0].answers.en_US[1]: is "fire FLY", which counts like "Firefly"; ' +
        'expected each answer once',
    ],
    [
      'two Chinese answers that count as one',
      '掃把星]',
      '彗 星]',
      'riddles.yaml:21 rounds[0].riddles[1].answers.zh_TW[1]: is "彗 星", which counts like "彗星"; ' +
        'expected each answer once',
    ],
    [
      'rounds that overlap',
      'opensAt: +P1D',
      'opensAt: +PT23H',
      'riddles.yaml:26 rounds[1].opensAt: is while round first is open; expected one round at a time',
    ],
    [
      'rounds whose times cannot be compared',
      'opensAt: +P1D\n    closesAt: +P2D',
      'opensAt: 2027-01-01T00:00:00Z\n    closesAt: 2027-01-02T00:00:00Z',
      'riddles.yaml:26 rounds[1].opensAt: is not written the way that of round first is; expected all rounds alike',
    ],
    [
      'a round that closes when it opens',
      'closesAt: +P2D',
      'closesAt: +P1D',
      'riddles.yaml:27 rounds[1].closesAt: is not after opensAt; expected a later time',
    ],
    [
      'a reward for more right answers than there are riddles',
      'rewards: [50]',
      'rewards: [10, 50]',
      'riddles.yaml:29 rounds[1].rewards: has 2 for 1 riddles; expected one for each number right',
    ],
    [
      'a reward that falls',
      'rewards: [20, 60]',
      'rewards: [70, 60]',
      'riddles.yaml:9 rounds[0].rewards[1]: is 60 after 70; expected no less for more right',
    ],
    [
      'no reward at all',
      'rewards: [50]',
      'rewards: [0]',
      'riddles.yaml:29 rounds[1].rewards[0]: is 0; expected a reward for all right',
    ],
    [
      'a reward without a budget',
      'rewards: [50]\n    budget: 1000\n',
      'rewards: [50]\n',
      'riddles.yaml:22 rounds[1].budget: is missing; expected a whole number from 1 to 1000000000000',
    ],
    [
      'a budget that cannot pay a single fan',
      'rewards: [50]\n    budget: 1000\n',
      'rewards: [50]\n    budget: 49\n',
      'riddles.yaml:30 rounds[1].budget: is 49, but one fan can win 50; expected at least that',
    ],
    [
      'a riddle that two rounds have',
      'id: tide',
      'id: lamp',
      'riddles.yaml:32 rounds[1].riddles[0].id: is "lamp", which round first has; expected an id of its own',
    ],
    [
      'a task that there is not',
      'task: puzzle',
      'task: puzle',
      'riddles.yaml:3 rounds[0].task: is "puzle", which is no task of this pack; expected one of type 50',
    ],
    [
      'a task of another type',
      'task: puzzle',
      'task: look',
      'riddles.yaml:3 rounds[0].task: is "look", which is of type 36; expected a task of type 50',
    ],
    [
      'a task that promises another reward than its rounds bring',
      'rewards: [20, 60]',
      'rewards: [20, 61]',
      'tasks.yaml:7 tasks[0].reward: is 60, but its rounds bring up to 61; expected just that',
    ],
    [
      'a task whose budget is less than those of its rounds',
      'budget: 1000',
      'budget: 1001',
      'tasks.yaml:9 tasks[0].budget: is 2000, but its rounds have 2001 together; expected at least that',
    ],
  ])('%s', async (_, from, to, problem) => {
    expect(await problemsOf(editRiddles(from, to))).toEqual([problem]);
  });
});
