import { describe, expect, it, test } from 'vitest';
import { contentBench } from './content-bench.ts';
import { type Edit, problemsAfter } from './small-pack.ts';

const written = `budgets:
  - { id: calm, amount: 4000 }
pools:
  - { id: weekly, budget: calm, points: 1000, from: +PT0H, until: +P28D }
plans:
  - id: month
    title: { en_US: A month, zh_TW: 一個月 }
    description: { en_US: Wait a little, zh_TW: 等一下 }
    periods: 4
    factorPercent: 120
    least: 10
    most: 500
    mostHeld: 1000
    opensAt: +PT0H
`;
const added: Edit = ['staking.yaml', '', written];
const inStaking = (from: string | RegExp, to: string): Edit => ['staking.yaml', from, to];
const otherPlan = (opensAt: string) =>
  inStaking(/$/, written.slice(written.indexOf('  - id: month')).replace('month', 'other').replace('+PT0H', opensAt));

describe('a pack is refused with', () => {
  it.each<readonly [what: string, edits: readonly Edit[], problem: string]>([
    [
      'a number of periods that no stake has',
      [inStaking('periods: 4', 'periods: 5')],
      'staking.yaml:9 plans[0].periods: is 5; expected one of 1, 4, 12',
    ],
    [
      'a factor of nothing',
      [inStaking('factorPercent: 120', 'factorPercent: 0')],
      'staking.yaml:10 plans[0].factorPercent: is 0; expected a whole number from 1 to 1000',
    ],
    [
      'limits that are not in order',
      [inStaking('most: 500', 'most: 9')],
      'staking.yaml:12 plans[0].most: is 9, below least with 10; expected at least that',
    ],
    [
      'a limit of a fan below one stake',
      [inStaking('mostHeld: 1000', 'mostHeld: 499')],
      'staking.yaml:13 plans[0].mostHeld: is 499, below most with 500; expected at least that',
    ],
    [
      'a pool of no budget',
      [inStaking('budget: calm', 'budget: wild')],
      'staking.yaml:4 pools[0].budget: is "wild", which is no budget of this pack; expected one of calm',
    ],
    [
      'a budget that its pools exceed',
      [inStaking('amount: 4000', 'amount: 3999')],
      'staking.yaml:4 pools[0].budget: is "calm" with 3999, but 4 periods cost 4000; expected more',
    ],
    [
      'two plans at a time',
      [otherPlan('+P7D')],
      'staking.yaml:23 plans[1].opensAt: is in the time of another; expected one at a time',
    ],
    [
      'times that cannot be compared',
      [otherPlan("'2027-01-01T00:00:00Z'")],
      'staking.yaml:23 plans[1].opensAt: is not written the way month is; expected all as durations or all as dates',
    ],
    [
      'a pool that ends before it begins',
      [inStaking('until: +P28D', 'until: -P1D')],
      'staking.yaml:4 pools[0].until: is not after opensAt; expected a later time',
    ],
    [
      'a word of interest',
      [inStaking('Wait a little', 'Earn 5% interest')],
      'staking.yaml:8 plans[0].description.en_US: says "interest"; ' +
        'expected words of a Point bonus (點數回饋), which is no interest',
    ],
    [
      'a word of investment',
      [inStaking('一個月', '月月投資')],
      'staking.yaml:7 plans[0].title.zh_TW: says "投資"; expected words of a Point bonus (點數回饋), which is no interest',
    ],
    [
      'a rate of a year',
      [inStaking('A month', '12% per year')],
      'staking.yaml:7 plans[0].title.en_US: says "per year"; ' +
        'expected words of a Point bonus (點數回饋), which is no interest',
    ],
  ])('%s', async (_, edits, problem) => {
    expect(await problemsAfter(added, ...edits)).toEqual([problem]);
  });
});

describe('applying staking', () => {
  const bench = contentBench();
  const { apply, refusalOf, rowsOf } = bench;
  const edit = (from: string | RegExp, to: string) => bench.folder.edit(inStaking(from, to));

  test('writes budgets, pools and plans once, and has the server publish', async () => {
    await bench.folder.edit(added);
    await apply();
    expect(await rowsOf('SELECT id, amount, set_aside FROM staking_budget')).toEqual([
      { id: 'calm', amount: 4000, set_aside: 0 },
    ]);
    expect(
      await rowsOf(`SELECT id, points, begins_until - begins_from = '28 days' AS whole FROM staking_pool`),
    ).toEqual([{ id: 'weekly', points: 1000, whole: true }]);
    expect(
      await rowsOf('SELECT id, periods, factor, least, most, most_held, closes_at, paused FROM staking_plan'),
    ).toEqual([
      { id: 'month', periods: 4, factor: 120, least: 10, most: 500, most_held: 1000, closes_at: null, paused: false },
    ]);
    expect(
      await rowsOf(`SELECT count(*)::integer FROM graphile_worker.jobs WHERE task_identifier = 'move-staking'`),
    ).toEqual([{ count: 1 }]);
    await bench.folder.edit(['pack.yaml', 'version: 1.0.0', 'version: 1.0.1']);
    expect((await apply()).applied).toEqual({ added: 0, changed: 0, retired: 0 });
  });

  test('changes texts, times and the pause of a plan, but none of its terms', async () => {
    await bench.folder.edit(added);
    await apply();
    await edit(/opensAt: .*/, 'opensAt: +PT1H\n    paused: true');
    expect((await apply()).applied).toMatchObject({ changed: 1 });
    await edit('factorPercent: 120', 'factorPercent: 121');
    expect(await refusalOf(apply())).toEqual([
      'staking.yaml:10 plans[0].factorPercent: is 121, but the plan was published with 120; ' +
        'expected that, or another id',
    ]);
    await edit('id: month', 'id: month-again');
    expect((await apply()).applied).toMatchObject({ added: 1, retired: 1 });
  });

  test('never lets a budget fall below the part set aside', async () => {
    await bench.folder.edit(added);
    await apply();
    await bench.database.ownerPool.query('UPDATE staking_budget SET set_aside = 4000');
    await edit('points: 1000', 'points: 500');
    await edit('amount: 4000', 'amount: 3000');
    expect(await refusalOf(apply())).toEqual([
      'staking.yaml:2 budgets[0].amount: is 3000, but 4000 are set aside already; expected at least that',
    ]);
    await bench.database.ownerPool.query('UPDATE staking_budget SET set_aside = 0');
  });
});
