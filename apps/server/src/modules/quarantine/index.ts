export { decideUndecided } from './decide-votes.ts';
export { quarantineJobs } from './quarantine.jobs.ts';
export { readFinalQuarantineCounts, sumQuarantineCounts, type QuarantineCounts } from './quarantine-counts.view.ts';
export { forgetSightingsOf } from './suspicion.store.ts';
export { createSuspicionWatch, type SuspicionWatch, type VoteSource, watchVotes } from './suspicion-watch.ts';
export { suspicionWords } from './suspicion.ts';
