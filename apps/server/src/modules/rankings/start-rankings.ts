import type { ActivityCatalogue } from '#/modules/elections/index.ts';
import type { Services } from '#/services.ts';
import { createActivityLifecycle } from './activity-lifecycle.ts';
import { type ActivitySummaries, createActivitySummaries } from './activity-summaries.ts';
import { createDisplayFreezes, type DisplayFreezes } from './display-freezes.ts';
import { createIdolSupporters, type IdolSupporters } from './idol-supporters.ts';
import { createLiveRankings, type LiveRankings } from './live-rankings.ts';

/** A process's caches of election counts. */
export type Rankings = {
  readonly catalogue: ActivityCatalogue;
  readonly freezes: DisplayFreezes;
  readonly rankings: LiveRankings;
  readonly summaries: ActivitySummaries;
  readonly supporters: IdolSupporters;
};

type RankingServices = Pick<Services, 'db' | 'lookUps' | 'clock' | 'clusterClock' | 'log' | 'heavyReads'> & {
  readonly catalogue: ActivityCatalogue;
};

/** Starts the caches of counts, and the job that takes snapshots and settles rounds. */
export function startRankings(services: RankingServices): Rankings & { readonly stop: () => Promise<void> } {
  const { catalogue, log, lookUps } = services;
  const warn = (message: string) => (error: unknown) => log.warn({ err: error }, message);
  const freezes = createDisplayFreezes({ ...services, db: lookUps.db });
  const withFreezes = { ...services, freezes };
  const rankings = createLiveRankings({ ...withFreezes, onError: warn('A ranking could not be read') });
  const lifecycle = createActivityLifecycle({ ...withFreezes, onError: warn('An activity could not be moved on') });
  return {
    catalogue,
    freezes,
    rankings,
    summaries: createActivitySummaries({
      ...withFreezes,
      onError: warn('The figures of an activity could not be taken'),
    }),
    supporters: createIdolSupporters({ ...withFreezes, onError: warn('The supporters of idols could not be read') }),
    async stop() {
      rankings.stop();
      await lifecycle.stop();
    },
  };
}
