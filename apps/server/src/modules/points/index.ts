export { readAvailable } from './assets.view.ts';
export { checkInvariants, describeViolations } from './check-invariants.ts';
export { comingBooksJob, openComingBooks } from './coming-books.ts';
export { pointRoutes } from './points.routes.ts';
export { credit, post } from './post.ts';
