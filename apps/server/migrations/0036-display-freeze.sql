-- What is shown of a round from the moment on at which its rules hide the count until the round is settled. The first
-- process to come to that moment writes it, and all show the same. `seen` is what the database had committed then: a row of
-- ledger.transfer is part of what is shown exactly if it is visible in it. A round has one: were its end moved, another
-- freeze, or none, would tell what this one hides.
CREATE TABLE display_freeze (
  activity_id text NOT NULL REFERENCES activity,
  round       smallint NOT NULL CHECK (round > 0),
  frozen_at   timestamptz NOT NULL,
  seen        pg_snapshot NOT NULL,
  version     bigint NOT NULL CHECK (version >= 0),
  -- [{idolId, votes, rank}], in the order of the ranking.
  standings   jsonb NOT NULL,
  -- [{idolId, quarantined, released, voided}], of the round and of those who have any.
  set_aside   jsonb NOT NULL,
  PRIMARY KEY (activity_id, round)
);
CREATE TRIGGER display_freeze_kept BEFORE UPDATE OR DELETE ON display_freeze
  FOR EACH ROW EXECUTE FUNCTION refuse_change_of_history();
-- The application writes one by the function below alone.
REVOKE INSERT, UPDATE, DELETE ON display_freeze FROM lightstick_app;

-- The freeze of a round: the one that was written, or the one that is written now. Of several processes that come at once the
-- first one's stays, and all are answered with it. It is one call, so that no lock is held by a process which stands still. None
-- is written where the round does not end at p_closes_at, of which p_frozen_at was reckoned, or is settled.
CREATE FUNCTION take_display_freeze(p_activity text, p_round smallint, p_frozen_at timestamptz, p_closes_at timestamptz)
RETURNS SETOF display_freeze LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  IF NOT EXISTS (SELECT FROM display_freeze f WHERE f.activity_id = p_activity AND f.round = p_round) THEN
    PERFORM pg_advisory_xact_lock(7706, hashtext(p_activity));
    -- Another process may have taken it while this one waited.
    IF NOT EXISTS (SELECT FROM display_freeze f WHERE f.activity_id = p_activity AND f.round = p_round) THEN
      -- One statement, whose snapshot is taken after the lock, so that standing, version and `seen` are of one moment.
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
           -- The server's clock knows milliseconds, this one more.
           AND abs(extract(epoch FROM r.closes_at - p_closes_at)) < 0.001;
    END IF;
  END IF;
  RETURN QUERY SELECT f.* FROM display_freeze f WHERE f.activity_id = p_activity AND f.round = p_round;
END $$;
REVOKE EXECUTE ON FUNCTION take_display_freeze FROM PUBLIC;
GRANT EXECUTE ON FUNCTION take_display_freeze TO lightstick_app;

-- The freeze that was written, also one that was being taken when this was asked. Where there is none, what was committed before
-- this was asked is seen by the one that is taken later. It is volatile, so that what is read after the lock is what was
-- committed by then.
CREATE FUNCTION taken_display_freeze(p_activity text, p_round smallint)
RETURNS SETOF display_freeze LANGUAGE plpgsql VOLATILE SET search_path = public, pg_temp AS $$
BEGIN
  PERFORM pg_advisory_xact_lock_shared(7706, hashtext(p_activity));
  RETURN QUERY SELECT f.* FROM display_freeze f WHERE f.activity_id = p_activity AND f.round = p_round;
END $$;
REVOKE EXECUTE ON FUNCTION taken_display_freeze FROM PUBLIC;
GRANT EXECUTE ON FUNCTION taken_display_freeze TO lightstick_app;
