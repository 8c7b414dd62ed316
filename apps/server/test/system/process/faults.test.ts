import { randomBytes } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import type { Kind } from '../../../../../bench/faults/kinds.ts';
import { runFaults } from '../../../../../bench/faults/run-faults.ts';

/** Few rounds of the kinds that are quick; `npm run faults` plays them all, with a full disk and closes among them. */
describe('nothing answered is lost and nothing counts twice', () => {
  it.each<[what: string, kind: Kind, rounds: number]>([
    ['the database, the server, and both are killed while fans vote, grab packets and open boxes', 'crowds', 3],
    ['lines to the database and to the fans are cut in the middle', 'cut', 3],
    ['two servers over one database are killed in turn', 'replicas', 2],
    ['the workers of one server are killed in turn', 'workers', 2],
    ['clocks are put forth and back around the midnight of daily caps', 'midnight', 4],
  ])('when %s', { timeout: 240_000 }, async (_what, kind, rounds) => {
    const seed = randomBytes(4).toString('hex');
    const report = (await runFaults({ kinds: [kind], rounds, seed, say: () => undefined })).get(kind);
    if (!report || 'skipped' in report) throw new Error(`No rounds of ${kind} were played`);
    expect(report.violations, `npm run faults -- --kinds=${kind} --rounds=${rounds} --seed=${seed}`).toEqual([]);
    expect([...report.faults.values()].reduce((sum, { dealt }) => sum + dealt, 0)).toBe(rounds);
    expect(report).toMatchObject({ lost: 0, doubled: 0 });
    expect(report.written).toBeGreaterThan(0);
  });
});
