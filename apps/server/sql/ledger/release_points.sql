-- Releases holds of one unit, each once, so that their amounts can be spent again. A hold that is released already stays as
-- it is. What comes back of an expiring unit lives for 30 more days. Returns how many were released. Locks: accounts by fan.
-- Planner settings fix the plan, as in ledger.post_credits: holds and accounts are found by their keys.
CREATE OR REPLACE FUNCTION ledger.release_points(p_unit smallint, p_fan bigint[], p_key uuid[], p_at timestamptz)
RETURNS integer LANGUAGE plpgsql SECURITY DEFINER
SET search_path = ledger, pg_temp SET plan_cache_mode = force_generic_plan
SET enable_seqscan = off SET enable_hashjoin = off SET enable_mergejoin = off AS $$
#variable_conflict use_column
DECLARE
  v_released integer;
  v_fans     bigint[];
  v_amounts  bigint[];
BEGIN
  PERFORM FROM ledger.account a WHERE a.unit = p_unit AND a.fan = ANY (p_fan) ORDER BY a.fan FOR NO KEY UPDATE;

  -- A new statement after the locks: it sees what a concurrent call released.
  WITH released AS (
    UPDATE ledger.hold h SET released_at = p_at
      FROM unnest(p_fan, p_key) AS r (fan, key)
     WHERE h.fan = r.fan AND h.key = r.key AND h.unit = p_unit AND h.released_at IS NULL
    RETURNING h.fan, h.amount
  ), spendable AS (
    UPDATE ledger.account a SET held = a.held - s.amount
      FROM (SELECT fan, sum(amount)::bigint AS amount FROM released GROUP BY fan) s
     WHERE a.fan = s.fan AND a.unit = p_unit
    RETURNING a.fan, s.amount
  )
  SELECT (SELECT count(*) FROM released), array_agg(s.fan), array_agg(s.amount) INTO v_released, v_fans, v_amounts
    FROM spendable s;
  PERFORM ledger.keep_alive(b.fan, p_unit, b.amount, p_at)
     FROM unnest(v_fans, v_amounts) AS b (fan, amount) JOIN ledger.unit u ON u.id = p_unit AND u.expires;
  RETURN v_released;
END $$;
REVOKE EXECUTE ON FUNCTION ledger.release_points FROM PUBLIC;
GRANT EXECUTE ON FUNCTION ledger.release_points TO lightstick_app;
