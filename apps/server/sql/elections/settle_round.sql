-- Stores the result of a closed round and creates the tallies of the next. Returns whether the round is settled.
CREATE OR REPLACE FUNCTION settle_round(p_activity text, p_round smallint, p_now timestamptz)
RETURNS boolean LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
  v_period integer := (SELECT period FROM activity WHERE id = p_activity);
  v_round  ledger.round;
  v_place  record;
BEGIN
  -- Checks before the lock: a round may wait for days for decisions while each server asks every second.
  IF ledger.is_to_settle(v_period, p_round) THEN
    -- Decisions about quarantined votes share this lock, so none runs during the settlement.
    PERFORM pg_advisory_xact_lock(7702, v_period);
    -- Another server may have settled it during the wait.
    IF ledger.is_to_settle(v_period, p_round) THEN
      SELECT * INTO v_round FROM ledger.round WHERE period = v_period AND round = p_round;
      -- Read once in one snapshot, so that a concurrent withdrawal affects both the result and the next round, or
      -- neither.
      FOR v_place IN SELECT s.* FROM standing_of_round(p_activity, p_round) s ORDER BY s.rank, s.idol_id LOOP
        INSERT INTO round_result (activity_id, round, idol_id, votes, rank, goes_on)
          VALUES (p_activity, p_round, v_place.idol_id, v_place.votes, v_place.rank,
                  coalesce(v_place.rank <= v_round.go_on, false));
        IF v_place.rank <= v_round.go_on THEN
          PERFORM ledger.make_tally(v_period, (p_round + 1)::smallint, v_place.idol_id,
                                    CASE WHEN v_round.carries THEN v_place.votes ELSE 0 END,
                                    CASE WHEN v_round.carries THEN v_place.reached_at END);
        END IF;
      END LOOP;
      UPDATE ledger.round SET status = 'settled', settled_at = p_now WHERE period = v_period AND round = p_round;
    END IF;
  END IF;
  RETURN EXISTS (SELECT FROM ledger.round WHERE period = v_period AND round = p_round AND status = 'settled');
END $$;
REVOKE EXECUTE ON FUNCTION settle_round FROM PUBLIC;
GRANT EXECUTE ON FUNCTION settle_round TO lightstick_app;
