-- Shares out the pool of a closed period that is over, once, and publishes the list by its hash. Each fan gets
-- floor(pool * weight / total); the rest goes one by one to the largest remainders, of equal ones to the smaller
-- SHA-256(period || account id), which is also the order of the list. Without stakes the pool returns to its budget.
-- Returns whether the period is settled. Locks: the period as closing does, then its budget.
CREATE OR REPLACE FUNCTION settle_staking_period(p_period date, p_now timestamptz)
RETURNS boolean LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
  v_period staking_period;
BEGIN
  PERFORM pg_advisory_xact_lock(7712, p_period - date '2000-01-03');
  SELECT * INTO STRICT v_period FROM staking_period WHERE id = p_period;
  IF v_period.settled_at IS NOT NULL THEN
    RETURN true;
  END IF;
  IF v_period.closed_at IS NULL OR v_period.ends_at > p_now THEN
    RETURN false;
  END IF;

  INSERT INTO stake_bonus (period_id, line, fan_id, weight, share)
  SELECT p_period, r.line, r.fan_id, r.weight, r.base + CASE WHEN r.turn <= r.rest THEN 1 ELSE 0 END
    FROM (SELECT d.*, row_number() OVER (ORDER BY d.remainder DESC, d.lot) AS turn,
                 row_number() OVER (ORDER BY d.lot) AS line,
                 v_period.pool - sum(d.base) OVER () AS rest
            FROM (SELECT w.fan_id, w.weight, div(v_period.pool * w.weight, v_period.total_weight) AS base,
                         mod(v_period.pool * w.weight, v_period.total_weight) AS remainder,
                         sha256(convert_to(p_period || f.account_id, 'UTF8')) AS lot
                    FROM (SELECT fan_id, sum(amount::numeric * factor) AS weight FROM stake
                           WHERE first_period <= p_period AND end_period > p_period GROUP BY fan_id) w
                    JOIN fan f ON f.id = w.fan_id) d) r;

  UPDATE staking_period p
     SET settled_at = p_now, returned = CASE p.stakers WHEN 0 THEN p.pool ELSE 0 END,
         hash = sha256(convert_to(staking_period_text(p_period), 'UTF8'))
   WHERE p.id = p_period;
  UPDATE staking_budget SET set_aside = set_aside - v_period.pool WHERE id = v_period.budget_id AND v_period.stakers = 0;
  RETURN true;
END $$;
REVOKE EXECUTE ON FUNCTION settle_staking_period FROM PUBLIC;
GRANT EXECUTE ON FUNCTION settle_staking_period TO lightstick_app;
