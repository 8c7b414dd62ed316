-- ledger.post_legs for the release before, which reads numbers: 0 posted, 1 repeat, 2 too few, 3 key reused.
-- A migration of the next release drops it.
CREATE OR REPLACE FUNCTION ledger.post(
  p_key uuid, p_received_at timestamptz,
  p_fan bigint[], p_unit smallint[], p_pool bigint[], p_direction smallint[], p_amount bigint[], p_reason smallint[]
) RETURNS TABLE (leg integer, result smallint, transfer_id bigint, balance bigint)
LANGUAGE sql SECURITY DEFINER SET search_path = ledger, pg_temp AS $$
  SELECT l.leg, (array_position(ARRAY['posted', 'repeat', 'tooFew', 'keyReused'], l.verdict) - 1)::smallint,
         l.transfer_id, l.balance
    FROM ledger.post_legs(p_key, p_received_at, p_fan, p_unit, p_pool, p_direction, p_amount, p_reason) l
$$;
REVOKE EXECUTE ON FUNCTION ledger.post FROM PUBLIC;
GRANT EXECUTE ON FUNCTION ledger.post TO lightstick_app;
