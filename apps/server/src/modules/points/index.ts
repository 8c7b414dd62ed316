export { listExpiringFans } from './expiring-fans.view.ts';
export { faucetPersonalData } from './faucet.view.ts';
export { faucetRoutes } from './faucet.routes.ts';
export { forgetTestCoinHashesJob, openLedgerBooksJob, countEarnedJob, expireAssetsJob } from './points.jobs.ts';

export { readAvailable } from './assets.view.ts';
export { checkInvariants, countLedger, describeViolations } from './invariants.view.ts';
export { pointsPersonalData } from './fan-ledger.view.ts';
export { type PendingPoints, pointRoutes } from './points.routes.ts';
export { reasons } from './reasons.ts';
export type { TitleQuestion } from './received-points.view.ts';
export { adoptPlatformZone } from './expiry.store.ts';
export { credit, creditMany, type Leg, openLedgerBooks, type PostedLeg, post } from './posting.store.ts';
