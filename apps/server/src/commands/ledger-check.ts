import { readArguments } from '#/lib/read-arguments.ts';
import { checkInvariants, countLedger, describeViolations } from '#/modules/points/index.ts';
import { runOnDatabase } from './run-on-database.ts';

const usage = `Usage:
  npm run ledger:check
      Looks for everything that would contradict the ledger's rules, and exits with 1 if there is anything.`;
readArguments(usage, {});

await runOnDatabase(async ({ pools }) => {
  const { fans, transfers, votes } = await countLedger(pools.ownerPool);
  const judged = `${fans} fans, ${transfers} transfers, ${votes} of them votes`;
  if (transfers === 0) {
    console.error(`The ledger is empty: ${judged}. There is nothing to judge; is this the right database?`);
    process.exitCode = 2;
    return;
  }
  const { checked, violations } = await checkInvariants(pools.ownerPool);
  if (violations.length === 0) {
    console.log(`The ledger is whole: ${checked.length} invariants hold over ${judged}.`);
    for (const invariant of checked) console.log(`  ${invariant}`);
    return;
  }
  console.error(
    `The ledger is broken: ${violations.length} of ${checked.length} invariants do not hold over ${judged}.`,
  );
  console.error(describeViolations(violations));
  process.exitCode = 1;
});
