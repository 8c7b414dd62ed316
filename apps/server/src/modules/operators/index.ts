export {
  addOperator,
  createOperators,
  listOperators,
  operatorPersonalData,
  revokeOperator,
} from './operators.store.ts';
export { operatorRoutes } from './operators.routes.ts';
export { recordInAuditLog } from './audit-log.store.ts';
