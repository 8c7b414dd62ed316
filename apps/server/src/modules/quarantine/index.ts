import type { Module } from '#/services.ts';
import { quarantineJobs } from './quarantine.jobs.ts';
import { quarantineRoutes, type QuarantineServices } from './quarantine.routes.ts';

export { decideUndecided } from './decide-votes.ts';
export { joinDecision } from './quarantine.view.ts';
export {
  type QuarantineCounts,
  readFinalQuarantineCounts,
  readShownQuarantineCounts,
  sumQuarantineCounts,
} from './quarantine-counts.view.ts';
export {
  type SeenVote,
  type SuspicionWatch,
  type VoteSource,
  createSuspicionWatch,
  watchVotes,
} from './suspicion-watch.ts';
export { deleteObservationsOf } from './quarantine.store.ts';
export { type Suspicion, suspicionFlags, suspicionOf, suspicionWords } from './suspicion.ts';

export const quarantine = {
  routes: quarantineRoutes,
  jobs: quarantineJobs,
} satisfies Module<QuarantineServices>;
