import type { FanRecords } from '#/fan-records.ts';
import { readBallotRecords } from './ballot-records.view.ts';

/** Ballots stay, as votes do: a result must not change because somebody has left. */
export const best7FanRecords: FanRecords = {
  erased: [],
  kept: { best7_ballot: 'A ballot counts for seven idols, and the result is recounted from all ballots.' },
  async copy(db, { fan, language, mostRows }) {
    const { total, list } = await readBallotRecords(db, { fanId: fan.id, language, pageNum: 1, pageSize: mostRows });
    return { best7Ballots: { total, rows: list } };
  },
};
