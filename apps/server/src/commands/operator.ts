import type { OperatorRole } from '@lightstick/contract';
import { systemClock } from '#/lib/clock.ts';
import { addOperator, listOperators, revokeOperator } from '#/modules/operators/index.ts';
import { explain, fail, readArguments } from '#/lib/read-arguments.ts';
import { runOnDatabase } from './run-on-database.ts';

const usage = `Usage:
  npm run operator -- add NAME --role editor|moderator|auditor
      Adds an operator and prints their token, which is shown only once.
  npm run operator -- list
      Prints every operator, also those that were revoked.
  npm run operator -- revoke NAME
      Makes the operator's token worthless at once.
A name is 1 to 40 small letters, digits, dots, hyphens and underscores. It stays taken for ever.`;

const roles: readonly string[] = ['editor', 'moderator', 'auditor'] satisfies readonly OperatorRole[];

const given = readArguments(usage, {
  allowPositionals: true,
  options: { role: { type: 'string' } },
});
await run(given);

async function run({ values, positionals }: typeof given): Promise<void> {
  const [action, name, ...rest] = positionals;
  if (action === 'list' && name === undefined) await list();
  else if (!name || !/^[a-z0-9][a-z0-9._-]{0,39}$/.test(name) || rest.length > 0) explain(usage);
  else if (action === 'add' && isRole(values.role)) await add(name, values.role);
  else if (action === 'revoke') await revoke(name);
  else explain(usage);
}

function isRole(word: string | undefined): word is OperatorRole {
  return word !== undefined && roles.includes(word);
}

async function add(name: string, role: OperatorRole): Promise<void> {
  await runOnDatabase(async ({ pools }) => {
    const token = await addOperator(pools.ownerPool, { name, role, at: systemClock.now() });
    if (token === undefined) return fail(`There is an operator ${name} already, or was one.`);
    console.log(`${name} is an operator now (${role}). Their token, which cannot be shown again:`);
    console.log(token);
  });
}

async function list(): Promise<void> {
  await runOnDatabase(async ({ pools }) => {
    const operators = await listOperators(pools.ownerPool);
    if (operators.length === 0) console.log('There are no operators.');
    for (const { name, role, createdAt, revokedAt } of operators) {
      const until = revokedAt ? `, revoked ${revokedAt.toISOString()}` : '';
      console.log(`${name.padEnd(40)} ${role.padEnd(10)} added ${createdAt.toISOString()}${until}`);
    }
  });
}

async function revoke(name: string): Promise<void> {
  await runOnDatabase(async ({ pools }) => {
    const revoked = await revokeOperator(pools.ownerPool, { name, at: systemClock.now() });
    if (!revoked) return fail(`There is no operator ${name}, or they were revoked before.`);
    console.log(`${name} is no operator any more.`);
  });
}
