import type { Job } from '#/jobs/job.ts';
import type { PersonalData, Services } from '#/services.ts';
import { forgetPlayers } from './plays.store.ts';
import { endSessionsOfErased, forgetSessions } from './sessions.store.ts';
import { forgetVisitors } from './visitors.store.ts';

/** A play is needed for its hour, and a little longer for clocks that differ. */
const playersKeptMs = 2 * 60 * 60_000;

export function playbackJobs({ db, clock }: Pick<Services, 'db' | 'clock'>): Job[] {
  return [
    {
      name: 'forget-live-sessions',
      schedule: '*/10 * * * *',
      async run() {
        const now = clock.now();
        await forgetSessions(db, now);
        await forgetVisitors(db, now);
        await forgetPlayers(db, { playedBefore: new Date(now.getTime() - playersKeptMs) });
      },
    },
  ];
}

/** Neither is in the export: both are gone after hours. */
export const playbackPersonalData: PersonalData = {
  erased: ['live_session', 'live_play'],
  kept: {},
  async erase(tx, { id }, now) {
    await endSessionsOfErased(tx, id, now);
    await forgetPlayers(tx, { fanId: id });
  },
};
