-- Returns the last day of Points credited at a time, or infinity. A day has ended when the zone's next one begins.
CREATE OR REPLACE FUNCTION ledger.expires_on(p_at timestamptz) RETURNS date LANGUAGE sql STABLE SET search_path = ledger, pg_temp AS $$
  SELECT coalesce((date_trunc('month', p_at AT TIME ZONE t.time_zone) + make_interval(months => t.months + 1))::date - 1,
                  'infinity'::date)
    FROM ledger.expiry_terms t
$$;
REVOKE EXECUTE ON FUNCTION ledger.expires_on FROM PUBLIC;
