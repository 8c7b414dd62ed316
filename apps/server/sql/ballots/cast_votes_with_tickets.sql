-- cast_vote_batch_with_tickets for the release before, which reads numbers: the places of the verdicts in the list below,
-- from 0. A migration of the next release drops it.
CREATE OR REPLACE FUNCTION cast_votes_with_tickets(
  p_period integer, p_round smallint, p_shard smallint, p_key uuid[], p_fan bigint[], p_pool bigint[], p_num bigint[],
  p_received_at timestamptz[], p_salt bytea[], p_joined_at timestamptz[], p_flag smallint[], p_tickets bigint[], p_votes bigint[]
) RETURNS TABLE (ord integer, result smallint, transfer_id bigint, balance bigint, received_at timestamptz,
                 pool_after bigint, pool_rank integer, salt bytea, flag smallint, rules_hash bytea)
LANGUAGE sql SECURITY DEFINER SET search_path = public, pg_temp AS $$
  SELECT v.ord,
         (array_position(ARRAY['cast', 'repeat', 'tooFew', 'keyReused', 'notOpen', 'ended', 'overCap', 'tooYoung',
                               'overPaidShare', 'overEndingLimit', 'withdrawn', 'tooFewTickets', 'conversionChanged'],
                         v.verdict) - 1)::smallint,
         v.transfer_id, v.balance, v.received_at, v.pool_after, v.pool_rank, v.salt, v.flag, v.rules_hash
    FROM cast_vote_batch_with_tickets(p_period, p_round, p_shard, p_key, p_fan, p_pool, p_num, p_received_at, p_salt,
                                      p_joined_at, p_flag, p_tickets, p_votes) v
$$;
REVOKE EXECUTE ON FUNCTION cast_votes_with_tickets FROM PUBLIC;
GRANT EXECUTE ON FUNCTION cast_votes_with_tickets TO lightstick_app;
