import type { Pool } from 'pg';
import { expect } from 'vitest';
import { wholeDatabase } from './whole-database.ts';

/** What may be written beside a refused call. */
const writtenBeside: readonly string[] = [
  // Every process writes these when their time has come.
  'ranking_snapshot',
  'display_freeze',
  'round_result',
  // A call that needs the day's key pair first makes it.
  'secret_key',
  // A nonce and a proof of work are spent by the attempt.
  'secret_nonce',
  'human_check_use',
  // The answer of a provider ends the attempt to link an account, whatever it says.
  'social_link_attempt',
  // The stand-in for a provider keeps its own records.
  'sandbox_account',
  'sandbox_grant',
  'sandbox_action',
  // Attempts to sign in delay the next ones.
  'sign_in_attempt',
  'sign_in_failure',
];

/**
 * Runs what should be refused and fails unless every row of the database is as it was before.
 *
 * @param except - tables in which a refusal is to be noted, such as a wrong guess.
 */
export async function changesNothing<Reply>(
  { ownerPool }: { ownerPool: Pool },
  act: () => Promise<Reply>,
  { except = [] }: { readonly except?: readonly string[] } = {},
): Promise<Reply> {
  const without = [...writtenBeside, ...except];
  const before = await wholeDatabase(ownerPool, { without });
  const reply = await act();
  expect(await wholeDatabase(ownerPool, { without })).toEqual(before);
  return reply;
}
