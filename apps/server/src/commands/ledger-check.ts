import { checkInvariants, describeViolations } from '#/modules/points/index.ts';
import { runOnDatabase } from './run-on-database.ts';

await runOnDatabase(async ({ pools }) => {
  const { checked, violations } = await checkInvariants(pools.ownerPool);
  if (violations.length === 0) {
    console.log(`The ledger is whole: ${checked.length} invariants hold.`);
    for (const invariant of checked) console.log(`  ${invariant}`);
    return;
  }
  console.error(`The ledger is broken: ${violations.length} of ${checked.length} invariants do not hold.`);
  console.error(describeViolations(violations));
  process.exitCode = 1;
});
