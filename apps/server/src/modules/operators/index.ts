export { operatorPersonalData, addOperator, listOperators, revokeOperator } from './operators.store.ts';
export { operatorRoutes } from './operators.routes.ts';
export { recordInAuditLog } from './audit-log.store.ts';
