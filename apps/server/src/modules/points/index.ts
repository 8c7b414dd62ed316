export { expireAssetsJob } from './expire-assets.ts';
export { listExpiringFans } from './expiring-fans.view.ts';
export { faucetPersonalData } from './faucet.view.ts';
export { faucetRoutes } from './faucet.routes.ts';
export {
  forgetTestCoinHashesJob,
  openLedgerBooksJob,
  openLedgerBooks,
  adoptPlatformZone,
  countEarnedJob,
} from './points.jobs.ts';

export { readAvailable } from './assets.view.ts';
export { checkInvariants, countLedger, describeViolations } from './check-invariants.ts';
export { pointsPersonalData } from './fan-ledger.view.ts';
export { type PendingPoints, pointRoutes } from './points.routes.ts';
export type { TitleQuestion } from './received-points.view.ts';
export { credit, creditMany, type Leg, type PostedLeg, post } from './post.ts';
