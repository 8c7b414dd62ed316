import { hostname, userInfo } from 'node:os';
import { type Command, InvalidArgumentError, Option } from '@commander-js/extra-typings';
import { type OperatorRole, type OperatorScope, operatorScopes } from '@lightstick/contract';
import { systemClock } from '#/lib/clock.ts';
import {
  addOperator,
  addOperatorToken,
  type ListedToken,
  listOperators,
  listOperatorTokens,
  revokeOperator,
  revokeOperatorToken,
  tokenLifetimeOf,
  TokenRefused,
  tokenWarningMs,
  usualTokenDays,
} from '#/modules/operators/index.ts';
import { runOnDatabase } from './run-on-database.ts';
import { answer, fail } from './terminal.ts';

const roles = ['editor', 'moderator', 'auditor'] as const satisfies readonly OperatorRole[];

const nameWords = '1 to 40 small letters, digits, dots, hyphens and underscores; it stays taken for ever';
const expires = () =>
  new Option('--expires <time>', 'how long the token is good: days or weeks, at most 365d')
    .default(parseLifetime(`${usualTokenDays}d`), `${usualTokenDays}d`)
    .argParser(parseLifetime);

export function defineOperator(command: Command): void {
  command
    .command('add')
    .description('Adds an operator and prints a token for all that the role may do, which is shown only once.')
    .argument('<name>', nameWords, parseName)
    .addOption(new Option('--role <role>', 'what they may do').choices(roles).makeOptionMandatory())
    .addOption(expires())
    .action((name, { role, expires: lifetimeMs }) => add(name, role, lifetimeMs));
  command
    .command('token')
    .description('Adds a token of an operator for some areas of the calls, and prints it once.')
    .argument('<name>', 'the name of an operator', parseName)
    .addOption(
      new Option('--scope <scopes...>', 'the areas; the role bounds what the token may do in them')
        .choices(operatorScopes)
        .makeOptionMandatory(),
    )
    .option('--name <token>', `the name of the token, by default token-N; ${nameWords}`, parseName)
    .addOption(expires())
    .action((operator, { scope, name, expires: lifetimeMs }) => addToken(operator, scope, { name, lifetimeMs }));
  command
    .command('list')
    .description('Lists every operator, also those that were revoked, and the tokens that end within 14 days.')
    .action(list);
  command
    .command('tokens')
    .description('Lists every token of an operator: its scopes, its end, and when it was last used.')
    .argument('<name>', 'the name of an operator', parseName)
    .action(listTokens);
  command
    .command('revoke')
    .description('Makes all tokens of an operator worthless at once and for good, or one of them.')
    .argument('<name>', 'the name of an operator', parseName)
    .argument('[token]', 'the name of one of their tokens', parseName)
    .action(revoke);
}

function parseName(word: string): string {
  if (/^[a-z0-9][a-z0-9._-]{0,39}$/.test(word)) return word;
  throw new InvalidArgumentError('A name is 1 to 40 small letters, digits, dots, hyphens and underscores.');
}

function parseLifetime(word: string): number {
  const lifetimeMs = tokenLifetimeOf(word);
  if (lifetimeMs === undefined) throw new InvalidArgumentError('A time is 1d to 365d, or 1w to 52w.');
  return lifetimeMs;
}

/** Who adds a token, as far as the machine knows: an account without a name is shown by its number. */
function accountOnMachine(): string {
  let account = String(process.getuid?.() ?? 'someone');
  try {
    account = userInfo().username;
  } catch {
    // A container may run under a number that has no name.
  }
  return `${account}@${hostname()}`.slice(0, 100);
}

async function add(name: string, role: OperatorRole, lifetimeMs: number): Promise<void> {
  await runOnDatabase(async ({ pools }) => {
    try {
      const at = systemClock.now();
      const token = await addOperator(pools.ownerPool, { name, role, lifetimeMs, createdBy: accountOnMachine(), at });
      const end = new Date(at.getTime() + lifetimeMs).toISOString();
      answer({ name, role, token, expiresAt: end }, [
        `${name} is an operator now (${role}). Their token, which cannot be shown again and ends ${end}:`,
        token,
      ]);
    } catch (error) {
      failIfRefused(error);
    }
  });
}

async function addToken(
  operator: string,
  scopes: readonly OperatorScope[],
  { name, lifetimeMs }: { readonly name: string | undefined; readonly lifetimeMs: number },
): Promise<void> {
  await runOnDatabase(async ({ pools }) => {
    try {
      const at = systemClock.now();
      const wish = { operator, name, scopes: [...new Set(scopes)], lifetimeMs, createdBy: accountOnMachine(), at };
      const added = await addOperatorToken(pools.ownerPool, wish);
      const end = new Date(at.getTime() + lifetimeMs).toISOString();
      answer({ operator, ...added, scopes: wish.scopes, expiresAt: end }, [
        `The token ${added.name} of ${operator}, which cannot be shown again and ends ${end}:`,
        added.token,
      ]);
    } catch (error) {
      failIfRefused(error);
    }
  });
}

function failIfRefused(error: unknown): void {
  if (!(error instanceof TokenRefused)) throw error;
  fail(error.message);
}

async function list(): Promise<void> {
  await runOnDatabase(async ({ pools }) => {
    const operators = await listOperators(pools.ownerPool);
    const now = systemClock.now();
    const endingTokens = (await listOperatorTokens(pools.ownerPool)).filter((token) => endsSoon(token, now));
    const lines = operators.map(({ name, role, createdAt, revokedAt }) => {
      const until = revokedAt ? `, revoked ${revokedAt.toISOString()}` : '';
      return `${name.padEnd(40)} ${role.padEnd(10)} added ${createdAt.toISOString()}${until}`;
    });
    const warnings = endingTokens.map(({ operator, name, expiresAt }) => {
      return `The token ${name} of ${operator} ends ${expiresAt.toISOString()}: add another one before.`;
    });
    const answers = operators.map((operator) => ({
      ...operator,
      endingTokens: endingTokens.filter((token) => token.operator === operator.name),
    }));
    answer(answers, lines.length > 0 ? [...lines, ...warnings] : 'There are no operators.');
  });
}

function endsSoon({ expiresAt, revokedAt }: ListedToken, now: Date): boolean {
  const leftMs = expiresAt.getTime() - now.getTime();
  return revokedAt === null && leftMs > 0 && leftMs <= tokenWarningMs;
}

async function listTokens(operator: string): Promise<void> {
  await runOnDatabase(async ({ pools }) => {
    const tokens = await listOperatorTokens(pools.ownerPool, operator);
    if (tokens.length === 0) return fail(`There is no operator ${operator}, or they have no token.`);
    const now = systemClock.now();
    answer(
      tokens,
      tokens.map(({ name, scopes, createdAt, createdBy, usedAt, ...token }) => {
        const used = usedAt ? `last used ${usedAt.toISOString()}` : 'never used';
        const added = `added ${createdAt.toISOString()} by ${createdBy}`;
        return `${name.padEnd(20)} ${stateOf(token, now)}, ${used}, ${added}: ${scopes.join(', ')}`;
      }),
    );
  });
}

function stateOf({ expiresAt, revokedAt }: Pick<ListedToken, 'expiresAt' | 'revokedAt'>, now: Date): string {
  if (revokedAt) return `revoked ${revokedAt.toISOString()}`;
  return `${expiresAt > now ? 'ends' : 'ended'} ${expiresAt.toISOString()}`;
}

async function revoke(name: string, token: string | undefined): Promise<void> {
  await runOnDatabase(async ({ pools }) => {
    const at = systemClock.now();
    if (token !== undefined) {
      const isRevoked = await revokeOperatorToken(pools.ownerPool, { operator: name, name: token, at });
      if (!isRevoked) return fail(`${name} has no token ${token}, or it was revoked before.`);
      return answer({ name, token }, `The token ${token} of ${name} is worthless now.`);
    }
    const revoked = await revokeOperator(pools.ownerPool, { name, at });
    if (!revoked) return fail(`There is no operator ${name}, or they were revoked before.`);
    answer({ name }, `${name} is no operator any more.`);
  });
}
