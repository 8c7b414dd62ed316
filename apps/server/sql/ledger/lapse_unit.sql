-- Takes back the tickets or votes of an activity whose result is final, of the next p_most fans after one. Returns the last of
-- these fans, or null when none is left; the unit has lapsed then. Locks: accounts by fan.
CREATE OR REPLACE FUNCTION ledger.lapse_unit(p_unit smallint, p_after bigint, p_most integer, p_at timestamptz)
RETURNS bigint LANGUAGE plpgsql SECURITY DEFINER SET search_path = ledger, pg_temp AS $$
DECLARE
  v_fans bigint[];
BEGIN
  IF NOT EXISTS (SELECT FROM ledger.unit_to_lapse u WHERE u.unit = p_unit AND u.at <= p_at) THEN
    RAISE EXCEPTION 'unit % is still of use', p_unit;
  END IF;
  v_fans := ARRAY(SELECT a.fan FROM ledger.account a WHERE a.unit = p_unit AND a.fan > p_after AND a.balance > a.held
                   ORDER BY a.fan LIMIT p_most);
  IF cardinality(v_fans) = 0 THEN
    INSERT INTO ledger.lapsed_unit (unit, lapsed_at) VALUES (p_unit, p_at)
      ON CONFLICT (unit) DO UPDATE SET lapsed_at = excluded.lapsed_at;
    RETURN NULL;
  END IF;
  PERFORM FROM ledger.account a WHERE a.fan = ANY (v_fans) AND a.unit = p_unit ORDER BY a.fan FOR NO KEY UPDATE;
  PERFORM ledger.take_back(p_unit, 82::smallint, array_agg(a.fan), array_agg(a.balance - a.held),
                           array_agg(ledger.dated_key(p_at, format('lapse %s %s %s', p_unit, a.fan, a.seq))), p_at)
     FROM ledger.account a WHERE a.fan = ANY (v_fans) AND a.unit = p_unit AND a.balance > a.held
   HAVING count(*) > 0;
  RETURN (SELECT max(f) FROM unnest(v_fans) f);
END $$;
REVOKE EXECUTE ON FUNCTION ledger.lapse_unit FROM PUBLIC;
GRANT EXECUTE ON FUNCTION ledger.lapse_unit TO lightstick_app;
