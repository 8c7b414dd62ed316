import { randomBytes } from 'node:crypto';
import type { OperatorRole } from '@lightstick/contract';
import type { Pool } from 'pg';
import type { Clock } from '#/lib/clock.ts';
import { addOperator } from '#/modules/operators/index.ts';

export type TestOperator = { readonly name: string; readonly token: string };

/** Adds an operator as the command does; an editor unless another role is wished. */
export async function givenOperator(
  { ownerPool, clock }: { ownerPool: Pool; clock: Pick<Clock, 'now'> },
  role: OperatorRole = 'editor',
): Promise<TestOperator> {
  const name = `${role}-${randomBytes(6).toString('hex')}`;
  const token = await addOperator(ownerPool, { name, role, at: clock.now() });
  if (token === undefined) throw new Error(`The name ${name} is taken`);
  return { name, token };
}

/** Returns the headers of an operator's call. */
export function bearer({ token }: TestOperator): Readonly<Record<string, string>> {
  return { authorization: `Bearer ${token}` };
}
