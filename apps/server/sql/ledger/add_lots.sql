-- Puts the credits among the legs of a posting into lots, by the life that each reason declares. The caller holds the accounts'
-- locks and has moved the amounts.
CREATE OR REPLACE FUNCTION ledger.add_lots(
  p_fan bigint[], p_unit smallint[], p_direction smallint[], p_amount bigint[], p_reason smallint[], p_received_at timestamptz
) RETURNS void LANGUAGE plpgsql SET search_path = ledger, pg_temp AS $$
DECLARE
  v_until date;
  v_leg   record;
BEGIN
  -- Before the terms are read: they change with all lots, under a lock that waits for this one.
  LOCK TABLE ledger.lot IN ROW EXCLUSIVE MODE;
  v_until := ledger.expires_on(p_received_at);
  FOR v_leg IN
    SELECT l.fan, l.unit, l.amount, l.reason, r.life
      FROM unnest(p_fan, p_unit, p_direction, p_amount, p_reason) AS l (fan, unit, direction, amount, reason)
      JOIN ledger.unit u ON u.id = l.unit AND u.expires
      LEFT JOIN ledger.reason r ON r.code = l.reason
     WHERE l.direction = 1
  LOOP
    IF v_leg.life = 'term' THEN
      INSERT INTO ledger.lot AS o (fan, unit, expires_on, credited) VALUES (v_leg.fan, v_leg.unit, v_until, v_leg.amount)
        ON CONFLICT (fan, unit, expires_on) DO UPDATE SET credited = o.credited + excluded.credited;
    ELSIF v_leg.life = 'kept' THEN
      PERFORM ledger.keep_alive(v_leg.fan, v_leg.unit, v_leg.amount, p_received_at);
    ELSIF v_leg.life IS NULL THEN
      RAISE EXCEPTION 'a credit of an expiring unit has a reason that says how long it lives, and % does not', v_leg.reason;
    END IF;
  END LOOP;
END $$;
REVOKE EXECUTE ON FUNCTION ledger.add_lots FROM PUBLIC;

-- Points that the release before credited without lots. Once there are terms, an account without lots has held Points whose
-- month is over, which live by ledger.keep_alive.
INSERT INTO ledger.lot (fan, unit, expires_on, credited)
  SELECT a.fan, a.unit, 'infinity', a.balance FROM ledger.account a JOIN ledger.unit u ON u.id = a.unit AND u.expires
   WHERE a.balance > 0 AND (SELECT t.months FROM ledger.expiry_terms t) IS NULL
     AND NOT EXISTS (SELECT FROM ledger.lot l WHERE l.fan = a.fan AND l.unit = a.unit)
ON CONFLICT DO NOTHING;
