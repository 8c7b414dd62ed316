export { readAvailable } from './assets.view.ts';
export { checkInvariants, describeViolations } from './check-invariants.ts';
export { comingBooksJob, openComingBooks } from './coming-books.ts';
export { countEarnedJob } from './earned/count-earned-job.ts';
export { pointFanRecords } from './fan-records.ts';
export type { PendingPoints } from './pending-points.ts';
export { pointRoutes } from './points.routes.ts';
export { credit, type PostedLeg, post } from './post.ts';
