-- Sets for how many months Points last; null for ever. Points that had no end get the whole time from now on, and those that had
-- one lose it when the terms end.
CREATE OR REPLACE FUNCTION ledger.set_expiry_terms(p_months smallint, p_now timestamptz)
RETURNS boolean LANGUAGE plpgsql SET search_path = ledger, pg_temp AS $$
DECLARE
  v_months smallint;
BEGIN
  SELECT t.months INTO v_months FROM ledger.expiry_terms t FOR UPDATE;
  IF v_months IS NOT DISTINCT FROM p_months THEN
    RETURN false;
  END IF;
  UPDATE ledger.expiry_terms SET months = p_months;
  IF (v_months IS NULL) <> (p_months IS NULL) THEN
    -- No credit may add to a lot that moves.
    LOCK TABLE ledger.lot IN SHARE ROW EXCLUSIVE MODE;
    WITH moved AS (DELETE FROM ledger.lot RETURNING fan, unit, credited)
    INSERT INTO ledger.lot (fan, unit, expires_on, credited)
      SELECT fan, unit, ledger.expires_on(p_now), sum(credited) FROM moved GROUP BY fan, unit;
  END IF;
  RETURN true;
END $$;
REVOKE EXECUTE ON FUNCTION ledger.set_expiry_terms FROM PUBLIC;
