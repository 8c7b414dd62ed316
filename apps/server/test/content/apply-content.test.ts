import { describe, expect, test } from 'vitest';
import { contentBench } from './content-bench.ts';

const dayMs = 86_400_000;

const bench = contentBench();
const { apply, refusalOf, rowsOf, rowVersions } = bench;

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
    expect(report.applied).toEqual({ added: 22, changed: 3, retired: 0 });
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
    expect(await rowsOf('SELECT reward, most_rewarded FROM invite_terms')).toEqual([{ reward: 40, most_rewarded: 3 }]);
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
    const reports = await Promise.all([apply({ simulates: true }), apply({ simulates: true })]);
    expect(reports.filter((report) => report.applied !== undefined)).toHaveLength(1);
    expect(reports.filter((report) => report.simulated !== undefined)).toHaveLength(1);
  });

  test('shows its banners, and removes those that the pack no longer names', async () => {
    bench.clock.set(new Date('2026-11-21T20:00:00Z'));
    await apply();
    const shown = 'SELECT id, type, link, opens_at, ends_at FROM banner WHERE NOT retired ORDER BY position';
    const [opens_at, ends_at] = [new Date('2026-11-20T20:00:00Z'), new Date('2026-11-22T20:00:00Z')];
    expect(await rowsOf(shown)).toEqual([
      { id: 'welcome', type: 'task', link: '/mall?from=banner', opens_at, ends_at },
      { id: 'afar', type: 'mall', link: 'https://example.com/afar', opens_at: null, ends_at: null },
    ]);
    await bench.folder.edit(['banners.yaml', 'id: welcome', 'id: goodbye']);
    expect((await apply()).applied).toEqual({ added: 1, changed: 0, retired: 1 });
    expect(await rowsOf(shown)).toMatchObject([{ id: 'goodbye' }, { id: 'afar' }]);
    await bench.folder.edit(
      ['banners.yaml', 'type: mall', 'type: home'],
      ['banners.yaml', '    pictureSeed: afar-h3\n', ''],
    );
    await apply();
    expect(await rowsOf(shown), 'home shows no picture, so it needs none').toMatchObject([{}, { type: 'home' }]);
  });

  test('says of a task which election it is about, and takes it back', async () => {
    await bench.folder.edit(['tasks.yaml', 'type: 36', "type: 36\n    activity: '7'"]);
    await apply();
    expect(await rowsOf('SELECT id FROM task WHERE activity_id IS NOT NULL')).toEqual([{ id: 'look' }]);
    await bench.folder.edit(['tasks.yaml', "\n    activity: '7'", '']);
    await apply();
    expect(await rowsOf('SELECT id FROM task WHERE activity_id IS NOT NULL')).toEqual([]);
  });

  test('retires missing entries and restores returning ones', async () => {
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
    ['ticketAsset', 'TICKET_7', 'TICKET_8', 6],
    ['voteAsset', 'VOTE_7', 'VOTE_8', 7],
  ])('%s is refused to change even before, because fans may hold it already', async (field, from, to, line) => {
    await bench.folder.edit(['activities.yaml', 'opensAt: -P2D', 'opensAt: +PT2H']);
    await apply();
    await bench.folder.edit(['activities.yaml', from, to]);
    expect(await refusalOf(apply())).toEqual([
      `activities.yaml:${line} activities[0].${field}: is ${to}, but activity 7 was published with ${from}; ` +
        'expected what was published',
    ]);
  });

  test('its end is refused to change after the opening, with the command that moves it', async () => {
    await apply();
    const was = await rowsOf('SELECT opens_at, closes_at FROM ledger.period');
    await bench.folder.edit(['activities.yaml', /closesAt: .*/, 'closesAt: +P9D']);
    expect(await refusalOf(apply())).toEqual([
      expect.stringMatching(
        /^activities\.yaml:\d+ activities\[0\]\.closesAt: is .*; to move its end run lightstick election move-end 7 /,
      ),
    ]);
    expect(await rowsOf('SELECT opens_at, closes_at FROM ledger.period')).toEqual(was);
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

test('a pack that says nothing of limits and gifts leaves what holds without a pack', async () => {
  const terms = () => rowsOf('SELECT to_jsonb(c) AS claims, to_jsonb(g) AS gifts FROM claim_terms c, gift_terms g');
  const before = await terms();
  expect(before).toHaveLength(1);
  await bench.folder.edit(['pack.yaml', /^limits:[^]*/m, '']);
  await apply();
  expect(await terms()).toEqual(before);
});
