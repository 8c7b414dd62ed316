import type { Pool } from 'pg';
import { expect } from 'vitest';
import { wholeDatabase } from './whole-database.ts';

/** Tables that may change during a refused call. */
const written: readonly string[] = [
  // Each process writes these at their time, whatever is called.
  'ranking_snapshot',
  'display_freeze',
  'round_result',
  // Processes exchange at intervals what they saw of earlier votes.
  'vote_observation',
  'vote_pace',
  'vote_cluster',
  'clustered_vote',
  // The first call of a day that needs the key pair makes it.
  'secret_key',
  // An attempt uses up its nonce and its proof of work, so that neither serves another attempt.
  'secret_nonce',
  'human_check_use',
  // The answer of a provider ends the attempt to link an account, whatever it says.
  'social_link_attempt',
  // The stand-in for a provider keeps its own records.
  'sandbox_account',
  'sandbox_grant',
  'sandbox_action',
  // The first call of a minute notes that an operator's token was used.
  'operator_token_use',
  // Failed attempts to sign in delay the next ones.
  'sign_in_attempt',
  'sign_in_failure',
];

/**
 * Runs what should be refused and fails unless every row of the database is as it was before. A timer settles elections that
 * are due, so the clock must not be past the grace of an open one.
 *
 * @param except - more tables that this refusal may write, such as the count of wrong guesses.
 */
export async function changesNothing<Reply>(
  { ownerPool }: { ownerPool: Pool },
  act: () => Promise<Reply>,
  { except = [] }: { readonly except?: readonly string[] } = {},
): Promise<Reply> {
  // Each authenticated call notes when its device was last seen.
  const options = { without: [...written, ...except], withoutColumns: ['last_seen_at'] };
  const before = await wholeDatabase(ownerPool, options);
  const reply = await act();
  expect(await wholeDatabase(ownerPool, options)).toEqual(before);
  return reply;
}
