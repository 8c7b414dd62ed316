-- Closes a period that has begun to further stakes, and fixes its weights. The exclusive lock waits for stakes that are being
-- written, and the grace of 15 seconds for those received in time. Returns whether the period is closed.
CREATE OR REPLACE FUNCTION close_staking_period(p_period date, p_now timestamptz)
RETURNS boolean LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
  c_grace constant interval := '15 seconds';
BEGIN
  -- Shared by stakes (modules/staking/staking.store.ts), exclusive here.
  PERFORM pg_advisory_xact_lock(7712, p_period - date '2000-01-03');
  UPDATE staking_period p SET closed_at = p_now, total_weight = s.weight, stakers = s.fans
    FROM (SELECT coalesce(sum(amount::numeric * factor), 0) AS weight, count(DISTINCT fan_id) AS fans
            FROM stake WHERE first_period <= p_period AND end_period > p_period) s
   WHERE p.id = p_period AND p.closed_at IS NULL AND p.starts_at + c_grace <= p_now;
  RETURN (SELECT closed_at IS NOT NULL FROM staking_period WHERE id = p_period);
END $$;
REVOKE EXECUTE ON FUNCTION close_staking_period FROM PUBLIC;
GRANT EXECUTE ON FUNCTION close_staking_period TO lightstick_app;
