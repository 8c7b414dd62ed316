import type { Module } from '#/services.ts';
import { faucetPersonalData } from './faucet.view.ts';
import { pointsPersonalData } from './fan-ledger.view.ts';
import { countEarnedJob, expireAssetsJob, forgetTestCoinHashesJob, openLedgerBooksJob } from './points.jobs.ts';
import { type FaucetChain, faucetRoutes, pointRoutes, type PointSources } from './points.routes.ts';

export {
  balanceRows,
  canHoldPoints,
  type ExpiringUnit,
  listExpiringFans,
  poolRows,
  readAvailable,
  readExpiringUnits,
} from './assets.view.ts';
export type { PendingPoints, PointSources } from './points.routes.ts';

export { checkInvariants, countLedger, describeViolations } from './invariants.view.ts';
export type { TitleQuestion } from './fan-ledger.view.ts';
export { readLedgerSums } from './ledger-sums.view.ts';
export { earnedRows } from './earned-points.store.ts';
export { reasons } from './reasons.ts';
export {
  adoptPlatformZone,
  credit,
  creditMany,
  ensurePool,
  holdPoints,
  type Leg,
  openLedgerBooks,
  type PostedLeg,
  post,
  releasePoints,
} from './posting.store.ts';

export const points = {
  routes(server, given) {
    pointRoutes(server, given);
    faucetRoutes(server, given, given.faucetChain);
  },
  jobs: (services) => [
    openLedgerBooksJob(services.pool),
    countEarnedJob(services),
    expireAssetsJob(services),
    forgetTestCoinHashesJob(services),
  ],
  personalData: ({ settings }) => [pointsPersonalData, faucetPersonalData(settings)],
} satisfies Module<PointSources & { readonly faucetChain: FaucetChain }>;
