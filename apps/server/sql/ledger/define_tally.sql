-- The tally of that name in a period, made when it is not there yet. A vote unit has one period, and so each of its
-- tallies belongs to that.
CREATE OR REPLACE FUNCTION ledger.define_tally(p_period integer, p_name text)
RETURNS bigint LANGUAGE sql SET search_path = ledger, pg_temp AS $$
  SELECT ledger.make_tally(p_period, 1::smallint, p_name, 0, NULL)
$$;
REVOKE EXECUTE ON FUNCTION ledger.define_tally FROM PUBLIC;
