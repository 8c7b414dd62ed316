export { operatorFanRecords } from './fan-records.ts';
export { addOperator, listOperators, revokeOperator } from './operators.store.ts';
export { operatorRoutes } from './operators.routes.ts';
export { recordAct } from './record-act.ts';
