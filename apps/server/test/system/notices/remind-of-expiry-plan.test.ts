import { afterAll, beforeAll, expect, it } from 'vitest';
import { listExpiringFans } from '#/modules/points/index.ts';
import { createDatabase, type TestDatabase } from '../../world/database.ts';
import { givenElection } from '../../world/given-election.ts';
import { plansOf } from '../../world/plans-of.ts';

const fanCount = 100_000;
const page = 500;
/** The day on which both the election in Taipei and the Points end. */
const day = '2026-11-30';
const closesAt = new Date('2026-11-30T04:00:00.000Z');
const now = new Date('2026-11-23T01:00:00.000Z');

let database: TestDatabase;
beforeAll(async () => {
  database = await createDatabase();
  await givenElection({ ownerPool: database.ownerPool, clock: { now: () => now } }, { closesAt });
  // As rows, because postings would take minutes: each fan has Points, tickets and votes.
  await database.ownerPool.query(
    `INSERT INTO ledger.account (fan, unit, balance) SELECT fan, u.id, 10
      FROM generate_series(1, $1::bigint) fan, ledger.unit u`,
    [fanCount],
  );
  await database.ownerPool.query(
    `INSERT INTO ledger.lot (fan, unit, expires_on, credited)
     SELECT a.fan, a.unit, $1::date, 10 FROM ledger.account a JOIN ledger.unit u ON u.id = a.unit
       WHERE u.name = 'POINT'`,
    [day],
  );
  await database.ownerPool.query('ANALYZE');
}, 120_000);
afterAll(async () => {
  // The journal knows nothing of these accounts.
  await database.ownerPool.query('TRUNCATE ledger.account CASCADE');
  await database[Symbol.asyncDispose]();
});

it('A page of the fans to remind reads no more accounts than it lists, of 100,000 with what expires.', async () => {
  for (const after of [0, fanCount / 2]) {
    const question = { day, timeZone: 'Asia/Taipei', after, most: page };
    const fans = await listExpiringFans(database.db, question);
    expect(fans.map(({ fanId }) => fanId)).toEqual(Array.from({ length: page }, (_, index) => after + index + 1));
    expect(fans.map(({ assets }) => assets.length)).toEqual(fans.map(() => 3));
    const [nodes = []] = await plansOf(database.appPool, (db) => listExpiringFans(db, question));
    const scans = nodes.filter((node) => ['account', 'lot'].includes(node['Relation Name'] ?? ''));
    expect(scans.length).toBeGreaterThan(2);
    for (const scan of scans) {
      expect(scan['Node Type']).not.toBe('Seq Scan');
      expect(scan['Actual Rows'] + (scan['Rows Removed by Filter'] ?? 0)).toBeLessThanOrEqual(page);
    }
  }
});
