import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { simulatePack } from '#/dev/index.ts';
import { applyContent, formatProblem, PackProblems, readPack } from '#/modules/content/index.ts';
import { createDatabase, type TestDatabase } from '../world/database.ts';
import { createSettableClock } from '../world/settable-clock.ts';
import { type Edit, type PackFolder, smallPack } from './small-pack.ts';

const poll = `polls:
  - activity: '7'
    opensAt: -P1D
    closesAt: +P3D
    timeZone: Asia/Taipei
`;
const fiveMore = [13, 14, 15, 16, 17].map(
  (id) => `  - id: '${id}'
    team: dawn
    number: ${id}
    name: { en_US: Idol ${id}, zh_TW: 偶像 }
    profile: { en_US: Sings, zh_TW: 唱歌 }
    portraitSeed: idol-${id}
`,
);
const withSeven: readonly Edit[] = [
  ['idols.yaml', 'idols:\n', `idols:\n${fiveMore.join('')}`],
  [
    'simulation.yaml',
    'popularity:\n',
    `popularity:\n${[13, 14, 15, 16, 17].map((id) => `  '${id}': { weight: 1, momentum: 0 }\n`).join('')}`,
  ],
];

/** Returns the small pack with seven idols and the polls of a text. */
async function best7Pack(text: string, edits: readonly Edit[] = withSeven): Promise<PackFolder> {
  const folder = await smallPack(...edits);
  await writeFile(join(folder.path, 'best7.yaml'), text);
  return folder;
}

const editPoll = (from: string, to: string) => poll.replace(from, to);
const nameProblem = (problem: Parameters<typeof formatProblem>[0]) =>
  formatProblem(problem).replace(/^.*(?=best7\.yaml)/, '');

async function problemsOf(text: string, edits?: readonly Edit[]): Promise<string[]> {
  await using folder = await best7Pack(text, edits);
  return (await readPack(folder.path)).problems.map(nameProblem);
}

describe('a pack with a Best 7 poll', () => {
  test('has no problems', async () => {
    expect(await problemsOf(poll)).toEqual([]);
  });

  test.each([
    [
      "activity: '7'",
      "activity: '8'",
      'best7.yaml:2 polls[0].activity: is "8", which is no activity of this pack; expected one of 7',
    ],
    ['closesAt: +P3D', 'closesAt: -P2D', 'best7.yaml:4 polls[0].closesAt: is not after opensAt; expected a later time'],
    [
      'Asia/Taipei',
      'Taipei',
      'best7.yaml:5 polls[0].timeZone: is "Taipei"; expected an IANA time zone such as Asia/Taipei',
    ],
  ])('is refused when %s is %s', async (from, to, problem) => {
    expect(await problemsOf(editPoll(from, to))).toEqual([problem]);
  });

  test('is refused for two polls of an activity, and for too few idols', async () => {
    expect(await problemsOf(poll + poll.replace('polls:\n', ''))).toEqual([
      'best7.yaml:6 polls[1].activity: is "7" again; expected one poll for each activity',
    ]);
    expect(await problemsOf(poll, [])).toEqual([
      'best7.yaml:2 polls[0].activity: is "7", in which 2 idols stand; expected at least seven',
    ]);
  });
});

describe('applying a Best 7 poll', () => {
  const now = new Date('2026-11-21T20:00:00Z');
  const dayMs = 86_400_000;
  let database: TestDatabase;
  beforeAll(async () => {
    database = await createDatabase();
    await apply(editPoll('-P1D', '+P1D'));
  });
  afterAll(() => database[Symbol.asyncDispose]());

  async function apply(text: string, at = now): Promise<void> {
    await using folder = await best7Pack(text);
    const clock = createSettableClock(at);
    await applyContent({ ownerPool: database.ownerPool, clock, folder: folder.path });
  }
  const polls = async () => (await database.ownerPool.query('SELECT opens_at, closes_at FROM best7_poll')).rows;

  test('may move or drop it before it opens, and keeps it as it is from then on', async () => {
    await apply('polls: []\n');
    expect(await polls()).toEqual([]);
    await apply(editPoll('-P1D', '+P2D'));
    await apply(poll);
    expect(await polls()).toEqual([
      { opens_at: new Date(now.getTime() - dayMs), closes_at: new Date(now.getTime() + 3 * dayMs) },
    ]);
    const error: unknown = await apply(editPoll('+P3D', '+P4D')).catch((reason: unknown) => reason);
    expect(error instanceof PackProblems && error.problems.map(nameProblem)).toEqual([
      'best7.yaml:4 polls[0].closesAt: is not what the poll was opened with; ' +
        'expected 2026-11-24T20:00:00.000Z as it was',
    ]);
    await apply('polls: []\n');
    expect(await polls()).toHaveLength(1);
  });

  test('gives an open one a past of simulated fans where the pack says so', async () => {
    await using elsewhere = await createDatabase();
    await using folder = await best7Pack(poll, [
      ...withSeven,
      ['simulation.yaml', 'votes: 200', 'votes: 200\nbest7Ballots: 12'],
    ]);
    const clock = createSettableClock(now);
    await applyContent({ ownerPool: elsewhere.ownerPool, clock, folder: folder.path, simulate: simulatePack });
    const { rows } = await elsewhere.ownerPool.query(
      `SELECT (SELECT count(DISTINCT fan_id)::integer FROM best7_ballot) AS ballots,
        sum(first_places)::integer AS firsts,
              sum(points)::integer AS points FROM best7_tally`,
    );
    expect(rows).toEqual([{ ballots: 12, firsts: 12, points: 12 * 28 }]);
  });
});
