export { comingBooksJob, openComingBooks } from './coming-books.ts';
export { checkInvariants, describeViolations, type Violation } from './check-invariants.ts';
export { readAvailable } from './assets.view.ts';
export { type PendingPoints, pointRoutes } from './points.routes.ts';
export { credit, type Leg, post, type PostedLeg, type Posting } from './post.ts';
export { type Reason, reasonCode } from './reasons.ts';
