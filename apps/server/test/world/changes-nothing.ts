import type { Pool } from 'pg';
import { expect } from 'vitest';

const tables = [
  'wallet_challenge',
  'fan',
  'session',
  'sign_in',
  'mail_code',
  'mail_code_day',
  'ledger.account',
  'ledger.transfer',
  'ledger.pool',
  'ledger.pool_shard',
  'idempotent_request',
  'task_visit',
  'task_claim',
  'task_social_action',
  'task_budget_shard',
  'claim_count',
  'quiz_attempt',
  'quiz_answer',
  'social_account',
  'social_reward',
  'offer',
  'offer_fan',
  'exchange',
  'mall_order',
  'nft_edition',
  'nft_piece',
  'nft_edition_fan',
  'ticket_gift',
  'ticket_gift_day',
  'ticket_gift_naming',
  'ticket_conversion',
  'conversion_day',
  'rule_set',
  'vote_decision',
  'decided_vote',
  'cheer',
  'fan_cheers',
  'best7_ballot',
  'best7_tally',
  'best7_result',
  'song_nomination',
  'song_nomination_shard',
  'song_vote',
  'song_vote_day',
  'song_result',
  'song_finalist',
  'fan_video',
  'fan_video_disk',
  'fan_video_reward',
  'invite',
  'riddle_round',
  'riddle_unlock',
  'riddle_answer',
  'test_coin_grant',
  'test_coin_network',
  'form_entry',
  'operator',
  'operator_act',
  'operator_request',
];

/**
 * Runs what should be refused and fails unless every balance and every row is as it was before.
 *
 * @param except - tables in which a refusal is to be noted, such as a wrong guess.
 */
export async function changesNothing<Reply>(
  { ownerPool }: { ownerPool: Pool },
  act: () => Promise<Reply>,
  { except = [] }: { readonly except?: readonly string[] } = {},
): Promise<Reply> {
  const looked = tables.filter((table) => !except.includes(table));
  const before = await dump(ownerPool, looked);
  const reply = await act();
  expect(await dump(ownerPool, looked)).toEqual(before);
  return reply;
}

/** In one question: as many as there are tables would take longer than the call that is looked at. */
async function dump(pool: Pool, looked: readonly string[]): Promise<Record<string, unknown[]>> {
  const { rows } = await pool.query<{ name: string; row: unknown }>(
    // When a device was last there is noted beside every call, refused or not.
    `SELECT name, row FROM (
       ${looked.map((table) => `SELECT '${table}' AS name, to_jsonb(t) - 'last_seen_at' AS row FROM ${table} t`).join(' UNION ALL ')}
     ) AS rows ORDER BY name, row::text`,
  );
  const found: Record<string, unknown[]> = Object.fromEntries(looked.map((table) => [table, []]));
  for (const { name, row } of rows) found[name]?.push(row);
  return found;
}
