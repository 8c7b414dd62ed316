export { decideUndecided } from './decide-votes.ts';
export {
  type QuarantineCounts,
  readFinalQuarantineCounts,
  readShownQuarantineCounts,
  sumQuarantineCounts,
} from './quarantine.view.ts';
export { quarantineJobs } from './quarantine.jobs.ts';
export { quarantineRoutes } from './quarantine.routes.ts';
export {
  type SeenVote,
  type SuspicionWatch,
  type VoteSource,
  createSuspicionWatch,
  watchVotes,
} from './suspicion-watch.ts';
export { deleteObservationsOf } from './quarantine.store.ts';
export { type Suspicion, suspicionFlags, suspicionOf, suspicionWords } from './suspicion.ts';
