export {
  addOperator,
  createOperators,
  listOperators,
  operatorPersonalData,
  recordInAuditLog,
  revokeOperator,
} from './operators.store.ts';
export { operatorRoutes } from './operators.routes.ts';
