-- write_vote_decision for the release before, which reads numbers: 0 decided, 1 decided before, 2 not in quarantine,
-- 3 decided otherwise, 4 settled. A migration of the next release drops it.
CREATE OR REPLACE FUNCTION decide_quarantined_votes(
  p_activity text, p_ids bigint[], p_verdict text, p_reason jsonb, p_by_rule boolean, p_now timestamptz
) RETURNS TABLE (vote_id bigint, result smallint, num bigint)
LANGUAGE sql SECURITY DEFINER SET search_path = public, pg_temp AS $$
  SELECT d.vote_id, (array_position(ARRAY['decided', 'decidedBefore', 'notInQuarantine', 'decidedOtherwise', 'settled'],
                                    d.result) - 1)::smallint, d.num
    FROM write_vote_decision(p_activity, p_ids, p_verdict, p_reason, p_by_rule, p_now) d
$$;
REVOKE EXECUTE ON FUNCTION decide_quarantined_votes FROM PUBLIC;
GRANT EXECUTE ON FUNCTION decide_quarantined_votes TO lightstick_app;
