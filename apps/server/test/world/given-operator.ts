import { randomBytes } from 'node:crypto';
import type { OperatorRole, OperatorScope } from '@lightstick/contract';
import type { Pool } from 'pg';
import type { Clock } from '#/lib/clock.ts';
import { addOperator } from '#/modules/operators/index.ts';

export type TestOperator = { readonly name: string; readonly token: string };

export type TokenOptions = { readonly scopes?: readonly OperatorScope[]; readonly lifetimeMs?: number };

/** Adds an operator as the command does, an editor unless another role is wished, with a token of all its scopes. */
export async function givenOperator(
  { ownerPool, clock }: { ownerPool: Pool; clock: Pick<Clock, 'now'> },
  role: OperatorRole = 'editor',
  { scopes, lifetimeMs = 365 * 86_400_000 }: TokenOptions = {},
): Promise<TestOperator> {
  const name = `${role}-${randomBytes(6).toString('hex')}`;
  const wish = { name, role, scopes, lifetimeMs, createdBy: 'a test', at: clock.now() };
  return { name, token: await addOperator(ownerPool, wish) };
}

/** Returns the headers of an operator's call. */
export function bearer({ token }: TestOperator): Readonly<Record<string, string>> {
  return { authorization: `Bearer ${token}` };
}
