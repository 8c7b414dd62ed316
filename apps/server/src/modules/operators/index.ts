import type { Module } from '#/services.ts';
import { operatorJobs, type TellOfToken } from './operators.jobs.ts';
import { operatorRoutes } from './operators.routes.ts';
import { operatorPersonalData } from './operators.store.ts';

export { listOperators, recordInAuditLog, revokeOperator } from './operators.store.ts';
export { scopesOfRole, tokenLifetimeOf, tokenWarningMs, usualTokenDays } from './tokens.rules.ts';
export {
  addOperator,
  addOperatorToken,
  createOperators,
  type ListedToken,
  listOperatorTokens,
  revokeOperatorToken,
  TokenRefused,
} from './tokens.store.ts';

export const operators = {
  routes: operatorRoutes,
  jobs: operatorJobs,
  personalData: () => [operatorPersonalData],
} satisfies Module<unknown, TellOfToken>;
