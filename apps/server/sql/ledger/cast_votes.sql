-- ledger.cast_vote_batch for the release before, which reads numbers: the places of the verdicts in the list below, from 0.
-- A migration of the next release drops it.
CREATE OR REPLACE FUNCTION ledger.cast_votes(
  p_period integer, p_round smallint, p_shard smallint, p_key uuid[], p_fan bigint[], p_pool bigint[], p_num bigint[],
  p_received_at timestamptz[], p_salt bytea[], p_joined_at timestamptz[], p_flag smallint[]
) RETURNS TABLE (ord integer, result smallint, transfer_id bigint, balance bigint, received_at timestamptz,
                 pool_after bigint, pool_rank integer, salt bytea, flag smallint, rules_hash bytea)
LANGUAGE sql SECURITY DEFINER SET search_path = ledger, pg_temp AS $$
  SELECT v.ord,
         (array_position(ARRAY['cast', 'repeat', 'tooFew', 'keyReused', 'notOpen', 'ended', 'overCap', 'tooYoung',
                               'overPaidShare', 'overEndingLimit', 'withdrawn'], v.verdict) - 1)::smallint,
         v.transfer_id, v.balance, v.received_at, v.pool_after, v.pool_rank, v.salt, v.flag, v.rules_hash
    FROM ledger.cast_vote_batch(p_period, p_round, p_shard, p_key, p_fan, p_pool, p_num, p_received_at, p_salt, p_joined_at,
                                p_flag) v
$$;
REVOKE EXECUTE ON FUNCTION ledger.cast_votes FROM PUBLIC;
GRANT EXECUTE ON FUNCTION ledger.cast_votes TO lightstick_app;
