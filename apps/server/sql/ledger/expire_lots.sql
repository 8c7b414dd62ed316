-- Expires what is left of the lots that ended on a day, of the next p_most fans after one. Returns the last of these fans, or
-- null when none is left. The lots go with it, so each expires once. An hour passes first, so that requests of the day are
-- written. Locks: accounts by fan.
CREATE OR REPLACE FUNCTION ledger.expire_lots(
  p_unit smallint, p_day date, p_after bigint, p_most integer, p_at timestamptz
) RETURNS bigint LANGUAGE plpgsql SECURITY DEFINER SET search_path = ledger, pg_temp AS $$
DECLARE
  v_fans bigint[];
BEGIN
  IF p_at < (SELECT (p_day + 1)::timestamp AT TIME ZONE t.time_zone + interval '1 hour' FROM ledger.expiry_terms t) THEN
    RAISE EXCEPTION 'lots of % have not ended for an hour', p_day;
  END IF;
  v_fans := ARRAY(SELECT l.fan FROM ledger.lot l WHERE l.unit = p_unit AND l.expires_on = p_day AND l.fan > p_after
                   ORDER BY l.fan LIMIT p_most);
  PERFORM FROM ledger.account a WHERE a.fan = ANY (v_fans) AND a.unit = p_unit ORDER BY a.fan FOR NO KEY UPDATE;

  -- A statement after the locks sees what was spent before them. A concurrent run finds the lots gone.
  PERFORM ledger.take_back(p_unit, 81::smallint, array_agg(d.fan), array_agg(d.amount), array_agg(d.key), p_at)
    FROM (SELECT l.fan, sum(r.amount)::bigint AS amount,
                 ledger.dated_key((p_day + 1)::timestamp AT TIME ZONE 'UTC',
                                  format('expiry %s %s %s %s', p_unit, p_day, l.fan, a.seq)) AS key
            FROM ledger.lot l JOIN ledger.account a ON a.fan = l.fan AND a.unit = l.unit CROSS JOIN LATERAL ledger.remaining_lots(l.fan, p_unit) r
           WHERE l.unit = p_unit AND l.expires_on = p_day AND l.fan = ANY (v_fans) AND r.expires_on <= p_day
           GROUP BY l.fan, a.seq HAVING sum(r.amount) > 0) d
  HAVING count(*) > 0;
  DELETE FROM ledger.lot l WHERE l.unit = p_unit AND l.expires_on <= p_day AND l.fan = ANY (v_fans);
  RETURN (SELECT max(f) FROM unnest(v_fans) f);
END $$;
REVOKE EXECUTE ON FUNCTION ledger.expire_lots FROM PUBLIC;
GRANT EXECUTE ON FUNCTION ledger.expire_lots TO lightstick_app;
