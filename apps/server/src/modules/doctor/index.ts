import type { Module } from '#/services.ts';
import { addressChecks } from './address.checks.ts';
import { backupChecks } from './backup.checks.ts';
import { chainChecks } from './chain.checks.ts';
import type { Check } from './check.ts';
import { clusterChecks } from './cluster.checks.ts';
import { contentChecks } from './content.checks.ts';
import { databaseChecks } from './database.checks.ts';
import { ledgerChecks } from './ledger.checks.ts';
import { machineChecks } from './machine.checks.ts';
import { programChecks } from './program.checks.ts';
import { proxyChecks } from './proxy.checks.ts';
import { serviceChecks } from './service.checks.ts';
import { settingChecks } from './setting.checks.ts';
import { measureDatabaseJob } from './sizes.store.ts';

export { examine, groups, type Line, type State } from './check.ts';
export { openGround } from './open-ground.ts';

/** Everything that must be in order, by groups. */
export const allChecks: readonly Check[] = [
  ...settingChecks,
  ...databaseChecks,
  ...clusterChecks,
  ...ledgerChecks,
  ...machineChecks,
  ...addressChecks,
  ...proxyChecks,
  ...serviceChecks,
  ...chainChecks,
  ...programChecks,
  ...backupChecks,
  ...contentChecks,
];

export const doctor = { jobs: (services) => [measureDatabaseJob(services)] } satisfies Module;
