import type { FanRecords } from '#/fan-records.ts';
import { readActivities } from './activities.view.ts';
import { readConversions } from './fan-votes.view.ts';
import { forgetSightingsOf } from './quarantine/index.ts';
import { readVoteRecords } from './vote-records.view.ts';

/** What voting keeps on a fan: conversions; the votes themselves are in the ledger. */
export const voteFanRecords: FanRecords = {
  erased: ['vote_sighting', 'vote_pace'],
  kept: {
    ticket_conversion: 'A conversion explains a posting of the ledger, under the same key.',
    vote_cluster: 'A device or an address by a keyed hash, without any fan, until its window is over.',
    conversion_day: 'What tickets were worth follows from how many were converted on the day.',
  },
  erase: (tx, { id }) => forgetSightingsOf(tx, id),
  async copy(db, { fan, language, mostRows }) {
    const page = { pageNum: 1, pageSize: mostRows };
    const votes = await readVoteRecords(db, { fan, language, activities: await readActivities(db), ...page });
    const conversions = await readConversions(db, { fanId: fan.id, ...page });
    return {
      votes: { total: votes.total, rows: votes.list },
      conversions: { total: conversions.total, rows: conversions.list },
    };
  },
};
