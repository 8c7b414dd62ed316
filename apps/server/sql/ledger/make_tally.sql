-- Returns a round's tally by name, and creates it with its companions if necessary. A vote unit has one period, so its
-- tallies belong to that.
CREATE OR REPLACE FUNCTION ledger.make_tally(p_period integer, p_round smallint, p_name text, p_carried bigint, p_carried_at timestamptz)
RETURNS bigint LANGUAGE plpgsql SET search_path = ledger, pg_temp AS $$
DECLARE
  unit_id smallint;
  pool_id bigint;
BEGIN
  SELECT unit INTO STRICT unit_id FROM ledger.period WHERE id = p_period;
  INSERT INTO ledger.pool (unit, kind, name, period, round, carried, carried_at)
    VALUES (unit_id, 'tally', p_name, p_period, p_round, p_carried, p_carried_at),
           (unit_id, 'quarantine', p_name, p_period, p_round, 0, NULL),
           (unit_id, 'voided', p_name, p_period, p_round, 0, NULL)
    ON CONFLICT (unit, kind, name, round) DO NOTHING;
  SELECT id INTO STRICT pool_id FROM ledger.pool
    WHERE unit = unit_id AND kind = 'tally' AND name = p_name AND round = p_round;
  RETURN pool_id;
END $$;
REVOKE EXECUTE ON FUNCTION ledger.make_tally FROM PUBLIC;
