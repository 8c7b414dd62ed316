-- Sets the rule set of later votes. After the opening it is immutable.
CREATE OR REPLACE FUNCTION ledger.adopt_rule_set(p_period integer, p_rule_set integer)
RETURNS void LANGUAGE plpgsql SET search_path = ledger, pg_temp AS $$
DECLARE
  v_may_change boolean := ledger.is_to_open(p_period);
BEGIN
  UPDATE ledger.period SET rule_set = p_rule_set WHERE id = p_period AND (v_may_change OR rule_set IS NULL);
  IF (SELECT rule_set FROM ledger.period WHERE id = p_period) IS DISTINCT FROM p_rule_set THEN
    RAISE EXCEPTION 'period % is held under another rule set', p_period;
  END IF;
END $$;
REVOKE EXECUTE ON FUNCTION ledger.adopt_rule_set FROM PUBLIC;
