import { beforeEach, describe, expect, test } from 'vitest';
import { applyContent, formatProblem, PackProblems } from '#/modules/content/index.ts';
import { createDatabase, type TestDatabase } from '../world/database.ts';
import { createSettableClock } from '../world/settable-clock.ts';
import { type PackFolder, smallPack } from './small-pack.ts';

const tables = [
  'team',
  'idol',
  'activity',
  'candidate',
  'task',
  'offer',
  'vote_pack',
  'page',
  'fan',
  'ranking_snapshot',
  'ledger.period',
  'ledger.transfer',
];
const dayMs = 86_400_000;

/** A real database and a small pack of its own for each test. */
type Bench = { database: TestDatabase; folder: PackFolder; clock: ReturnType<typeof createSettableClock> };

let bench: Bench;
const open: AsyncDisposable[] = [];

beforeEach(async () => {
  const [database, folder] = await Promise.all([createDatabase(), smallPack()]);
  open.push(database, folder);
  bench = { database, folder, clock: createSettableClock(new Date()) };
  return async () => {
    for (const one of open.splice(0)) await one[Symbol.asyncDispose]();
  };
});

const apply = ({ allowSimulation = false } = {}, { database, folder, clock } = bench) =>
  applyContent({ ownerPool: database.ownerPool, clock, folder: folder.path, allowSimulation });

/** Which version each row of each table has: equal before and after when nothing was written. */
async function rowVersions({ database } = bench): Promise<unknown> {
  const versions = tables
    .map((table) => `SELECT '${table}' AS of, xmin::text, ctid::text FROM ${table}`)
    .join(' UNION ALL ');
  return (await database.ownerPool.query(`${versions} ORDER BY 1, 3`)).rows;
}

async function rowsOf(query: string): Promise<unknown[]> {
  return (await bench.database.ownerPool.query<Record<string, unknown>>(query)).rows;
}

async function refusalOf(application: Promise<unknown>): Promise<string[]> {
  const error: unknown = await application.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  if (!(error instanceof PackProblems)) throw new Error('The pack was not refused', { cause: error });
  return error.problems.map((problem) => formatProblem(problem).replace(`${bench.folder.path}/`, ''));
}

describe('applying a pack', () => {
  test('puts all it defines in place, its times counted from the full hour', async () => {
    bench.clock.set(new Date('2026-11-21T20:17:53Z'));
    const report = await apply();
    expect(report).toMatchObject({
      name: 'small',
      version: '1.0.0',
      anchoredAt: new Date('2026-11-21T20:00:00Z'),
      simulated: undefined,
    });
    expect(report.applied).toEqual({ added: 13, changed: 0, retired: 0 });
    expect(await rowsOf('SELECT id, opens_at, closes_at, daily_cap, free_per_day FROM ledger.period')).toEqual([
      {
        id: 7,
        opens_at: new Date('2026-11-19T20:00:00Z'),
        closes_at: new Date('2026-11-23T08:00:00Z'),
        daily_cap: 500,
        free_per_day: 3,
      },
    ]);
    expect(
      await rowsOf('SELECT id, reward, streak_rewards, dwell_seconds, opens_at FROM task ORDER BY position'),
    ).toEqual([
      { id: 'hello', reward: 1, streak_rewards: [1, 2, 3, 4, 5, 6, 7], dwell_seconds: 0, opens_at: null },
      { id: 'look', reward: 30, streak_rewards: null, dwell_seconds: 5, opens_at: null },
      { id: 'search', reward: 60, streak_rewards: null, dwell_seconds: 5, opens_at: new Date('2026-11-22T20:00:00Z') },
    ]);
    expect(await rowsOf('SELECT gives_asset, gives_amount, stock, per_fan_limit FROM offer')).toEqual([
      { gives_asset: 'TICKET_7', gives_amount: 1, stock: 100, per_fan_limit: 5 },
    ]);
    expect(await rowsOf('SELECT id, title, updated_on::text FROM page')).toEqual([
      { id: 'use-terms', title: { en_US: 'Terms', zh_TW: '條款' }, updated_on: '2026-11-21' },
    ]);
    expect(await rowsOf('SELECT name, team_id FROM idol WHERE id = $$12$$')).toEqual([
      { name: { en_US: 'Bea', zh_TW: '比亞' }, team_id: 'dusk' },
    ]);
  });

  test('again writes nothing, and a pack that differs in a comment touches no row', async () => {
    await apply();
    const before = await rowVersions();
    expect(await apply()).toMatchObject({ applied: undefined });
    await bench.folder.edit(['pack.yaml', 'name: small', '# A comment.\nname: small']);
    expect((await apply()).applied).toEqual({ added: 0, changed: 0, retired: 0 });
    expect(await rowVersions()).toEqual(before);
  });

  test('a week later keeps the anchor of the first time', async () => {
    const { anchoredAt } = await apply();
    bench.clock.advance(7 * dayMs);
    await bench.folder.edit(['tasks.yaml', 'reward: 30', 'reward: 35']);
    const report = await apply();
    expect(report).toMatchObject({ anchoredAt, applied: { added: 0, changed: 1, retired: 0 } });
  });

  test('on two replicas at once applies it once', async () => {
    const reports = await Promise.all([apply({ allowSimulation: true }), apply({ allowSimulation: true })]);
    expect(reports.filter((report) => report.applied !== undefined)).toHaveLength(1);
    expect(reports.filter((report) => report.simulated !== undefined)).toHaveLength(1);
  });

  test('retires what is gone and brings back what returns', async () => {
    await apply();
    await bench.folder.edit(
      ['activities.yaml', 'teams: [dawn, dusk]', 'teams: [dawn]'],
      ['simulation.yaml', "  '12': { weight: 2, momentum: 0 }\n", ''],
      ['tasks.yaml', 'id: look', 'id: look-again'],
    );
    expect((await apply()).applied).toMatchObject({ added: 1, retired: 2 });
    expect(await rowsOf('SELECT idol_id FROM candidate WHERE withdrawn')).toEqual([{ idol_id: '12' }]);
    expect(await rowsOf('SELECT id FROM task WHERE retired')).toEqual([{ id: 'look' }]);

    await bench.folder.edit(
      ['activities.yaml', 'teams: [dawn]', 'teams: [dawn, dusk]'],
      ['simulation.yaml', 'nicknames:', "  '12': { weight: 2, momentum: 0 }\nnicknames:"],
      ['tasks.yaml', 'id: look-again', 'id: look'],
    );
    expect((await apply()).applied).toMatchObject({ changed: 2, retired: 1 });
    expect(await rowsOf('SELECT idol_id FROM candidate WHERE withdrawn')).toEqual([]);
    expect(await rowsOf('SELECT id FROM task WHERE retired')).toEqual([{ id: 'look-again' }]);
  });

  test('that is wrong applies none of it', async () => {
    await bench.folder.edit(['idols.yaml', 'team: dawn', 'team: noon']);
    expect(await refusalOf(apply())).toEqual([
      'idols.yaml:3 idols[0].team: is "noon", which is no team of this pack; expected one of dawn, dusk',
    ]);
    expect(await rowsOf('SELECT id FROM team')).toEqual([]);
  });

  test('refuses a stock below what fans have', async () => {
    await apply();
    await bench.database.ownerPool.query('UPDATE offer SET exchanged = 40');
    await bench.folder.edit(['offers.yaml', 'stock: 100', 'stock: 39'], ['offers.yaml', 'price: 50', 'price: 60']);
    expect(await refusalOf(apply())).toEqual([
      'offers.yaml:8 offers[0].stock: is 39, but fans have exchanged 40 already; expected at least that',
    ]);
    expect(await rowsOf('SELECT price FROM offer')).toEqual([{ price: 50 }]);
    await bench.database.ownerPool.query('UPDATE offer SET exchanged = 0');
  });
});

describe('what an activity was published with', () => {
  test.each([
    ['opensAt', 'opensAt: -P2D', 'opensAt: -P1D', 8],
    ['closesAt', 'closesAt: +P1DT12H', 'closesAt: +P2D', 9],
    ['timeZone', 'Asia/Taipei', 'Asia/Tokyo', 10],
    ['freeVotesPerDay', 'freeVotesPerDay: 3', 'freeVotesPerDay: 4', 11],
    ['dailyCap', '    dailyCap: 500\n', '', 2],
    ['votesPerTicket', 'votesPerTicket: 10', 'votesPerTicket: 11', 13],
    ['ticketAsset', 'TICKET_7', 'TICKET_8', 6],
    ['voteAsset', 'VOTE_7', 'VOTE_8', 7],
    ['prizes', 'ranks: [2, 2]', 'ranks: [2, 3]', 15],
    ['rules', 'en_US: Fair', 'en_US: Unfair', 20],
  ] as const)('%s is refused to change after the opening', async (field, from, to, line) => {
    await apply();
    const before = await rowVersions();
    await bench.folder.edit(['activities.yaml', from, to], ['teams.yaml', 'en_US: Early', 'en_US: Earlier']);
    const [problem, ...others] = await refusalOf(apply());
    expect(others).toEqual([]);
    expect(problem).toMatch(
      new RegExp(
        `^activities\\.yaml:${line} activities\\[0\\]\\.${field}: is .*, but activity 7 was published with .*; expected what was published, because voting has opened$`,
      ),
    );
    expect(await rowVersions()).toEqual(before);
  });

  test.each([
    ['ticketAsset', 'TICKET_7', 'TICKET_8', 6],
    ['voteAsset', 'VOTE_7', 'VOTE_8', 7],
  ])('%s is refused to change even before, because fans may hold it already', async (field, from, to, line) => {
    await bench.folder.edit(['activities.yaml', 'opensAt: -P2D', 'opensAt: +PT2H']);
    await apply();
    await bench.folder.edit(['activities.yaml', from, to]);
    expect(await refusalOf(apply())).toEqual([
      `activities.yaml:${line} activities[0].${field}: is ${to}, but activity 7 was published with ${from}; expected what was published`,
    ]);
  });

  test('may change until then', async () => {
    await bench.folder.edit(
      ['activities.yaml', 'opensAt: -P2D', 'opensAt: +PT2H'],
      ['activities.yaml', 'dailyCap: 500', 'dailyCap: 400'],
    );
    await apply();
    await bench.folder.edit(
      ['activities.yaml', 'opensAt: +PT2H', 'opensAt: +PT3H'],
      ['activities.yaml', 'dailyCap: 400', 'dailyCap: 300'],
      ['activities.yaml', 'en_US: Fair', 'en_US: Fairer'],
    );
    const { anchoredAt } = await apply();
    expect(await rowsOf('SELECT opens_at, daily_cap FROM ledger.period')).toEqual([
      { opens_at: new Date(anchoredAt.getTime() + dayMs / 8), daily_cap: 300 },
    ]);
    expect(await rowsOf('SELECT rules FROM activity')).toEqual([{ rules: [{ en_US: 'Fairer', zh_TW: 'Fair中文' }] }]);
  });
});

describe('the simulated past', () => {
  const tallies =
    "SELECT p.name, sum(s.credits)::bigint AS votes FROM ledger.pool p JOIN ledger.pool_shard s ON s.pool = p.id WHERE p.kind = 'tally' GROUP BY 1 ORDER BY 1";

  test('is cast by the ledger, by fans marked as simulated, since the opening', async () => {
    const report = await apply({ allowSimulation: true });
    expect(report.simulated).toMatchObject({ fans: 20, votes: 200 });
    expect(await rowsOf('SELECT count(*)::integer AS fans, bool_and(simulated) AS simulated FROM fan')).toEqual([
      { fans: 20, simulated: true },
    ]);
    const [cast] = await rowsOf(
      `SELECT count(*)::integer AS votes, bool_and(t.received_at >= d.opens_at) AS "sinceOpening", max(t.received_at) AS latest
         FROM ledger.transfer t JOIN ledger.period d ON d.id = t.book WHERE t.reason = 10`,
    );
    expect(cast).toMatchObject({ votes: 200, sinceOpening: true });
    expect((cast as { latest: Date }).latest.getTime()).toBeLessThan(bench.clock.now().getTime());
  });

  test('happens once, and not before it is allowed', async () => {
    expect((await apply()).simulated).toBeUndefined();
    expect(await rowsOf('SELECT id FROM fan')).toEqual([]);
    expect((await apply({ allowSimulation: true })).simulated).toMatchObject({ votes: 200 });
    const before = await rowVersions();
    await bench.folder.edit(['pack.yaml', '1.0.0', '1.0.1']);
    expect((await apply({ allowSimulation: true })).simulated).toBeUndefined();
    expect(await rowVersions()).toEqual(before);
  });

  test('waits for an activity that has not opened', async () => {
    await bench.folder.edit(['activities.yaml', 'opensAt: -P2D', 'opensAt: +PT2H']);
    expect((await apply({ allowSimulation: true })).simulated).toBeUndefined();
  });

  test('is the same in every installation', async () => {
    await apply({ allowSimulation: true });
    const here = await rowsOf(tallies);
    await using elsewhere = await createDatabase();
    await apply({ allowSimulation: true }, { ...bench, database: elsewhere });
    expect((await elsewhere.ownerPool.query(tallies)).rows).toEqual(here);
  });

  test('leaves a snapshot of every full hour, the last of them on the votes so far', async () => {
    await apply({ allowSimulation: true });
    const hours = await rowsOf(
      'SELECT taken_at, count(*)::integer AS rows, sum(votes)::bigint AS votes FROM ranking_snapshot GROUP BY 1 ORDER BY 1',
    );
    expect(hours).toHaveLength(48);
    expect(hours.every((hour) => (hour as { rows: number }).rows === 2)).toBe(true);
    const [counted] = await rowsOf(
      'SELECT sum(amount)::bigint AS votes FROM ledger.transfer WHERE reason = 10 AND received_at < (SELECT max(taken_at) FROM ranking_snapshot)',
    );
    expect(hours.at(-1)).toMatchObject(counted as { votes: number });
  });
});
