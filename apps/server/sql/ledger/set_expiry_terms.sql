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
    WITH moved AS (DELETE FROM ledger.lot RETURNING fan, unit, credited),
         held AS (SELECT fan, unit, sum(credited) AS credited FROM moved GROUP BY fan, unit)
    INSERT INTO ledger.lot (fan, unit, expires_on, credited)
      SELECT a.fan, a.unit, ledger.expires_on(p_now), greatest(coalesce(h.credited, 0), a.balance)
        FROM ledger.account a JOIN ledger.unit u ON u.id = a.unit AND u.expires
        LEFT JOIN held h ON h.fan = a.fan AND h.unit = a.unit
       WHERE greatest(coalesce(h.credited, 0), a.balance) > 0;
  END IF;
  RETURN true;
END $$;
REVOKE EXECUTE ON FUNCTION ledger.set_expiry_terms FROM PUBLIC;
