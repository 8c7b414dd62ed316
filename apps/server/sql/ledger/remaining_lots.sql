-- What is left of each lot of an account, the soonest first. Spends and held amounts come out of the soonest lots: at most
-- what was credited later than a day can outlast it, so the rest is due by that day. This is the only formula of expiry.
CREATE OR REPLACE FUNCTION ledger.remaining_lots(p_fan bigint, p_unit smallint)
RETURNS TABLE (expires_on date, amount bigint) LANGUAGE sql STABLE SET search_path = ledger, pg_temp AS $$
  SELECT d.expires_on, (d.due - lag(d.due, 1, 0) OVER (ORDER BY d.expires_on))::bigint
    FROM (SELECT l.expires_on,
                 greatest(0, a.balance - a.held
                             - sum(l.credited) OVER (ORDER BY l.expires_on DESC) + l.credited) AS due
            FROM ledger.account a JOIN ledger.lot l ON l.fan = a.fan AND l.unit = a.unit
           WHERE a.fan = p_fan AND a.unit = p_unit) d
   ORDER BY d.expires_on
$$;
REVOKE EXECUTE ON FUNCTION ledger.remaining_lots FROM PUBLIC;
