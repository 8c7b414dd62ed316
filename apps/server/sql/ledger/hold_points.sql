-- ledger.place_hold for the release before, which reads numbers: 0 held, 1 repeat, 2 too few, 3 key reused, 4 above the limit.
-- A migration of the next release drops it.
CREATE OR REPLACE FUNCTION ledger.hold_points(
  p_key uuid, p_at timestamptz, p_fan bigint, p_unit smallint, p_amount bigint, p_most bigint
) RETURNS TABLE (result smallint, available bigint, held bigint)
LANGUAGE sql SECURITY DEFINER SET search_path = ledger, pg_temp AS $$
  SELECT (array_position(ARRAY['held', 'repeat', 'tooFew', 'keyReused', 'aboveLimit'], h.verdict) - 1)::smallint,
         h.available, h.held
    FROM ledger.place_hold(p_key, p_at, p_fan, p_unit, p_amount, p_most) h
$$;
REVOKE EXECUTE ON FUNCTION ledger.hold_points FROM PUBLIC;
GRANT EXECUTE ON FUNCTION ledger.hold_points TO lightstick_app;
