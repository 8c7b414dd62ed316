import type { Command } from '@commander-js/extra-typings';
import { checkInvariants, countLedger, describeViolations } from '#/modules/points/index.ts';
import { runOnDatabase } from './run-on-database.ts';
import { answer, refuse } from './terminal.ts';

const nothingToJudge = 2;

export function defineLedger(command: Command): void {
  command
    .command('check')
    .description("Looks for everything that would contradict the ledger's rules.")
    .addHelpText('after', '\nExit codes: 0 all invariants hold; 1 some are broken; 2 the ledger is empty.')
    .action(check);
}

async function check(): Promise<void> {
  await runOnDatabase(async ({ pools }) => {
    const { fans, transfers, votes } = await countLedger(pools.ownerPool);
    const judged = `${fans} fans, ${transfers} transfers, ${votes} of them votes`;
    if (transfers === 0) {
      console.error(`The ledger is empty: ${judged}. There is nothing to judge; is this the right database?`);
      process.exitCode = nothingToJudge;
      return;
    }
    const { checked, violations } = await checkInvariants(pools.ownerPool);
    const judgement = { fans, transfers, votes, checked, violations };
    if (violations.length === 0) {
      return answer(judgement, [
        `The ledger is whole: ${checked.length} invariants hold over ${judged}.`,
        ...checked.map((invariant) => `  ${invariant}`),
      ]);
    }
    refuse(judgement, [
      `The ledger is broken: ${violations.length} of ${checked.length} invariants do not hold over ${judged}.`,
      describeViolations(violations),
    ]);
  });
}
