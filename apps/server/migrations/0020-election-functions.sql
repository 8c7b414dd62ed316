-- Functions and triggers of elections and what belongs to them.

SET LOCAL check_function_bodies = off;

-- Whoever writes the result down holds the lock (of class 7704, by poll) alone, ballots share it: so a result has every ballot
-- that was under way, and none comes after it.
CREATE OR REPLACE FUNCTION best7_ballot_before_the_result() RETURNS trigger LANGUAGE plpgsql
SET search_path = public, pg_temp AS $$
BEGIN
  PERFORM pg_advisory_xact_lock_shared(7704, hashtext(NEW.activity_id));
  IF EXISTS (SELECT FROM best7_result WHERE activity_id = NEW.activity_id) THEN
    RAISE EXCEPTION 'The result of Best 7 poll % is final', NEW.activity_id
      USING ERRCODE = 'check_violation', CONSTRAINT = 'best7_ballot_before_the_result';
  END IF;
  RETURN NEW;
END $$;

CREATE OR REPLACE TRIGGER best7_ballot_in_time BEFORE INSERT ON best7_ballot
  FOR EACH ROW EXECUTE FUNCTION best7_ballot_before_the_result();

-- Nobody joins, leaves or comes back into an activity whose votes are counted. The lock on the period waits for a close
-- that is under way, so that the two cannot pass each other.
CREATE OR REPLACE FUNCTION keep_candidates_of_final() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  IF NEW IS NOT DISTINCT FROM OLD THEN
    RETURN NULL;
  END IF;
  PERFORM FROM ledger.period p JOIN activity a ON a.period = p.id
    WHERE a.id IN (OLD.activity_id, NEW.activity_id) FOR SHARE OF p;
  IF EXISTS (SELECT FROM ledger.period p JOIN activity a ON a.period = p.id
              WHERE a.id IN (OLD.activity_id, NEW.activity_id) AND p.status = 'closed') THEN
    RAISE EXCEPTION 'The result of activity % is final', coalesce(NEW.activity_id, OLD.activity_id);
  END IF;
  RETURN NULL;
END $$;

CREATE OR REPLACE TRIGGER candidate_of_final_kept AFTER INSERT OR UPDATE OR DELETE ON candidate
  FOR EACH ROW EXECUTE FUNCTION keep_candidates_of_final();

-- Rows of these tables are history: they are added and never change.
CREATE OR REPLACE FUNCTION refuse_change_of_history() RETURNS trigger LANGUAGE plpgsql
SET search_path = public, pg_temp AS $$
BEGIN
  RAISE EXCEPTION 'Rows of % stay as they are', TG_TABLE_NAME;
END $$;

CREATE OR REPLACE TRIGGER rule_set_kept BEFORE UPDATE OR DELETE ON rule_set
  FOR EACH ROW EXECUTE FUNCTION refuse_change_of_history();

CREATE OR REPLACE TRIGGER round_result_kept BEFORE UPDATE OR DELETE ON round_result
  FOR EACH ROW EXECUTE FUNCTION refuse_change_of_history();

CREATE OR REPLACE TRIGGER display_freeze_kept BEFORE UPDATE OR DELETE ON display_freeze
  FOR EACH ROW EXECUTE FUNCTION refuse_change_of_history();

CREATE OR REPLACE TRIGGER vote_decision_kept BEFORE UPDATE OR DELETE ON vote_decision
  FOR EACH ROW EXECUTE FUNCTION refuse_change_of_history();

CREATE OR REPLACE TRIGGER decided_vote_kept BEFORE UPDATE OR DELETE ON decided_vote
  FOR EACH ROW EXECUTE FUNCTION refuse_change_of_history();

-- Writes down the result of a closed round, and makes the tallies of the next. Answers whether it is settled now.
CREATE OR REPLACE FUNCTION settle_round(p_activity text, p_round smallint, p_now timestamptz)
RETURNS boolean LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
  v_period integer := (SELECT period FROM activity WHERE id = p_activity);
  v_round  ledger.round;
  v_place  record;
BEGIN
  -- A round may wait for days for decisions about its votes while every server asks each second: then nobody is held up.
  IF ledger.is_to_settle(v_period, p_round) THEN
    -- Also keeps away decisions about votes in quarantine, which hold the same lock in common.
    PERFORM pg_advisory_xact_lock(7702, v_period);
    -- Another server may have settled it while this one waited.
    IF ledger.is_to_settle(v_period, p_round) THEN
      SELECT * INTO v_round FROM ledger.round WHERE period = v_period AND round = p_round;
      -- Read once, as of one moment: whoever is withdrawn meanwhile is in the result and in the next round, or in neither.
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

-- The standing of those who take part in a round: the one order of places, live and in the end. `reached_at` is when the
-- last of the votes was received, which may be of an earlier round; null where there is none.
CREATE OR REPLACE FUNCTION standing_of_round(p_activity text, p_round smallint)
RETURNS TABLE (idol_id text, votes bigint, rank integer, reached_at timestamptz) LANGUAGE sql STABLE
SET search_path = public, pg_temp AS $$
  SELECT s.idol_id, s.votes,
         (CASE WHEN d.shares_places THEN rank() OVER (ORDER BY s.votes DESC)
               ELSE row_number() OVER (ORDER BY s.votes DESC, s.reached_at NULLS FIRST, s.idol_id::bigint) END)::integer,
         s.reached_at
    FROM (SELECT t.idol_id, t.carried + coalesce(sum(x.credits - x.debits), 0)::bigint AS votes,
                 coalesce(max(x.last_at), t.carried_at) AS reached_at
            FROM candidate_tally t
            JOIN candidate c ON c.activity_id = t.activity_id AND c.idol_id = t.idol_id AND NOT c.withdrawn
            LEFT JOIN ledger.pool_shard x ON x.pool = t.pool
           WHERE t.activity_id = p_activity AND t.round = p_round
           GROUP BY t.idol_id, t.carried, t.carried_at) s
   CROSS JOIN (SELECT p.shares_places FROM activity a JOIN ledger.period p ON p.id = a.period WHERE a.id = p_activity) d
$$;

-- The freeze of a round: the one that was written, or the one that is written now. Of several processes that come at once the
-- first one's stays, and all are answered with it. It is one call, so that no lock is held by a process which stands still. None
-- is written where the round does not end at p_closes_at, of which p_frozen_at was reckoned, or is settled.
CREATE OR REPLACE FUNCTION take_display_freeze(p_activity text, p_round smallint, p_frozen_at timestamptz, p_closes_at timestamptz)
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
CREATE OR REPLACE FUNCTION taken_display_freeze(p_activity text, p_round smallint)
RETURNS SETOF display_freeze LANGUAGE plpgsql VOLATILE SET search_path = public, pg_temp AS $$
BEGIN
  PERFORM pg_advisory_xact_lock_shared(7706, hashtext(p_activity));
  RETURN QUERY SELECT f.* FROM display_freeze f WHERE f.activity_id = p_activity AND f.round = p_round;
END $$;
REVOKE EXECUTE ON FUNCTION taken_display_freeze FROM PUBLIC;
GRANT EXECUTE ON FUNCTION taken_display_freeze TO lightstick_app;

-- How many votes the first so many tickets of a day bring. `p_steps` is [{fromTicket, votesPerTicket}] in order, from 1 on.
CREATE OR REPLACE FUNCTION votes_of_tickets(p_steps jsonb, p_tickets bigint) RETURNS bigint LANGUAGE sql IMMUTABLE
SET search_path = public, pg_temp AS $$
  SELECT coalesce(sum(rate * greatest(least(p_tickets, until - 1) - first + 1, 0)), 0)::bigint
    FROM (SELECT (step ->> 'votesPerTicket')::bigint AS rate, (step ->> 'fromTicket')::bigint AS first,
                 coalesce(lead((step ->> 'fromTicket')::bigint) OVER (ORDER BY o), p_tickets + 1) AS until
            FROM jsonb_array_elements(p_steps) WITH ORDINALITY AS s (step, o)) steps
$$;

-- Whether a fan has had a vote that counts: one that was never set aside, or was released. Votes in quarantine and voided ones
-- earn nobody an invite. Whoever has not voted at all is told apart first, by the key of the accounts: most of those who are
-- asked about have not, and the journal is opened for none of them. Of the others, each period's votes of one fan are a stretch
-- of the journal's own key, of which the first that counts is the answer.
CREATE OR REPLACE FUNCTION has_counted_vote(p_fan bigint) RETURNS boolean LANGUAGE plpgsql STABLE COST 1000
SET search_path = public, pg_temp AS $$
BEGIN
  IF NOT EXISTS (SELECT FROM ledger.account a WHERE a.fan = p_fan AND a.day IS NOT NULL) THEN
    RETURN false;
  END IF;
  RETURN EXISTS (
    SELECT FROM ledger.account a
      JOIN ledger.period p ON p.unit = a.unit
     CROSS JOIN LATERAL (
       SELECT FROM ledger.transfer t
        WHERE t.book = p.id AND t.fan = a.fan AND t.unit = a.unit AND t.reason = 10
          AND (t.flag IS NULL
               OR EXISTS (SELECT FROM decided_vote d JOIN vote_decision v ON v.id = d.decision_id
                           WHERE d.vote_id = t.id AND v.verdict = 'released'))
        LIMIT 1) counted
     WHERE a.fan = p_fan AND a.day IS NOT NULL);
END $$;

-- Decides about votes of an activity, and writes the decision down: neither comes without the other, because the
-- application can call nothing else. Results are those of ledger.decide_votes; `num` is how many votes a newly decided one is.
CREATE OR REPLACE FUNCTION decide_quarantined_votes(
  p_activity text, p_ids bigint[], p_verdict text, p_reason jsonb, p_by_rule boolean, p_now timestamptz
) RETURNS TABLE (vote_id bigint, result smallint, num bigint) LANGUAGE plpgsql SECURITY DEFINER
SET search_path = public, pg_temp AS $$
#variable_conflict use_column
DECLARE
  v_period   integer;
  v_decision bigint;
BEGIN
  SELECT a.period INTO STRICT v_period FROM activity a WHERE a.id = p_activity;
  FOR vote_id, result, num IN
    SELECT d.id, d.result, t.amount FROM ledger.decide_votes(v_period, p_ids, p_verdict = 'released') d
      LEFT JOIN ledger.transfer t ON t.book = v_period AND t.id = d.id AND t.flag IS NOT NULL AND d.result = 0
  LOOP
    IF result = 0 THEN
      IF v_decision IS NULL THEN
        INSERT INTO vote_decision (activity_id, verdict, reason, by_rule, decided_at)
          VALUES (p_activity, p_verdict, p_reason, p_by_rule, p_now) RETURNING id INTO v_decision;
      END IF;
      INSERT INTO decided_vote (vote_id, decision_id, num) VALUES (vote_id, v_decision, num);
    END IF;
    RETURN NEXT;
  END LOOP;
END $$;
REVOKE EXECUTE ON FUNCTION decide_quarantined_votes FROM PUBLIC;
GRANT EXECUTE ON FUNCTION decide_quarantined_votes TO lightstick_app;

-- A round is frozen once, for everybody.
CREATE OR REPLACE FUNCTION song_event_stays_frozen() RETURNS trigger LANGUAGE plpgsql
SET search_path = public, pg_temp AS $$
BEGIN
  IF coalesce(OLD.nominations_frozen_at, NEW.nominations_frozen_at) IS DISTINCT FROM NEW.nominations_frozen_at
     OR coalesce(OLD.final_frozen_at, NEW.final_frozen_at) IS DISTINCT FROM NEW.final_frozen_at THEN
    RAISE EXCEPTION 'a round of song event % that is frozen stays so', OLD.id;
  END IF;
  RETURN NEW;
END $$;

CREATE OR REPLACE TRIGGER song_event_frozen BEFORE UPDATE ON song_event FOR EACH ROW EXECUTE FUNCTION song_event_stays_frozen();

-- Nothing is added to a round that is frozen. Its results are written before it is said to be.
CREATE OR REPLACE FUNCTION song_round_is_not_frozen() RETURNS trigger LANGUAGE plpgsql
SET search_path = public, pg_temp AS $$
BEGIN
  IF EXISTS (SELECT FROM song_event e
              WHERE e.id = NEW.event_id
                AND CASE TG_ARGV[0] WHEN 'nominations' THEN e.nominations_frozen_at ELSE e.final_frozen_at END IS NOT NULL) THEN
    RAISE EXCEPTION 'round % of song event % is frozen', TG_ARGV[0], NEW.event_id;
  END IF;
  RETURN NEW;
END $$;

CREATE OR REPLACE TRIGGER song_nomination_in_time BEFORE INSERT ON song_nomination
  FOR EACH ROW EXECUTE FUNCTION song_round_is_not_frozen('nominations');

CREATE OR REPLACE TRIGGER song_finalist_in_time BEFORE INSERT ON song_finalist
  FOR EACH ROW EXECUTE FUNCTION song_round_is_not_frozen('nominations');

CREATE OR REPLACE TRIGGER song_vote_in_time BEFORE INSERT ON song_vote
  FOR EACH ROW EXECUTE FUNCTION song_round_is_not_frozen('final');

CREATE OR REPLACE TRIGGER song_result_of_nominations_in_time BEFORE INSERT ON song_result
  FOR EACH ROW WHEN (NEW.round = 'nominations') EXECUTE FUNCTION song_round_is_not_frozen('nominations');

CREATE OR REPLACE TRIGGER song_result_of_final_in_time BEFORE INSERT ON song_result
  FOR EACH ROW WHEN (NEW.round = 'final') EXECUTE FUNCTION song_round_is_not_frozen('final');
