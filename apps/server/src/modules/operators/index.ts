import type { Module } from '#/services.ts';
import { operatorRoutes } from './operators.routes.ts';
import { operatorPersonalData } from './operators.store.ts';

export { addOperator, createOperators, listOperators, recordInAuditLog, revokeOperator } from './operators.store.ts';

export const operators = { routes: operatorRoutes, personalData: () => [operatorPersonalData] } satisfies Module;
