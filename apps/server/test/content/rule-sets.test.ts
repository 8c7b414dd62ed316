import { createHash } from 'node:crypto';
import type { RuleDocument } from '@lightstick/contract';
import { describe, expect, test } from 'vitest';
import { changeTerm, contentBench, keptTerm } from './content-bench.ts';
import { type Edit, withoutSimulation } from './small-pack.ts';

const hourMs = 3_600_000;

const bench = contentBench();
const { apply, refusalOf, rowsOf } = bench;

const everyRule: Edit = [
  'activities.yaml',
  '    votesPerTicket: 10\n',
  `    priceSteps: [{ fromTicket: 1, votesPerTicket: 10 }, { fromTicket: 101, votesPerTicket: 8 }]
    minAccountAgeHours: 24
    paidShareMaxPercent: 60
    endingLimits: [{ withinMinutes: 60, votes: 200 }, { withinMinutes: 10, votes: 50 }]
    displayFreezeMinutes: 60
    tieRule: sharedPlace
    quarantine: { callsPerMinute: 30, decideWithinHours: 12, ifUndecided: voided }
`,
];

const comingRounds: Edit = [
  'activities.yaml',
  'opensAt: -P2D\n    closesAt: +P1DT12H',
  `opensAt: +PT2H
    closesAt: +P1DT12H
    rounds:
      - { opensAt: +PT2H, closesAt: +PT6H, goOn: 1, carries: true }
      - { opensAt: +P1D, closesAt: +P1DT12H }`,
];

const inTwoHours: Edit = ['activities.yaml', 'opensAt: -P2D', 'opensAt: +PT2H'];

type RuleSetRow = { id: number; version: number; document: string; hash: Buffer; published_at: Date };

async function ruleSets(): Promise<RuleSetRow[]> {
  return (await rowsOf('SELECT * FROM rule_set ORDER BY version')) as RuleSetRow[];
}

async function latestDocument(): Promise<RuleDocument> {
  return JSON.parse((await ruleSets()).at(-1)?.document ?? 'null') as RuleDocument;
}

describe('the rules of an activity', () => {
  test('are published when they are first applied, whole and with their hash, and hold the period', async () => {
    const { anchoredAt } = await apply();
    const [published, ...others] = await ruleSets();
    expect(others).toEqual([]);
    expect(published).toMatchObject({ version: 1, published_at: bench.clock.now() });
    expect(published?.hash.toString('hex')).toBe(
      createHash('sha256')
        .update(published?.document ?? '')
        .digest('hex'),
    );
    const at = (hours: number) => new Date(anchoredAt.getTime() + hours * hourMs).toISOString();
    expect(await latestDocument()).toEqual({
      format: 'lightstick/rules/v1',
      activityId: '7',
      version: 1,
      opensAt: at(-48),
      closesAt: at(36),
      timeZone: 'Asia/Taipei',
      rounds: [{ opensAt: at(-48), closesAt: at(36), goOn: null, carries: false }],
      freeVotesPerDay: 3,
      dailyCap: 500,
      ticketAsset: 'TICKET_7',
      voteAsset: 'VOTE_7',
      priceSteps: [{ fromTicket: 1, votesPerTicket: 10 }],
      minAccountAgeHours: 0,
      paidShareMaxPercent: null,
      endingLimits: [],
      displayFreezeMinutes: 0,
      tieRule: 'reachedFirst',
      quarantine: null,
      prizes: [
        { fromRank: 1, toRank: 1, title: { en_US: 'Gold', zh_TW: 'Gold中文' } },
        { fromRank: 2, toRank: 2, title: { en_US: 'Silver', zh_TW: 'Silver中文' } },
      ],
      notes: [{ en_US: 'Fair', zh_TW: 'Fair中文' }],
    });
    expect(await rowsOf('SELECT rule_set FROM ledger.period')).toEqual([{ rule_set: published?.id }]);
  });

  test('become limits of the ledger, near the end of every round', async () => {
    await bench.folder.edit(everyRule, comingRounds, withoutSimulation);
    const { anchoredAt } = await apply();
    const minutesTo = (hours: number, minutes: number) =>
      new Date(anchoredAt.getTime() + hours * hourMs - minutes * 60_000);
    expect(
      await rowsOf(
        `SELECT extract(epoch from min_account_age)::integer AS age, paid_share_max, shares_places, ending_from,
                to_jsonb(ending_caps) AS ending_caps FROM ledger.period`,
      ),
    ).toEqual([
      {
        age: 86_400,
        paid_share_max: 60,
        shares_places: true,
        ending_from: [
          minutesTo(6, 60),
          minutesTo(6, 10),
          minutesTo(6, 0),
          minutesTo(36, 60),
          minutesTo(36, 10),
          minutesTo(36, 0),
        ],
        ending_caps: [200, 50, null, 200, 50, null],
      },
    ]);
    expect(await rowsOf('SELECT round, go_on, carries FROM ledger.round ORDER BY round')).toEqual([
      { round: 1, go_on: 1, carries: true },
      { round: 2, go_on: null, carries: false },
    ]);
    expect(await rowsOf('SELECT votes_per_ticket FROM activity')).toEqual([{ votes_per_ticket: 10 }]);
  });

  test('are published as another version only when they differ', async () => {
    await bench.folder.edit(inTwoHours);
    await apply();
    await bench.folder.edit(['teams.yaml', 'en_US: Early', 'en_US: Earlier'], ['activities.yaml', 'small', 'smaller']);
    await apply();
    expect(await ruleSets()).toHaveLength(1);
    await bench.folder.edit(['activities.yaml', 'dailyCap: 500', 'dailyCap: 400']);
    expect((await apply()).applied).toEqual({ added: 1, changed: 0, retired: 0 });
    await bench.folder.edit(['activities.yaml', 'dailyCap: 400', 'dailyCap: 500']);
    await apply();
    const versions = await ruleSets();
    expect(versions.map(({ version }) => version)).toEqual([1, 2, 3]);
    expect(new Set(versions.map(({ hash }) => hash.toString('hex'))).size).toBe(3);
    expect(await rowsOf('SELECT rule_set FROM ledger.period')).toEqual([{ rule_set: versions[2]?.id }]);
  });

  test('stay as they were published, also for a direct writer to the database', async () => {
    await apply();
    const { ownerPool } = bench.database;
    await expect(ownerPool.query('UPDATE rule_set SET version = 2')).rejects.toThrow(/stay as they are/);
    await expect(ownerPool.query('DELETE FROM rule_set')).rejects.toThrow(/stay as they are/);
    const forged = `INSERT INTO rule_set (activity_id, version, document, hash, published_at)
      VALUES ('7', 2, '{}', $1, now())`;
    await expect(ownerPool.query(forged, [Buffer.alloc(32)])).rejects.toThrow(/rule_set_check|violates check/);
    await ownerPool.query(
      `WITH other AS (INSERT INTO rule_set (activity_id, version, document, hash, published_at)
                        VALUES ('7', 2, '{}', sha256('{}'), now()) RETURNING id)
       SELECT id FROM other`,
    );
    await expect(
      ownerPool.query(`SELECT ledger.adopt_rule_set(7, (SELECT id FROM rule_set WHERE version = 2))`),
    ).rejects.toThrow(/another rule set/);
  });
});

describe('after the opening', () => {
  test.each([
    ['priceSteps', 'fromTicket: 101', 'fromTicket: 102', 13],
    ['minAccountAgeHours', 'minAccountAgeHours: 24', 'minAccountAgeHours: 23', 14],
    ['paidShareMaxPercent', '    paidShareMaxPercent: 60\n', '', 2],
    ['endingLimits', 'votes: 50', 'votes: 51', 16],
    ['displayFreezeMinutes', 'displayFreezeMinutes: 60', 'displayFreezeMinutes: 30', 17],
    ['tieRule', 'sharedPlace', 'reachedFirst', 18],
    ['quarantine', 'voided', 'released', 19],
  ] as const)('%s is refused to change, and nothing is written', async (field, from, to, line) => {
    await bench.folder.edit(everyRule, withoutSimulation);
    await apply();
    const change = { field, from, to, line };
    expect(await changeTerm(bench, change)).toEqual(keptTerm(change));
  });

  test('rounds are refused to change', async () => {
    await bench.folder.edit(withoutSimulation, [
      'activities.yaml',
      'closesAt: +P1DT12H\n',
      `closesAt: +P1DT12H
    rounds:
      - { opensAt: -P2D, closesAt: -P1D, goOn: 1 }
      - { opensAt: +PT1H, closesAt: +P1DT12H }
`,
    ]);
    await apply();
    await bench.folder.edit(['activities.yaml', 'opensAt: +PT1H', 'opensAt: +PT2H']);
    expect(await refusalOf(apply())).toEqual([
      expect.stringMatching(
        /^activities\.yaml:10 activities\[0\]\.rounds: is \[.*; to move its end run lightstick election move-end/,
      ),
    ]);
  });
});
