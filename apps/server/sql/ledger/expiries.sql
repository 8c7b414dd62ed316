-- What of an account can be used until an instant and no longer: each remaining lot that ends, or all tickets and votes of an
-- activity until its end, unless they have lapsed.
CREATE OR REPLACE FUNCTION ledger.expiries(p_fan bigint, p_unit smallint)
RETURNS TABLE (amount bigint, at timestamptz) LANGUAGE sql STABLE SECURITY DEFINER SET search_path = ledger, pg_temp AS $$
  SELECT r.amount, (r.expires_on + 1)::timestamp AT TIME ZONE t.time_zone
    FROM ledger.unit u CROSS JOIN ledger.expiry_terms t CROSS JOIN LATERAL ledger.remaining_lots(p_fan, p_unit) r
   WHERE u.id = p_unit AND u.expires AND r.amount > 0 AND r.expires_on < 'infinity'
  UNION ALL
  SELECT a.balance - a.held, w.usable_until
    FROM ledger.account a JOIN ledger.unit_to_lapse w ON w.unit = a.unit
   WHERE a.fan = p_fan AND a.unit = p_unit AND a.balance > a.held
   ORDER BY 2
$$;
REVOKE EXECUTE ON FUNCTION ledger.expiries FROM PUBLIC;
GRANT EXECUTE ON FUNCTION ledger.expiries TO lightstick_app;
