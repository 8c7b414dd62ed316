import { type Command, InvalidArgumentError, Option } from '@commander-js/extra-typings';
import type { OperatorRole } from '@lightstick/contract';
import { systemClock } from '#/lib/clock.ts';
import { addOperator, listOperators, revokeOperator } from '#/modules/operators/index.ts';
import { runOnDatabase } from './run-on-database.ts';
import { answer, fail } from './terminal.ts';

const roles = ['editor', 'moderator', 'auditor'] as const satisfies readonly OperatorRole[];

export function defineOperator(command: Command): void {
  command
    .command('add')
    .description('Adds an operator and prints their token, which is shown only once.')
    .argument(
      '<name>',
      '1 to 40 small letters, digits, dots, hyphens and underscores; it stays taken for ever',
      parseName,
    )
    .addOption(new Option('--role <role>', 'what they may do').choices(roles).makeOptionMandatory())
    .action((name, { role }) => add(name, role));
  command.command('list').description('Lists every operator, also those that were revoked.').action(list);
  command
    .command('revoke')
    .description("Makes the operator's token worthless at once.")
    .argument('<name>', 'the name of an operator', parseName)
    .action(revoke);
}

function parseName(word: string): string {
  if (/^[a-z0-9][a-z0-9._-]{0,39}$/.test(word)) return word;
  throw new InvalidArgumentError('A name is 1 to 40 small letters, digits, dots, hyphens and underscores.');
}

async function add(name: string, role: OperatorRole): Promise<void> {
  await runOnDatabase(async ({ pools }) => {
    const token = await addOperator(pools.ownerPool, { name, role, at: systemClock.now() });
    if (token === undefined) return fail(`There is an operator ${name} already, or was one.`);
    answer({ name, role, token }, [
      `${name} is an operator now (${role}). Their token, which cannot be shown again:`,
      token,
    ]);
  });
}

async function list(): Promise<void> {
  await runOnDatabase(async ({ pools }) => {
    const operators = await listOperators(pools.ownerPool);
    const lines = operators.map(({ name, role, createdAt, revokedAt }) => {
      const until = revokedAt ? `, revoked ${revokedAt.toISOString()}` : '';
      return `${name.padEnd(40)} ${role.padEnd(10)} added ${createdAt.toISOString()}${until}`;
    });
    answer(operators, lines.length > 0 ? lines : 'There are no operators.');
  });
}

async function revoke(name: string): Promise<void> {
  await runOnDatabase(async ({ pools }) => {
    const revoked = await revokeOperator(pools.ownerPool, { name, at: systemClock.now() });
    if (!revoked) return fail(`There is no operator ${name}, or they were revoked before.`);
    answer({ name }, `${name} is no operator any more.`);
  });
}
