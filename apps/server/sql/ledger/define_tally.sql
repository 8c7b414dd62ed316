-- Returns a period's tally by name, and creates it if necessary. A vote unit has one period, so its tallies belong to
-- that.
CREATE OR REPLACE FUNCTION ledger.define_tally(p_period integer, p_name text)
RETURNS bigint LANGUAGE sql SET search_path = ledger, pg_temp AS $$
  SELECT ledger.make_tally(p_period, 1::smallint, p_name, 0, NULL)
$$;
REVOKE EXECUTE ON FUNCTION ledger.define_tally FROM PUBLIC;
