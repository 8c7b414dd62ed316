import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeEach, describe, expect, test } from 'vitest';
import { endCampaign } from '#/modules/luck/end-luck.ts';
import { publishLuck } from '#/modules/luck/index.ts';
import { luckPlan } from '#/modules/luck/plan.ts';
import { contentBench } from './content-bench.ts';

type Bench = ReturnType<typeof contentBench>;

/** Publishes everything that is planned, as the server does. */
async function publish({ database, clock }: Bench): Promise<void> {
  await database.db
    .transaction()
    .execute((tx) => publishLuck(tx, { now: () => Promise.resolve(clock.now()), beacon: 'organiser' }));
}

const firstTime = new Date('2026-11-21T20:17:53Z');

describe('applying luck', () => {
  const bench = contentBench();
  const { apply, refusalOf, rowsOf, rowVersions } = bench;
  const edit = (from: string | RegExp, to: string) => bench.folder.edit(['luck.yaml', from, to]);
  beforeEach(async () => {
    bench.clock.set(firstTime);
    await apply();
  });

  test('budgets and plans are written as luck reads them', async () => {
    expect(await rowsOf('SELECT id, asset, amount, set_aside FROM luck_budget')).toEqual([
      { id: 'fun', asset: 'POINT', amount: 10_000, set_aside: 0 },
    ]);
    const plans = await rowsOf('SELECT id, kind, plan, retired FROM luck_plan ORDER BY position');
    expect(plans).toMatchObject([
      { id: 'noon', kind: 'packet' },
      { id: 'chest', kind: 'box' },
      { id: 'daily', kind: 'envelope' },
      { id: 'sunday', kind: 'raffle' },
    ]);
    const [noon, chest, , sunday] = plans.map((row) => luckPlan.parse((row as { plan: unknown }).plan));
    expect(noon?.schedule).toEqual({
      kind: 'daily',
      at: ['12:30', '20:30'],
      timeZone: 'Asia/Taipei',
      lastsMinutes: 120,
    });
    expect(chest).toEqual({
      kind: 'box',
      activityId: null,
      title: { en_US: 'Chest', zh_TW: 'Chest中文' },
      description: { en_US: 'Inside', zh_TW: 'Inside中文' },
      coverSeed: 'chest',
      budget: 'fun',
      schedule: { kind: 'once', opensAt: '2026-11-20T20:00:00.000Z', closesAt: '2026-11-22T20:00:00.000Z' },
      minAccountAgeHours: 0,
      regions: ['TW', 'HK'],
      version: 1,
      price: 50,
      perFanLimit: 5,
      rareWithin: 10,
      prizes: [
        {
          prizeId: 'few',
          title: { en_US: 'Few', zh_TW: 'Few中文' },
          gives: { asset: 'POINT', amount: 10 },
          isRare: false,
          total: 90,
        },
        {
          prizeId: 'many',
          title: { en_US: 'Many', zh_TW: 'Many中文' },
          gives: { asset: 'POINT', amount: 200 },
          isRare: true,
          total: 10,
        },
      ],
    });
    expect(sunday).toMatchObject({ perFanLimit: 1, schedule: { kind: 'weekly', weekday: 7, at: '21:30' } });
  });

  test('tickets and votes are those of their activity, and a repetition may end', async () => {
    await edit('POINT: 10000', 'POINT: 10000, TICKET_7: 900, VOTE_7: 90');
    await edit('points: 10, count: 90', "tickets: 2, activity: '7', count: 90");
    await edit('asset: POINT', 'asset: VOTE_7');
    await edit(/total: 500\n    shares: 20/, 'total: 90\n    shares: 20');
    await edit('lasts: PT2H', 'lasts: PT2H, until: +P1D');
    await apply();
    expect(await rowsOf(`SELECT plan #> '{prizes,0,gives}' AS gives FROM luck_plan WHERE id = 'chest'`)).toEqual([
      { gives: { asset: 'TICKET_7', amount: 2 } },
    ]);
    expect(await rowsOf(`SELECT plan #>> '{schedule,until}' AS until FROM luck_plan WHERE id = 'noon'`)).toEqual([
      { until: '2026-11-22T20:00:00.000Z' },
    ]);
  });

  test('another application touches no row', async () => {
    const before = await rowVersions();
    await bench.folder.edit(['pack.yaml', 'name: small', '# A comment.\nname: small']);
    expect((await apply()).applied).toEqual({ added: 0, changed: 0, retired: 0 });
    expect(await rowVersions()).toEqual(before);
  });

  test('a plan that is gone is retired, and returns', async () => {
    await edit('id: noon', 'id: midnight');
    expect((await apply()).applied).toEqual({ added: 1, changed: 0, retired: 1 });
    expect(await rowsOf('SELECT id FROM luck_plan WHERE retired')).toEqual([{ id: 'noon' }]);
    await edit('id: midnight', 'id: noon');
    expect((await apply()).applied).toEqual({ added: 0, changed: 1, retired: 1 });
    expect(await rowsOf('SELECT id FROM luck_plan WHERE retired')).toEqual([{ id: 'midnight' }]);
  });

  test('a plan keeps its kind', async () => {
    await edit(/id: chest([^]*)id: daily/, 'id: daily$1id: chest');
    expect(await refusalOf(apply())).toEqual([
      'luck.yaml:15 boxes[0].id: is "daily", which was an envelope; expected an id of its own',
      'luck.yaml:30 envelopes[0].id: is "chest", which was a box; expected an id of its own',
    ]);
  });

  test('a budget keeps its part that is set aside', async () => {
    await publish(bench);
    const [{ setAside }] = (await rowsOf('SELECT set_aside::int AS "setAside" FROM luck_budget')) as [
      { setAside: number },
    ];
    expect(setAside).toBeGreaterThan(1000);
    await edit('POINT: 10000', `POINT: ${setAside - 1}`);
    expect(await refusalOf(apply())).toEqual([
      `luck.yaml:3 budgets[0].amounts.POINT: is ${setAside - 1}, but ${setAside} are set aside already; ` +
        'expected at least that',
    ]);
    await edit(`POINT: ${setAside - 1}`, 'POINT: 20000');
    await apply();
    const kept = [{ amount: 20_000, set_aside: setAside }];
    expect(await rowsOf('SELECT amount, set_aside FROM luck_budget')).toEqual(kept);
    await bench.folder.edit(['luck.yaml', /^[^]+$/, '']);
    expect((await apply()).applied).toMatchObject({ retired: 4 });
    expect(await rowsOf('SELECT amount, set_aside FROM luck_budget')).toEqual(kept);
  });

  test('a campaign of one time after the start keeps how long it lasts', async () => {
    await edit('{ opensAt: -P1D, closesAt: +P1D }', '{ afterStart: PT3M, lasts: P1D }');
    await apply();
    await publish(bench);
    await edit('en_US: Chest', 'en_US: Box');
    await apply();
    await edit('lasts: P1D', 'lasts: P2D');
    expect(await refusalOf(apply())).toEqual([
      'luck.yaml:25 boxes[0].schedule.lasts: is 2880 minutes, but version 1 was published with 1440 minutes; ' +
        'expected that, or a new version',
    ]);
  });

  describe('pieces of an NFT', () => {
    const write = (reserved: number) =>
      writeFile(
        join(bench.folder.path, 'nfts.yaml'),
        `nfts:
    - id: moon
      title: { en_US: Moon, zh_TW: 月亮 }
      description: { en_US: It shines, zh_TW: 它會發光 }
      pictureSeed: moon-h2
      size: 20
      reserved: ${reserved}
      price: 30
      opensAt: -P1D
  `,
      );
    beforeEach(async () => {
      await write(5);
      await edit('points: 10, count: 90', 'nft: moon, count: 4');
      await apply();
      await publish(bench);
    });

    test('must suffice for published plans and new ones', async () => {
      await edit('version: 1', 'version: 2');
      expect(await refusalOf(apply())).toEqual([
        'nfts.yaml:7 nfts[0].reserved: is 5, but 8 are needed: ' +
          '0 given away, 4 in running campaigns, 4 in new ones; expected at least that',
      ]);
      await write(8);
      await apply();
    });

    test('stay reserved while a campaign promises them', async () => {
      await bench.folder.edit(['luck.yaml', /^boxes:[^]*?(?=^envelopes)/m, '']);
      await write(3);
      expect(await refusalOf(apply())).toEqual([
        'nfts.yaml:7 nfts[0].reserved: is 3, but 4 are needed: ' +
          '0 given away, 4 in running campaigns, 0 in new ones; expected at least that',
      ]);
      const { db } = bench.database;
      const afterItsEnd = new Date(firstTime.getTime() + 2 * 24 * 60 * 60_000);
      await db.transaction().execute((tx) => endCampaign(tx, 'chest', afterItsEnd));
      await apply();
    });
  });
});

describe('a published campaign', () => {
  const bench = contentBench({ sharesDatabase: true });
  const { apply, refusalOf, rowVersions } = bench;
  const edit = (from: string | RegExp, to: string) => bench.folder.edit(['luck.yaml', from, to]);
  beforeEach(async () => {
    bench.clock.set(firstTime);
    await apply();
    await publish(bench);
  });

  test.each([
    ['price: 50', 'price: 60', 'boxes[0].price: is 60, but version 1 was published with 50'],
    ['perFanLimit: 5', 'perFanLimit: 6', 'boxes[0].perFanLimit: is 6, but version 1 was published with 5'],
    ['    rareWithin: 10\n', '', 'boxes[0].rareWithin: is none, but version 1 was published with 10'],
    ['regions: [TW, HK]', 'regions: [TW]', 'boxes[0].regions: is ["TW"], but version 1 was published with ["TW","HK"]'],
    ['closesAt: +P1D', 'closesAt: +PT25H', 'boxes[0].schedule.closesAt: is 2026-11-22T21:00:00.000Z, but version 1'],
    ['id: few', 'id: little', 'boxes[0].prizes[0].id: is little, but version 1 was published with few'],
    ['points: 10,', 'points: 11,', 'boxes[0].prizes[0].points: is 11 POINT, but version 1 was published with 10 POINT'],
    ['count: 10 }', 'count: 9 }', 'boxes[0].prizes[1].count: is 9, but version 1 was published with 10'],
    [/( .*few.*\n)(.*many.*\n)/, '$2$1', 'boxes[0].prizes[0].id: is many, but version 1 was published with few'],
    [
      / .*many.*\n/,
      '      - { id: few2, title: { en_US: F, zh_TW: F }, points: 1, rare: true, count: 10 }\n      - { id: ' +
        'many, title: { en_US: M, zh_TW: M }, points: 200, rare: true, count: 10 }\n',
      'boxes[0].prizes: is a list of 3, but version 1 was published with a list of 2',
    ],
    ['each: 10, most: 3', 'each: 9, most: 3', 'envelopes[0].attempts: is [{'],
    ['price: 0', 'price: 0\n    perFanLimit: 2', 'raffles[0].perFanLimit: is 2, but version 1 was published with 1'],
    ['price: 0', "price: 0\n    activity: '7'", 'raffles[0].activity: is 7, but version 1 was published with none'],
    [
      'price: 0',
      'price: 0\n    minAccountAgeHours: 1',
      'raffles[0].minAccountAgeHours: is 1, but version 1 was published with 0',
    ],
  ])('does not change without a new version: %s → %s', async (from, to, problem) => {
    const before = await rowVersions();
    await edit(from, to);
    const problems = await refusalOf(apply());
    expect(problems[0]).toContain(problem);
    expect(problems[0]).toMatch(/^luck\.yaml:\d+ .*; expected that, or a new version$/);
    expect(await rowVersions()).toEqual(before);
  });

  test('has the line of what changed', async () => {
    await edit('points: 200, rare', 'points: 201, rare');
    expect(await refusalOf(apply())).toEqual([
      'luck.yaml:28 boxes[0].prizes[1].points: is 201 POINT, but version 1 was published with 200 POINT; ' +
        'expected that, or a new version',
    ]);
  });

  test('lets texts, times of later ones and packets change', async () => {
    await edit('en_US: Chest', 'en_US: Treasure chest');
    await edit('day: sunday', 'day: monday');
    await edit('total: 500', 'total: 600');
    expect((await apply()).applied).toEqual({ added: 0, changed: 3, retired: 0 });
  });
  test('has a later version beside it, and no earlier one after it', async () => {
    await edit('price: 50', 'price: 60');
    await edit(/version: 1/, 'version: 2');
    await edit('POINT: 10000', 'POINT: 100000');
    await apply();
    await publish(bench);
    await edit('version: 2', 'version: 1');
    expect(await refusalOf(apply())).toEqual([
      'luck.yaml:16 boxes[0].version: is 1, but version 2 is published; expected that, or a higher one',
    ]);
  });
});
