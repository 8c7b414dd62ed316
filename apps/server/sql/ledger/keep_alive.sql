-- Lets an amount that came back to an account, from a refund or a hold, live for at least 30 more days: what of it would expire
-- before the end of that month moves there. The caller holds the account's lock and has changed its balance.
CREATE OR REPLACE FUNCTION ledger.keep_alive(p_fan bigint, p_unit smallint, p_amount bigint, p_at timestamptz)
RETURNS void LANGUAGE plpgsql SET search_path = ledger, pg_temp AS $$
DECLARE
  c_grace constant interval := '30 days';
  v_until date := (SELECT (date_trunc('month', p_at AT TIME ZONE t.time_zone + c_grace) + interval '1 month')::date - 1
                     FROM ledger.expiry_terms t);
  -- Lots that ended while an amount was held are gone, so what is soon is what later lots do not cover.
  v_soon bigint := (SELECT a.balance - a.held
                           - (SELECT coalesce(sum(l.credited), 0) FROM ledger.lot l
                               WHERE l.fan = p_fan AND l.unit = p_unit AND l.expires_on >= v_until)
                      FROM ledger.account a WHERE a.fan = p_fan AND a.unit = p_unit);
BEGIN
  IF v_soon > 0 THEN
    INSERT INTO ledger.lot AS l (fan, unit, expires_on, credited) VALUES (p_fan, p_unit, v_until, least(p_amount, v_soon))
      ON CONFLICT (fan, unit, expires_on) DO UPDATE SET credited = l.credited + excluded.credited;
  END IF;
END $$;
REVOKE EXECUTE ON FUNCTION ledger.keep_alive FROM PUBLIC;
