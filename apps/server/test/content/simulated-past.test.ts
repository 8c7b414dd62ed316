import { describe, expect, test } from 'vitest';
import { createDatabase } from '../world/database.ts';
import { contentBench } from './content-bench.ts';

const bench = contentBench();
const { apply, rowsOf, rowVersions } = bench;

describe('the simulated past', () => {
  const tallies =
    'SELECT p.name, sum(s.credits)::bigint AS votes FROM ledger.pool p JOIN ledger.pool_shard s ON s.pool = ' +
    "p.id WHERE p.kind = 'tally' GROUP BY 1 ORDER BY 1";

  test('is cast by the ledger, by fans marked as simulated, since the opening', async () => {
    const report = await apply({ simulates: true });
    expect(report.simulated).toMatchObject({ fans: 20, votes: 200 });
    expect(await rowsOf('SELECT count(*)::integer AS fans, bool_and(simulated) AS simulated FROM fan')).toEqual([
      { fans: 20, simulated: true },
    ]);
    const [cast] = await rowsOf(
      `SELECT count(*)::integer AS votes, bool_and(t.received_at >= d.opens_at) AS "sinceOpening",
        max(t.received_at) AS latest
         FROM ledger.transfer t JOIN ledger.period d ON d.id = t.book WHERE t.reason = 10`,
    );
    expect(cast).toMatchObject({ votes: 200, sinceOpening: true });
    expect((cast as { latest: Date }).latest.getTime()).toBeLessThan(bench.clock.now().getTime());
  });

  test('happens once, and not before it is allowed', async () => {
    expect((await apply()).simulated).toBeUndefined();
    expect(await rowsOf('SELECT id FROM fan')).toEqual([]);
    expect((await apply({ simulates: true })).simulated).toMatchObject({ votes: 200 });
    const before = await rowVersions();
    await bench.folder.edit(['pack.yaml', '1.0.0', '1.0.1']);
    expect((await apply({ simulates: true })).simulated).toBeUndefined();
    expect(await rowVersions()).toEqual(before);
  });

  test('ends where the limits near the end begin, and its snapshots go on', async () => {
    await bench.folder.edit(
      ['activities.yaml', 'closesAt: +P1DT12H', 'closesAt: +PT1H'],
      ['activities.yaml', '    coverSeed', '    endingLimits: [{ withinMinutes: 300, votes: 1 }]\n    coverSeed'],
      ['offers.yaml', 'closesAt: +P1DT12H', 'closesAt: +PT1H'],
    );
    expect((await apply({ simulates: true })).simulated).toMatchObject({ votes: 200 });
    const [cast] = await rowsOf(
      `SELECT bool_and(t.received_at < d.closes_at - interval '300 minutes') AS before,
              bool_or(t.received_at > d.closes_at - interval '7 hours') AS near
         FROM ledger.transfer t JOIN ledger.period d ON d.id = t.book WHERE t.reason = 10`,
    );
    expect(cast).toEqual({ before: true, near: true });
    expect(await rowsOf('SELECT DISTINCT taken_at FROM ranking_snapshot')).toHaveLength(48);
  });

  test('waits for an activity that has not opened', async () => {
    await bench.folder.edit(['activities.yaml', 'opensAt: -P2D', 'opensAt: +PT2H']);
    expect((await apply({ simulates: true })).simulated).toBeUndefined();
  });

  test('is the same in every installation', async () => {
    await apply({ simulates: true });
    const here = await rowsOf(tallies);
    await using elsewhere = await createDatabase();
    await apply({ simulates: true }, elsewhere);
    expect((await elsewhere.ownerPool.query(tallies)).rows).toEqual(here);
  });

  test('leaves a snapshot of every full hour, the last of them on the votes so far', async () => {
    await apply({ simulates: true });
    const hours = await rowsOf(
      'SELECT taken_at, count(*)::integer AS rows, sum(votes)::bigint AS ' +
        'votes FROM ranking_snapshot GROUP BY 1 ORDER BY 1',
    );
    expect(hours).toHaveLength(48);
    expect(hours.every((hour) => (hour as { rows: number }).rows === 2)).toBe(true);
    const [counted] = await rowsOf(
      'SELECT sum(amount)::bigint AS votes FROM ledger.transfer WHERE reason = 10 AND received_at < (SELECT ' +
        'max(taken_at) FROM ranking_snapshot)',
    );
    expect(hours.at(-1)).toMatchObject(counted as { votes: number });
  });
});
