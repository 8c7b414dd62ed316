import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { applyContent, formatProblem, PackProblems } from '#/modules/content/index.ts';
import { createDatabase, type TestDatabase } from '../world/database.ts';
import { createSettableClock } from '../world/settable-clock.ts';
import { editRiddles, riddlePack, riddles, withoutFirst, withoutSecond } from './riddle-pack.ts';

describe('applying rounds of riddles', () => {
  const now = new Date('2026-11-21T20:00:00Z');
  const dayMs = 86_400_000;
  let database: TestDatabase;
  beforeAll(async () => {
    database = await createDatabase();
    await apply(riddles);
  });
  afterAll(() => database[Symbol.asyncDispose]());

  async function apply(text: string, at = now): Promise<void> {
    await using folder = await riddlePack(text);
    const clock = createSettableClock(at);
    await applyContent({ ownerPool: database.ownerPool, clock, folder: folder.path });
  }

  async function refusalOf(text: string, at = now): Promise<string[]> {
    const error: unknown = await apply(text, at).then(
      () => undefined,
      (reason: unknown) => reason,
    );
    if (!(error instanceof PackProblems)) throw new Error('The pack was not refused', { cause: error });
    return error.problems.map((problem) => formatProblem(problem).replace(/^.*\//, ''));
  }

  const rowsOf = async (query: string) => (await database.ownerPool.query<Record<string, unknown>>(query)).rows;

  test('keeps the answers apart from the riddles, normalised', async () => {
    expect(await rowsOf(`SELECT riddle_id, answer, accepted FROM riddle_solution ORDER BY 1`)).toEqual([
      { riddle_id: 'lamp', answer: { en_US: 'Firefly', zh_TW: '螢火蟲' }, accepted: ['firefly', 'glowworm', '螢火蟲'] },
      { riddle_id: 'tail', answer: { en_US: 'Comet', zh_TW: '彗星' }, accepted: ['comet', '彗星', '掃把星'] },
      { riddle_id: 'tide', answer: { en_US: 'Tide', zh_TW: '潮水' }, accepted: ['tide', '潮水'] },
    ]);
    const columns = await rowsOf(
      `SELECT column_name FROM information_schema.columns WHERE table_name IN ('riddle', 'riddle_round')`,
    );
    expect(columns.map(({ column_name: name }) => name)).not.toContain('answer');
  });

  test.each([
    [
      'price: 10',
      'price: 11',
      'riddles.yaml:8 rounds[0].price: is not what round first was opened with; expected 10 as it was',
    ],
    [
      'rewards: [20, 60]',
      'rewards: [0, 60]',
      'riddles.yaml:9 rounds[0].rewards: is not what round first was opened with; expected 20, 60 as it was',
    ],
    [
      'closesAt: +P1D',
      'closesAt: +PT1H',
      'riddles.yaml:7 rounds[0].closesAt: is not what round first was opened with; ' +
        'expected 2026-11-22T20:00:00.000Z as it was',
    ],
    [
      'id: lamp',
      'id: lantern',
      'riddles.yaml:11 rounds[0].riddles: is not what round first was opened with; expected lamp, tail as it was',
    ],
  ])('refuses to change an open round from %s to %s', async (from, to, problem) => {
    expect(await refusalOf(editRiddles(from, to))).toEqual([problem]);
  });

  test('refuses a round while an open one is missing from the pack', async () => {
    const alone = withoutFirst().replace('opensAt: +P1D', 'opensAt: +PT23H').replace('[50]', '[60]');
    expect(await refusalOf(alone)).toEqual([
      'riddles.yaml:6 rounds[0].opensAt: is while round first is open, which was applied before; expected a later time',
    ]);
  });

  test('freezes a round ten minutes before it opens, and keeps it when the pack leaves it out', async () => {
    const almostOpen = new Date(now.getTime() + dayMs - 10 * 60_000);
    const [dearer, alone] = [riddles.replace(/price: 10(?=\n {4}rewards: \[50)/, 'price: 11'), withoutSecond()];
    expect(await refusalOf(dearer, almostOpen)).toEqual([
      'riddles.yaml:28 rounds[1].price: is not what round second was opened with; expected 10 as it was',
    ]);
    await apply(alone, almostOpen);
    expect(await rowsOf(`SELECT id FROM riddle_round ORDER BY id`)).toEqual([{ id: 'first' }, { id: 'second' }]);
    await apply(dearer, new Date(almostOpen.getTime() - 1));
    expect(await rowsOf(`SELECT price FROM riddle_round WHERE id = 'second'`)).toEqual([{ price: 11 }]);
    await apply(riddles);
  });

  test('refuses a budget of a task that does not pay for rounds which the pack leaves out', async () => {
    const third = (budget: number) =>
      withoutFirst()
        .replace('id: second', 'id: third')
        .replace('id: tide', 'id: wave')
        .replace('opensAt: +P1D\n    closesAt: +P2D', 'opensAt: +P3D\n    closesAt: +P4D')
        .replace('rewards: [50]\n    budget: 1000', `rewards: [60]\n    budget: ${budget}`);
    // The first round can still be unlocked until its budget is spent.
    expect(await refusalOf(third(1001))).toEqual([
      'tasks.yaml:9 tasks[0].budget: is 2000, but its rounds have 1001 and those applied before can pay ' +
        '1000; expected at least 2001',
    ]);
    // When it has closed, it pays what is set aside, and the second round, which has opened, all it has.
    await database.ownerPool.query(`UPDATE riddle_round SET reserved = 600 WHERE id = 'first'`);
    expect(await refusalOf(third(401), new Date(now.getTime() + dayMs + 15_000))).toEqual([
      'tasks.yaml:9 tasks[0].budget: is 2000, but its rounds have 401 and those applied before can pay 1600; ' +
        'expected at least 2001',
    ]);
    await database.ownerPool.query(`UPDATE riddle_round SET reserved = 0 WHERE id = 'first'`);
    await apply(third(1000));
    expect(await rowsOf(`SELECT id FROM riddle_round ORDER BY id`)).toEqual([{ id: 'first' }, { id: 'third' }]);
    await apply(riddles);
  });

  test('corrects a text and an answer of an open round, and takes a coming one out', async () => {
    await apply(withoutSecond().replace('Glowworm', 'Lightning bug').replace('It flies', 'It glows'));
    expect(await rowsOf(`SELECT id FROM riddle_round`)).toEqual([{ id: 'first' }]);
    expect(await rowsOf(`SELECT accepted FROM riddle_solution WHERE riddle_id = 'lamp'`)).toEqual([
      { accepted: ['firefly', 'lightningbug', '螢火蟲'] },
    ]);
    await apply(riddles);
    expect(await rowsOf(`SELECT id FROM riddle ORDER BY id`)).toEqual([{ id: 'lamp' }, { id: 'tail' }, { id: 'tide' }]);
  });

  test('refuses a budget below the part set aside', async () => {
    await database.ownerPool.query(`UPDATE riddle_round SET reserved = 600 WHERE id = 'first'`);
    expect(
      await refusalOf(editRiddles('rewards: [20, 60]\n    budget: 1000', 'rewards: [20, 60]\n    budget: 599')),
    ).toEqual([
      'riddles.yaml:10 rounds[0].budget: is 599, but those who unlocked the round can win 600; expected at least that',
    ]);
    await database.ownerPool.query(`UPDATE riddle_round SET reserved = 0 WHERE id = 'first'`);
  });

  test.each([
    ['two rounds at a time', `UPDATE riddle_round SET opens_at = opens_at - interval '1 hour' WHERE id = 'second'`],
    ['a round that closes before it opens', `UPDATE riddle_round SET closes_at = opens_at WHERE id = 'first'`],
    ['more set aside than the budget', `UPDATE riddle_round SET reserved = budget + 1 WHERE id = 'first'`],
    ['rewards that fall', `UPDATE riddle_round SET rewards = '{60,20}' WHERE id = 'first'`],
    ['rewards of nothing', `UPDATE riddle_round SET rewards = '{0,0}' WHERE id = 'first'`],
    ['a riddle that nothing solves', `UPDATE riddle_solution SET accepted = '{}' WHERE riddle_id = 'lamp'`],
  ])('leaves a database that itself refuses %s', async (_, statement) => {
    await expect(database.ownerPool.query(statement)).rejects.toMatchObject({
      code: expect.stringMatching(/^23(514|P01)$/),
    });
  });
});
