-- ledger.vote_limits for the release before, which reads the limits as columns. A migration of the next release drops it.
CREATE OR REPLACE FUNCTION ledger.votes_left(
  p_period ledger.period, p_day date, p_day_votes bigint, p_day_free bigint, p_ending_step smallint, p_ending_votes bigint,
  p_at timestamptz
) RETURNS TABLE (day date, day_votes bigint, day_free bigint, ending_step smallint, ending_votes bigint, free bigint,
                 daily_cap bigint, paid_share bigint, ending bigint, ending_until timestamptz)
LANGUAGE sql STABLE SET search_path = ledger, pg_temp AS $$
  SELECT l.day, l.day_votes, l.day_free, l.ending_step, l.ending_votes, l.free,
         (l.shown #>> '{left, dailyCap}')::bigint, (l.shown #>> '{left, paidShare}')::bigint,
         (l.shown #>> '{left, ending, votes}')::bigint, (l.shown #>> '{left, ending, until}')::timestamptz
    FROM ledger.vote_limits(p_period, p_day, p_day_votes, p_day_free, p_ending_step, p_ending_votes, p_at, NULL, NULL) l
$$;
REVOKE EXECUTE ON FUNCTION ledger.votes_left FROM PUBLIC;
GRANT EXECUTE ON FUNCTION ledger.votes_left TO lightstick_app;
