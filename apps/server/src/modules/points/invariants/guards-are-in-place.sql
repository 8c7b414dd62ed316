-- The constraints and triggers that protect the ledger exist and are valid, and the application role cannot write to
-- it.
SELECT 'missing or invalid constraint' AS problem, expected AS name
  FROM unnest(ARRAY['account_never_below_zero', 'account_exact_in_json', 'transfer_chain', 'transfer_once', 'hold_once']) AS expected
 WHERE NOT EXISTS (SELECT FROM pg_constraint c WHERE c.conname = expected AND c.convalidated)
UNION ALL
SELECT 'append-only trigger off or missing', c.relname
  FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
 WHERE n.nspname = 'ledger' AND (c.oid = 'ledger.transfer'::regclass
       OR c.oid IN (SELECT inhrelid FROM pg_inherits WHERE inhparent = 'ledger.transfer'::regclass))
   AND NOT EXISTS (SELECT FROM pg_trigger t WHERE t.tgrelid = c.oid AND t.tgname = 'transfer_append_only' AND t.tgenabled IN ('O', 'A'))
UNION ALL
SELECT 'application may write', c.relname
  FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
 WHERE n.nspname = 'ledger' AND c.relkind IN ('r', 'p')
   AND has_table_privilege('lightstick_app', c.oid, 'INSERT, UPDATE, DELETE, TRUNCATE, TRIGGER')
UNION ALL
-- Published rules, round results, decisions about votes and frozen displays are immutable.
SELECT 'kept rows may be changed', expected
  FROM unnest(ARRAY['rule_set', 'round_result', 'vote_decision', 'decided_vote', 'display_freeze']) AS expected
 WHERE NOT EXISTS (SELECT FROM pg_trigger t
                    WHERE t.tgrelid = to_regclass('public.' || expected) AND t.tgname = expected || '_kept'
                      AND t.tgtype & 27 = 27 AND t.tgenabled IN ('O', 'A'))
    OR has_table_privilege('lightstick_app', 'public.' || expected, 'INSERT, UPDATE, DELETE, TRUNCATE, TRIGGER')
UNION ALL
-- The end of an election changes only with its row in the history.
SELECT 'times of elections may be changed', g.expected
  FROM (VALUES ('period_times_kept', 'ledger.period'), ('round_times_kept', 'ledger.round'), ('moved_end_kept', 'ledger.moved_end'))
       AS g (expected, relation)
 WHERE NOT EXISTS (SELECT FROM pg_trigger t WHERE t.tgrelid = to_regclass(g.relation) AND t.tgname = g.expected
                      AND t.tgenabled IN ('O', 'A'))
UNION ALL
-- Payments and receipts are immutable.
SELECT 'application may change', expected
  FROM unnest(ARRAY['ticket_conversion', 'exchange', 'cheer', 'ticket_gift', 'test_coin_grant', 'social_reward',
                    'fan_video_reward', 'participation', 'campaign_opening', 'raffle_winner']) AS expected
 WHERE has_table_privilege('lightstick_app', 'public.' || expected, 'DELETE, TRUNCATE, TRIGGER')
    OR EXISTS (SELECT FROM pg_attribute a
                WHERE a.attrelid = to_regclass('public.' || expected) AND a.attnum > 0 AND NOT a.attisdropped
                  AND (expected, a.attname) <> ('participation', 'since_after')
                  AND has_column_privilege('lightstick_app', a.attrelid, a.attnum, 'UPDATE'))
UNION ALL
-- Draws follow their payments in a later transaction, and never change.
SELECT 'guard of draws off or missing', expected
  FROM unnest(ARRAY['campaign_opening_after_payment', 'participation_bound_in_payment', 'participation_drawn_whole',
                    'participation_once', 'luck_seed_revealed_after_draw']) AS expected
 WHERE NOT EXISTS (SELECT FROM pg_trigger t WHERE t.tgname = expected AND t.tgenabled IN ('O', 'A'))
UNION ALL
-- Rows that limit a payment, or explain a pending one, cannot be deleted.
SELECT 'application may delete', expected
  FROM unnest(ARRAY['conversion_day', 'invite', 'task_claim', 'task_budget_shard', 'riddle_unlock', 'best7_tally',
                    'song_nomination_shard', 'song_vote_day', 'ticket_gift_day', 'offer_fan', 'nft_edition_fan', 'packet',
                    'packet_share', 'campaign', 'campaign_prize', 'campaign_fan', 'envelope_day', 'raffle_draw', 'luck_seed',
                    'luck_funding', 'luck_budget', 'staking_budget', 'stake', 'stake_bonus']) AS expected
 WHERE has_table_privilege('lightstick_app', 'public.' || expected, 'DELETE, TRUNCATE, TRIGGER')
UNION ALL
-- Only the operator writes elections, offers and prizes.
SELECT 'application may write', expected
  FROM unnest(ARRAY['activity', 'candidate', 'vote_pack', 'offer', 'task', 'claim_terms', 'gift_terms', 'invite_terms',
                    'riddle_round', 'riddle', 'riddle_solution', 'quiz', 'quiz_edition',
                    'staking_plan', 'staking_pool']) AS expected
 WHERE has_table_privilege('lightstick_app', 'public.' || expected, 'UPDATE, DELETE, TRUNCATE, TRIGGER')
    OR has_any_column_privilege('lightstick_app', 'public.' || expected, 'INSERT')
    OR EXISTS (SELECT FROM pg_attribute a
                WHERE a.attrelid = to_regclass('public.' || expected) AND a.attnum > 0 AND NOT a.attisdropped
                  AND (expected, a.attname) NOT IN (('offer', 'exchanged'), ('riddle_round', 'reserved'))
                  AND has_column_privilege('lightstick_app', a.attrelid, a.attnum, 'UPDATE'))
UNION ALL
-- Only closing and settling write what a period publishes.
SELECT 'application may change', 'staking_period'
 WHERE has_any_column_privilege('lightstick_app', 'public.staking_period', 'UPDATE')
UNION ALL
SELECT 'application may insert', 'stake_bonus'
 WHERE has_any_column_privilege('lightstick_app', 'public.stake_bonus', 'INSERT')
UNION ALL
SELECT 'application may run', p.oid::regprocedure::text
  FROM pg_proc p JOIN pg_namespace n ON n.oid = p.pronamespace
 WHERE n.nspname = 'ledger' AND has_function_privilege('lightstick_app', p.oid, 'EXECUTE')
   AND p.proname NOT IN ('book_of', 'open_coming_books', 'ensure_pool', 'close_period', 'post_legs', 'post_credits',
                         'cast_vote_batch', 'vote_limits', 'expiries', 'expire_lots', 'lapse_unit', 'place_hold',
                         'release_points', 'post', 'cast_votes', 'votes_left', 'hold_points')
UNION ALL
SELECT 'invalid index', i.indexrelid::regclass::text
  FROM pg_index i JOIN pg_class c ON c.oid = i.indrelid JOIN pg_namespace n ON n.oid = c.relnamespace
 WHERE n.nspname = 'ledger' AND NOT i.indisvalid
