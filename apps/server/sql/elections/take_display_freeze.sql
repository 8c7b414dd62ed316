-- Returns the stored freeze of a round or stores one; the first of concurrent processes wins. It is one call, so that
-- no stalled process holds the lock. A settled round, or one that does not end at p_closes_at, the basis of
-- p_frozen_at, gets none.
CREATE OR REPLACE FUNCTION take_display_freeze(p_activity text, p_round smallint, p_frozen_at timestamptz, p_closes_at timestamptz)
RETURNS SETOF display_freeze LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  IF NOT EXISTS (SELECT FROM display_freeze f WHERE f.activity_id = p_activity AND f.round = p_round) THEN
    PERFORM pg_advisory_xact_lock(7706, hashtext(p_activity));
    -- Another process may have taken it during the wait.
    IF NOT EXISTS (SELECT FROM display_freeze f WHERE f.activity_id = p_activity AND f.round = p_round) THEN
      -- One statement after the lock, so that standing, version and `seen` share a snapshot.
      INSERT INTO display_freeze (activity_id, round, frozen_at, seen, version, standings, set_aside)
        SELECT p_activity, p_round, p_frozen_at, pg_current_snapshot(),
               (SELECT coalesce(sum(x.transfers), 0)
                  FROM ledger.pool p
                  JOIN ledger.pool_shard x ON x.pool = p.id
                 WHERE p.period = r.period),
               (SELECT coalesce(jsonb_agg(jsonb_build_object('idolId', s.idol_id, 'votes', s.votes, 'rank', s.rank)
                                          ORDER BY s.rank, s.idol_id::bigint), '[]')
                  FROM standing_of_round(p_activity, p_round) s),
               (SELECT coalesce(jsonb_agg(jsonb_build_object('idolId', q.idol_id, 'quarantined', q.quarantined,
                                                             'released', q.released, 'voided', q.voided)), '[]')
                  FROM candidate_quarantine q
                 WHERE q.activity_id = p_activity AND q.round = p_round AND q.quarantined + q.released + q.voided > 0)
          FROM activity a
          JOIN ledger.round r ON r.period = a.period AND r.round = p_round
         WHERE a.id = p_activity AND r.status <> 'settled'
           -- The server's clock has milliseconds, the database's microseconds.
           AND abs(extract(epoch FROM r.closes_at - p_closes_at)) < 0.001;
    END IF;
  END IF;
  RETURN QUERY SELECT f.* FROM display_freeze f WHERE f.activity_id = p_activity AND f.round = p_round;
END $$;
REVOKE EXECUTE ON FUNCTION take_display_freeze FROM PUBLIC;
GRANT EXECUTE ON FUNCTION take_display_freeze TO lightstick_app;
