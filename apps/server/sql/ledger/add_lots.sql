-- Puts the credits among the legs of a posting into lots, by the life that each reason declares. The caller holds the accounts'
-- locks and has moved the amounts.
CREATE OR REPLACE FUNCTION ledger.add_lots(
  p_fan bigint[], p_unit smallint[], p_direction smallint[], p_amount bigint[], p_reason smallint[], p_received_at timestamptz
) RETURNS void LANGUAGE plpgsql SET search_path = ledger, pg_temp AS $$
DECLARE
  v_until date := ledger.expires_on(p_received_at);
  v_leg   record;
BEGIN
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
