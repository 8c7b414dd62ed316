-- The published list of a period in its canonical form, whose SHA-256 is published; the contract describes it.
CREATE OR REPLACE FUNCTION staking_period_text(p_period date) RETURNS text LANGUAGE sql STABLE
SET search_path = public, pg_temp AS $$
  SELECT format(E'lightstick/staking/v1\n%s\n%s\n%s\n', p.id, p.pool, p.total_weight)
         || coalesce((SELECT string_agg(format(E'%s %s\n', b.weight, b.share), '' ORDER BY b.line)
                        FROM stake_bonus b WHERE b.period_id = p.id), '')
    FROM staking_period p WHERE p.id = p_period
$$;
REVOKE EXECUTE ON FUNCTION staking_period_text FROM PUBLIC;
GRANT EXECUTE ON FUNCTION staking_period_text TO lightstick_app;
