import { accountEndpoints } from './accounts.ts';
import { analyticsEndpoints } from './analytics.ts';
import { mallEndpoints } from './mall.ts';
import { pageEndpoints } from './pages.ts';
import { pointEndpoints } from './points.ts';
import { systemEndpoints } from './system.ts';
import { taskEndpoints } from './tasks.ts';
import { voteSummaryEndpoints } from './vote-summary.ts';
import { voteEndpoints } from './votes.ts';

/** Every call of the product, once. */
export const contract = {
  ...systemEndpoints,
  ...accountEndpoints,
  ...pointEndpoints,
  ...taskEndpoints,
  ...mallEndpoints,
  ...voteEndpoints,
  ...voteSummaryEndpoints,
  ...pageEndpoints,
  ...analyticsEndpoints,
} as const;

export type Contract = typeof contract;
export type RouteName = keyof Contract;

export type { Auth, DataOf, Endpoint, Envelope, ErrorOf, InputOf, RequestOf, Route } from './endpoint.ts';
export { errorTexts, type Language, languages } from './error-texts.ts';
export { ErrorCode, type ErrorName, errorName, type SystemErrorName, SystemErrorStatus } from './errors.ts';
export { type PageSlug, pageSlugs } from './pages.ts';
export { linkType, taskState, taskTabs } from './tasks.ts';
