export { listExpiringFans, readAvailable } from './assets.view.ts';
export { faucetPersonalData } from './faucet.view.ts';
export { faucetRoutes, type PendingPoints, pointRoutes } from './points.routes.ts';
export { forgetTestCoinHashesJob, openLedgerBooksJob, countEarnedJob, expireAssetsJob } from './points.jobs.ts';

export { checkInvariants, countLedger, describeViolations } from './invariants.view.ts';
export { pointsPersonalData, type TitleQuestion } from './fan-ledger.view.ts';
export { reasons } from './reasons.ts';
export {
  adoptPlatformZone,
  credit,
  creditMany,
  type Leg,
  openLedgerBooks,
  type PostedLeg,
  post,
} from './posting.store.ts';
