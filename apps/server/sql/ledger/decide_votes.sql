-- ledger.decide_flagged_votes for the release before, which reads numbers: 0 decided, 1 decided before, 2 not in quarantine,
-- 3 decided otherwise, 4 settled. A migration of the next release drops it.
CREATE OR REPLACE FUNCTION ledger.decide_votes(p_period integer, p_ids bigint[], p_release boolean)
RETURNS TABLE (id bigint, result smallint) LANGUAGE sql SECURITY DEFINER SET search_path = ledger, pg_temp AS $$
  SELECT d.id, (array_position(ARRAY['decided', 'decidedBefore', 'notInQuarantine', 'decidedOtherwise', 'settled'],
                               d.result) - 1)::smallint
    FROM ledger.decide_flagged_votes(p_period, p_ids, p_release) d
$$;
REVOKE EXECUTE ON FUNCTION ledger.decide_votes FROM PUBLIC;
