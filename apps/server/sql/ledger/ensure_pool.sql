-- Returns the issue or sink pool by name, and creates it if necessary. Any role that may post may create these pools;
-- only the owner creates tallies, because each has a place in a ranking.
CREATE OR REPLACE FUNCTION ledger.ensure_pool(p_unit smallint, p_kind text, p_name text)
RETURNS bigint LANGUAGE plpgsql SECURITY DEFINER SET search_path = ledger, pg_temp AS $$
DECLARE
  pool_id bigint;
BEGIN
  SELECT id INTO pool_id FROM ledger.pool WHERE unit = p_unit AND kind = p_kind AND name = p_name AND round = 0;
  IF pool_id IS NULL THEN
    INSERT INTO ledger.pool (unit, kind, name) VALUES (p_unit, p_kind, p_name)
      ON CONFLICT (unit, kind, name, round) DO NOTHING;
    SELECT id INTO pool_id FROM ledger.pool WHERE unit = p_unit AND kind = p_kind AND name = p_name AND round = 0;
  END IF;
  RETURN pool_id;
END $$;
REVOKE EXECUTE ON FUNCTION ledger.ensure_pool FROM PUBLIC;
GRANT EXECUTE ON FUNCTION ledger.ensure_pool TO lightstick_app;
