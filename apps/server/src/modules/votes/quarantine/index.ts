export { decideUndecided } from './decide-undecided.ts';
export { quarantineJobs } from './quarantine-jobs.ts';
export { readFinalSetAside, sumSetAside, type VotesSetAside } from './set-aside.view.ts';
export { forgetSightingsOf } from './sightings.store.ts';
export { createSuspicionWatch, type SuspicionWatch, type VoteSource } from './suspicion-watch.ts';
export { suspicionWords } from './suspicion-words.ts';
export { watchVotes } from './watch-votes.ts';
