-- Elections by rules: a rule set that is published and then stands, rounds, limits that casting checks, and votes that are
-- set aside until somebody has looked at them.

-- Rule sets -----------------------------------------------------------------------------------------------------------

-- What was published about an activity. A pack may publish another version until the activity opens; none ever changes.
CREATE TABLE rule_set (
  id           integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  activity_id  text NOT NULL REFERENCES activity,
  version      integer NOT NULL CHECK (version > 0),
  -- JSON in its canonical form (RFC 8785), so that whoever reads it can compute the hash.
  document     text NOT NULL,
  hash         bytea NOT NULL CHECK (hash = sha256(convert_to(document, 'UTF8'))),
  published_at timestamptz NOT NULL,
  UNIQUE (activity_id, version)
);

CREATE FUNCTION refuse_change_of_history() RETURNS trigger LANGUAGE plpgsql
SET search_path = public, pg_temp AS $$
BEGIN
  RAISE EXCEPTION 'Rows of % stay as they are', TG_TABLE_NAME;
END $$;
CREATE TRIGGER rule_set_kept BEFORE UPDATE OR DELETE ON rule_set
  FOR EACH ROW EXECUTE FUNCTION refuse_change_of_history();
REVOKE INSERT, UPDATE, DELETE ON rule_set FROM lightstick_app;

-- Periods and their rounds --------------------------------------------------------------------------------------------

-- `ending_caps[n]` is how many votes a fan may cast from `ending_from[n]` until the next such moment; null is any number.
-- With `shares_places`, idols with the same votes stand on the same place; else who reached the count first stands before.
ALTER TABLE ledger.period
  ADD COLUMN rule_set        integer REFERENCES rule_set,
  ADD COLUMN min_account_age interval NOT NULL DEFAULT '0' CHECK (min_account_age >= '0'),
  ADD COLUMN paid_share_max  smallint CHECK (paid_share_max BETWEEN 1 AND 99),
  ADD COLUMN ending_from     timestamptz[] NOT NULL DEFAULT '{}',
  ADD COLUMN ending_caps     bigint[] NOT NULL DEFAULT '{}',
  ADD COLUMN shares_places   boolean NOT NULL DEFAULT false,
  -- Whether an owner has moved its times by hand, so that they are no longer those that were published.
  ADD COLUMN is_moved        boolean NOT NULL DEFAULT false,
  ADD CONSTRAINT period_ending_has_caps CHECK (cardinality(ending_from) = cardinality(ending_caps));

-- A round is closed when no vote can be written any more, and settled when its result is written down. Of each but the
-- last, the first `go_on` go on to the next, and take their votes with them if the round `carries`.
CREATE TABLE ledger.round (
  period     integer NOT NULL REFERENCES ledger.period,
  round      smallint NOT NULL CHECK (round > 0),
  opens_at   timestamptz NOT NULL,
  closes_at  timestamptz NOT NULL CHECK (closes_at > opens_at),
  go_on      integer CHECK (go_on > 0),
  carries    boolean NOT NULL DEFAULT false CHECK (NOT carries OR go_on IS NOT NULL),
  status     text NOT NULL DEFAULT 'open' CHECK (status IN ('open', 'closed', 'settled')),
  closed_at  timestamptz CHECK ((closed_at IS NOT NULL) = (status <> 'open')),
  settled_at timestamptz CHECK ((settled_at IS NOT NULL) = (status = 'settled')),
  PRIMARY KEY (period, round)
);
INSERT INTO ledger.round (period, round, opens_at, closes_at, status, closed_at, settled_at)
  SELECT id, 1, opens_at, closes_at, CASE status WHEN 'closed' THEN 'settled' ELSE 'open' END, closed_at, closed_at
    FROM ledger.period;
GRANT SELECT ON ledger.round TO lightstick_app;

-- The first round opens and the last closes with the period, also when an owner moves its times by hand. The stretches near
-- the end move with it: those that have begun stay as they are, because fans have voted in them and accounts name them by
-- number, and after them come all that were published, as long before the new end, or from now on if that is past.
-- What was published goes on to tell the former end; docs/operating.md says what an owner does about that.
CREATE FUNCTION ledger.move_rounds() RETURNS trigger LANGUAGE plpgsql SET search_path = ledger, pg_temp AS $$
DECLARE
  v_now  timestamptz := clock_timestamp();
  v_last ledger.round;
  v_kept integer;
BEGIN
  UPDATE ledger.round
     SET opens_at = CASE round WHEN 1 THEN NEW.opens_at ELSE opens_at END,
         closes_at = CASE WHEN go_on IS NULL THEN NEW.closes_at ELSE closes_at END
   WHERE period = NEW.id AND (round = 1 OR go_on IS NULL);
  SELECT * INTO v_last FROM ledger.round WHERE period = NEW.id AND go_on IS NULL;
  -- A definition takes the former rounds away before it sets other times.
  IF NOT FOUND THEN
    RETURN NEW;
  END IF;
  NEW.is_moved := true;
  IF NEW.closes_at <> OLD.closes_at AND cardinality(OLD.ending_from) > 0 AND NEW.rule_set IS NOT NULL THEN
    v_kept := (SELECT count(*) FROM unnest(OLD.ending_from) f WHERE f <= v_now OR f < v_last.opens_at);
    SELECT OLD.ending_from[:v_kept] || array_agg(m.starts ORDER BY m.o), OLD.ending_caps[:v_kept] || array_agg(m.cap ORDER BY m.o)
      INTO NEW.ending_from, NEW.ending_caps
      FROM (SELECT 0 AS o, greatest(v_now, OLD.ending_from[v_kept]) AS starts, NULL::bigint AS cap WHERE OLD.ending_caps[v_kept] IS NOT NULL
            UNION ALL
            SELECT l.o, greatest(NEW.closes_at - (l.published ->> 'withinMinutes')::integer * interval '1 minute', v_now, v_last.opens_at),
                   (l.published ->> 'votes')::bigint
              FROM public.rule_set s,
                   jsonb_array_elements(s.document::jsonb -> 'endingLimits') WITH ORDINALITY AS l (published, o)
             WHERE s.id = NEW.rule_set
            UNION ALL
            SELECT 32767, greatest(NEW.closes_at, v_now), NULL) m;
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER period_moves_rounds BEFORE UPDATE OF opens_at, closes_at ON ledger.period
  FOR EACH ROW WHEN ((OLD.opens_at, OLD.closes_at) IS DISTINCT FROM (NEW.opens_at, NEW.closes_at))
  EXECUTE FUNCTION ledger.move_rounds();

-- An account also counts the votes of the latest stretch near an end in which it cast any.
ALTER TABLE ledger.account
  ADD COLUMN ending_step  smallint NOT NULL DEFAULT 0,
  ADD COLUMN ending_votes bigint NOT NULL DEFAULT 0 CHECK (ending_votes >= 0);

-- Tallies -------------------------------------------------------------------------------------------------------------

-- An idol has three pools in a round: the tally that counts, the votes in quarantine, and those that were voided. All are
-- named after her. `carried` is what a tally begins with, and `carried_at` when that count had been reached.
ALTER TABLE ledger.pool
  DROP CONSTRAINT pool_unit_kind_name_key,
  DROP CONSTRAINT pool_kind_check,
  DROP CONSTRAINT pool_check,
  ADD COLUMN round   smallint NOT NULL DEFAULT 0,
  ADD COLUMN carried bigint NOT NULL DEFAULT 0 CHECK (carried >= 0),
  ADD COLUMN carried_at timestamptz;
UPDATE ledger.pool SET round = 1 WHERE kind = 'tally';
INSERT INTO ledger.pool (unit, kind, name, period, round)
  SELECT p.unit, kind.name, p.name, p.period, 1
    FROM ledger.pool p CROSS JOIN (VALUES ('quarantine'), ('voided')) AS kind (name)
   WHERE p.kind = 'tally';
ALTER TABLE ledger.pool
  ADD CONSTRAINT pool_unit_kind_name_round_key UNIQUE (unit, kind, name, round),
  ADD CONSTRAINT pool_kind_check CHECK (kind IN ('issue', 'sink', 'tally', 'quarantine', 'voided')),
  ADD CONSTRAINT pool_of_a_round CHECK ((kind IN ('tally', 'quarantine', 'voided')) = (period IS NOT NULL)
                                        AND (period IS NOT NULL) = (round > 0)),
  ADD CONSTRAINT pool_only_tallies_carry CHECK (kind = 'tally' OR (carried = 0 AND carried_at IS NULL));
DROP INDEX ledger.pool_period_idx;
CREATE INDEX pool_round_idx ON ledger.pool (period, round, kind) WHERE period IS NOT NULL;

-- Why a vote is in quarantine (1 speed, 2 device, 3 address), and under which rules a vote was cast.
ALTER TABLE ledger.transfer
  ADD COLUMN flag     smallint CHECK (flag BETWEEN 1 AND 3),
  ADD COLUMN rule_set integer;
CREATE INDEX transfer_flagged_idx ON ledger.transfer (book, id) WHERE flag IS NOT NULL;
INSERT INTO ledger.reason (code, name) VALUES (12, 'quarantine_lifted'), (13, 'vote_released'), (14, 'vote_voided');

-- Who stands in which round of an activity, with her pools: what names a pool is the idol's id.
CREATE VIEW candidate_tally AS
  SELECT a.id AS activity_id, t.name AS idol_id, t.round, t.id AS pool, q.id AS quarantine_pool, v.id AS voided_pool, t.carried,
         t.carried_at
    FROM activity a
    JOIN ledger.pool t ON t.period = a.period AND t.kind = 'tally'
    JOIN ledger.pool q ON q.unit = t.unit AND q.kind = 'quarantine' AND q.name = t.name AND q.round = t.round
    JOIN ledger.pool v ON v.unit = t.unit AND v.kind = 'voided' AND v.name = t.name AND v.round = t.round;
ALTER TABLE candidate DROP COLUMN pool;

-- How a round ended. It is written once.
CREATE TABLE round_result (
  activity_id text NOT NULL REFERENCES activity,
  round       smallint NOT NULL CHECK (round > 0),
  idol_id     text NOT NULL REFERENCES idol,
  votes       bigint NOT NULL CHECK (votes >= 0),
  rank        integer NOT NULL CHECK (rank > 0),
  goes_on     boolean NOT NULL,
  PRIMARY KEY (activity_id, round, idol_id)
);
CREATE TRIGGER round_result_kept BEFORE UPDATE OR DELETE ON round_result
  FOR EACH ROW EXECUTE FUNCTION refuse_change_of_history();
REVOKE INSERT, UPDATE, DELETE ON round_result FROM lightstick_app;

-- The standing of those who take part in a round: the one order of places, live and in the end. `reached_at` is when the
-- last of the votes was received, which may be of an earlier round; null where there is none.
CREATE FUNCTION standing_of_round(p_activity text, p_round smallint)
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

INSERT INTO round_result (activity_id, round, idol_id, votes, rank, goes_on)
  SELECT a.id, 1, s.idol_id, s.votes, s.rank, false
    FROM activity a JOIN ledger.period p ON p.id = a.period AND p.status = 'closed'
   CROSS JOIN standing_of_round(a.id, 1::smallint) s;

-- Definitions, made by an operator's content pack as the owner --------------------------------------------------------

CREATE OR REPLACE FUNCTION ledger.ensure_pool(p_unit smallint, p_kind text, p_name text)
RETURNS bigint LANGUAGE plpgsql SECURITY DEFINER SET search_path = ledger, pg_temp AS $$
DECLARE
  pool_id bigint;
BEGIN
  SELECT id INTO pool_id FROM ledger.pool WHERE unit = p_unit AND kind = p_kind AND name = p_name AND round = 0;
  IF pool_id IS NULL THEN
    INSERT INTO ledger.pool (unit, kind, name) VALUES (p_unit, p_kind, p_name)
      ON CONFLICT (unit, kind, name, round) DO NOTHING;
    SELECT id INTO pool_id FROM ledger.pool WHERE unit = p_unit AND kind = p_kind AND name = p_name AND round = 0;
  END IF;
  RETURN pool_id;
END $$;

-- Whether a period is still to open. If it is, no vote of it is written until the caller commits, so that nobody votes under
-- rules which the caller is about to replace. Nothing waits for a caller whose period is open: its rules stand anyway.
CREATE FUNCTION ledger.is_to_open(p_period integer)
RETURNS boolean LANGUAGE plpgsql SET search_path = ledger, pg_temp AS $$
BEGIN
  IF EXISTS (SELECT FROM ledger.period WHERE id = p_period AND opens_at > clock_timestamp()) THEN
    PERFORM pg_advisory_xact_lock(7702, p_period);
  END IF;
  -- The clock has gone on while this waited.
  RETURN EXISTS (SELECT FROM ledger.period WHERE id = p_period AND opens_at > clock_timestamp());
END $$;

-- Makes a period with its book and its rounds. Until it opens its rules may still change; from then on what was published
-- counts, and other rules are refused; but times that an owner has moved by hand stay.
-- `p_limits` may hold `minAccountAge` (an interval), `paidShareMax` (percent), `sharesPlaces`, `ending` ([{from, cap}], in
-- the order of time) and `rounds` ([{opensAt, closesAt, goOn, carries}]); without rounds there is one, as long as the period.
DROP FUNCTION ledger.define_period;
CREATE FUNCTION ledger.define_period(
  p_id integer, p_unit smallint, p_opens_at timestamptz, p_closes_at timestamptz, p_time_zone text,
  p_daily_cap bigint, p_free_per_day bigint, p_limits jsonb DEFAULT '{}'
) RETURNS void LANGUAGE plpgsql SET search_path = ledger, pg_temp AS $$
DECLARE
  wanted ledger.period;
  stored ledger.period;
  rounds ledger.round[];
  v_may_change boolean;
BEGIN
  PERFORM now() AT TIME ZONE p_time_zone;
  PERFORM ledger.open_book(p_id);
  SELECT array_agg(ROW(p_id, o, coalesce(r ->> 'opensAt', p_opens_at::text)::timestamptz,
                       coalesce(r ->> 'closesAt', p_closes_at::text)::timestamptz, (r ->> 'goOn')::integer,
                       coalesce((r ->> 'carries')::boolean, false), 'open', NULL, NULL)::ledger.round ORDER BY o)
    INTO rounds
    FROM jsonb_array_elements(coalesce(p_limits -> 'rounds', '[{}]')) WITH ORDINALITY AS x (r, o);
  IF rounds[1].opens_at <> p_opens_at OR rounds[cardinality(rounds)].closes_at <> p_closes_at
     OR EXISTS (SELECT FROM unnest(rounds) one JOIN unnest(rounds) next ON next.round = one.round + 1
                 WHERE next.opens_at <= one.closes_at)
     OR EXISTS (SELECT FROM unnest(rounds) one WHERE (one.go_on IS NULL) <> (one.round = cardinality(rounds))) THEN
    RAISE EXCEPTION 'rounds follow each other from the opening to the close, and somebody goes on from each but the last';
  END IF;

  wanted.min_account_age := coalesce(p_limits ->> 'minAccountAge', '0')::interval;
  wanted.paid_share_max := (p_limits ->> 'paidShareMax')::smallint;
  wanted.shares_places := coalesce((p_limits ->> 'sharesPlaces')::boolean, false);
  SELECT coalesce(array_agg((e ->> 'from')::timestamptz ORDER BY o), '{}'), coalesce(array_agg((e ->> 'cap')::bigint ORDER BY o), '{}')
    INTO wanted.ending_from, wanted.ending_caps
    FROM jsonb_array_elements(coalesce(p_limits -> 'ending', '[]')) WITH ORDINALITY AS x (e, o);
  IF wanted.ending_from <> ARRAY(SELECT DISTINCT f FROM unnest(wanted.ending_from) f ORDER BY f) THEN
    RAISE EXCEPTION 'limits near an end are in the order of time';
  END IF;

  INSERT INTO ledger.period (id, unit, opens_at, closes_at, time_zone, free_pool)
    VALUES (p_id, p_unit, p_opens_at, p_closes_at, p_time_zone, ledger.ensure_pool(p_unit, 'issue', 'free votes'))
    ON CONFLICT (id) DO NOTHING;
  -- A period that was made just now has no rounds; its rules are still to be written, also when it is open already.
  v_may_change := ledger.is_to_open(p_id) OR NOT EXISTS (SELECT FROM ledger.round r WHERE r.period = p_id);
  IF v_may_change AND EXISTS (SELECT FROM ledger.period d WHERE d.id = p_id AND d.unit = p_unit) THEN
    -- The former rounds go first: none of them is to be moved with the period.
    DELETE FROM ledger.round WHERE period = p_id;
    UPDATE ledger.period d
       SET opens_at = p_opens_at, closes_at = p_closes_at, time_zone = p_time_zone, daily_cap = p_daily_cap,
           free_per_day = p_free_per_day, min_account_age = wanted.min_account_age, paid_share_max = wanted.paid_share_max,
           shares_places = wanted.shares_places, ending_from = wanted.ending_from, ending_caps = wanted.ending_caps,
           is_moved = false
     WHERE d.id = p_id;
    INSERT INTO ledger.round SELECT * FROM unnest(rounds);
  END IF;

  SELECT * INTO stored FROM ledger.period WHERE id = p_id;
  IF (stored.unit, stored.time_zone, stored.daily_cap, stored.free_per_day, stored.min_account_age, stored.paid_share_max,
      stored.shares_places)
     IS DISTINCT FROM
     (p_unit, p_time_zone, p_daily_cap, p_free_per_day, wanted.min_account_age, wanted.paid_share_max, wanted.shares_places)
     OR EXISTS (SELECT FROM unnest(rounds) w FULL JOIN (SELECT * FROM ledger.round WHERE period = p_id) f USING (round)
                 WHERE (w.go_on, w.carries) IS DISTINCT FROM (f.go_on, f.carries)
                    OR (NOT stored.is_moved AND (w.opens_at, w.closes_at) IS DISTINCT FROM (f.opens_at, f.closes_at)))
     OR (NOT stored.is_moved AND (stored.opens_at, stored.closes_at, stored.ending_from, stored.ending_caps)
                                 IS DISTINCT FROM (p_opens_at, p_closes_at, wanted.ending_from, wanted.ending_caps)) THEN
    RAISE EXCEPTION 'period % is already defined with other rules', p_id;
  END IF;
END $$;

-- Says under which rule set votes are cast from now on. From the opening on it stays the one that was published.
CREATE FUNCTION ledger.adopt_rule_set(p_period integer, p_rule_set integer)
RETURNS void LANGUAGE plpgsql SET search_path = ledger, pg_temp AS $$
DECLARE
  v_may_change boolean := ledger.is_to_open(p_period);
BEGIN
  UPDATE ledger.period SET rule_set = p_rule_set WHERE id = p_period AND (v_may_change OR rule_set IS NULL);
  IF (SELECT rule_set FROM ledger.period WHERE id = p_period) IS DISTINCT FROM p_rule_set THEN
    RAISE EXCEPTION 'period % is held under another rule set', p_period;
  END IF;
END $$;

-- The tally of that name in a round, made with its companions when it is not there yet. A vote unit has one period, and so
-- each of its tallies belongs to that.
CREATE FUNCTION ledger.make_tally(p_period integer, p_round smallint, p_name text, p_carried bigint, p_carried_at timestamptz)
RETURNS bigint LANGUAGE plpgsql SET search_path = ledger, pg_temp AS $$
DECLARE
  unit_id smallint;
  pool_id bigint;
BEGIN
  SELECT unit INTO STRICT unit_id FROM ledger.period WHERE id = p_period;
  INSERT INTO ledger.pool (unit, kind, name, period, round, carried, carried_at)
    VALUES (unit_id, 'tally', p_name, p_period, p_round, p_carried, p_carried_at),
           (unit_id, 'quarantine', p_name, p_period, p_round, 0, NULL),
           (unit_id, 'voided', p_name, p_period, p_round, 0, NULL)
    ON CONFLICT (unit, kind, name, round) DO NOTHING;
  SELECT id INTO STRICT pool_id FROM ledger.pool
    WHERE unit = unit_id AND kind = 'tally' AND name = p_name AND round = p_round;
  RETURN pool_id;
END $$;

CREATE OR REPLACE FUNCTION ledger.define_tally(p_period integer, p_name text)
RETURNS bigint LANGUAGE sql SET search_path = ledger, pg_temp AS $$
  SELECT ledger.make_tally(p_period, 1::smallint, p_name, 0, NULL)
$$;

-- The end of rounds ---------------------------------------------------------------------------------------------------

-- Closes every round whose time is over, and the period with its last one. The exclusive lock waits for every batch of
-- votes that is still being written, and the status keeps out those that come after. A vote that was received in time may
-- still be on its way for the grace of 15 seconds, until which nobody can close anything. Answers whether the period is closed.
CREATE OR REPLACE FUNCTION ledger.close_period(p_period integer, p_now timestamptz)
RETURNS boolean LANGUAGE plpgsql SECURITY DEFINER SET search_path = ledger, pg_temp AS $$
DECLARE
  c_grace constant interval := '15 seconds';
BEGIN
  PERFORM pg_advisory_xact_lock(7702, p_period);
  UPDATE ledger.round SET status = 'closed', closed_at = p_now
    WHERE period = p_period AND status = 'open' AND closes_at + c_grace <= p_now;
  UPDATE ledger.period SET status = 'closed', closed_at = p_now
    WHERE id = p_period AND status = 'open' AND closes_at + c_grace <= p_now;
  RETURN (SELECT status = 'closed' FROM ledger.period WHERE id = p_period);
END $$;

-- Whether a round can be settled: it is closed, those before it are settled, and no vote of it is in quarantine.
CREATE FUNCTION ledger.is_to_settle(p_period integer, p_round smallint)
RETURNS boolean LANGUAGE sql STABLE SET search_path = ledger, pg_temp AS $$
  SELECT EXISTS (SELECT FROM ledger.round r WHERE r.period = p_period AND r.round = p_round AND r.status = 'closed')
     AND NOT EXISTS (SELECT FROM ledger.round r WHERE r.period = p_period AND r.round < p_round AND r.status <> 'settled')
     AND NOT EXISTS (SELECT FROM ledger.pool p JOIN ledger.pool_shard s ON s.pool = p.id
                      WHERE p.period = p_period AND p.round = p_round AND p.kind = 'quarantine'
                      GROUP BY p.id HAVING sum(s.credits - s.debits) > 0)
$$;

-- Writes down the result of a closed round, and makes the tallies of the next. Answers whether it is settled now.
CREATE FUNCTION settle_round(p_activity text, p_round smallint, p_now timestamptz)
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

-- Releases votes from quarantine into their tallies, or voids them. Each decision is two legs more under the vote's own key:
-- leg 2 takes the votes out of quarantine, leg 3 puts them where they belong; the fan's balance stays as it is.
-- Results: 0 decided, 1 it had been decided so, 2 no vote in quarantine has this id, 3 it had been decided otherwise, 4 the
-- round is settled.
CREATE FUNCTION ledger.decide_votes(p_period integer, p_ids bigint[], p_release boolean)
RETURNS TABLE (id bigint, result smallint) LANGUAGE plpgsql SECURITY DEFINER SET search_path = ledger, pg_temp AS $$
#variable_conflict use_column
DECLARE
  -- A part of every pool that no server casts to, so that decisions and voters do not wait for each other.
  c_shard   constant smallint := 1001;
  v_vote    record;
  v_decided smallint;
  v_target  bigint;
  v_seq     bigint;
  v_balance bigint;
BEGIN
  PERFORM pg_advisory_xact_lock_shared(7702, p_period);
  -- One operator at a time, so that accounts can be locked one after the other.
  PERFORM pg_advisory_xact_lock(7705, p_period);
  RETURN QUERY SELECT asked, 2::smallint FROM unnest(p_ids) asked
    WHERE NOT EXISTS (SELECT FROM ledger.transfer t WHERE t.book = p_period AND t.id = asked AND t.flag IS NOT NULL);
  FOR v_vote IN
    SELECT t.*, q.name, q.round, r.status FROM ledger.transfer t
      JOIN ledger.pool q ON q.id = t.pool
      JOIN ledger.round r ON r.period = q.period AND r.round = q.round
     WHERE t.book = p_period AND t.id = ANY (p_ids) AND t.flag IS NOT NULL
     ORDER BY t.fan, t.id
  LOOP
    id := v_vote.id;
    SELECT l.reason INTO v_decided FROM ledger.transfer l
      WHERE l.book = p_period AND l.fan = v_vote.fan AND l.unit = v_vote.unit AND l.key = v_vote.key AND l.leg = 3;
    IF FOUND THEN
      result := CASE WHEN v_decided = CASE WHEN p_release THEN 13 ELSE 14 END THEN 1 ELSE 3 END;
      RETURN NEXT;
      CONTINUE;
    END IF;
    IF v_vote.status = 'settled' THEN
      result := 4;
      RETURN NEXT;
      CONTINUE;
    END IF;
    UPDATE ledger.account SET seq = seq + 2 WHERE fan = v_vote.fan AND unit = v_vote.unit
      RETURNING seq, balance INTO STRICT v_seq, v_balance;
    SELECT p.id INTO STRICT v_target FROM ledger.pool p
      WHERE p.unit = v_vote.unit AND p.kind = CASE WHEN p_release THEN 'tally' ELSE 'voided' END
        AND p.name = v_vote.name AND p.round = v_vote.round;
    -- What counts is when the vote was received, not when somebody came to look at it.
    INSERT INTO ledger.transfer (book, fan, unit, seq, pool, direction, amount, balance_after, reason, key, leg, received_at, rule_set)
      VALUES (p_period, v_vote.fan, v_vote.unit, v_seq - 1, v_vote.pool, 1, v_vote.amount, v_balance + v_vote.amount, 12,
              v_vote.key, 2, v_vote.received_at, v_vote.rule_set),
             (p_period, v_vote.fan, v_vote.unit, v_seq, v_target, -1, v_vote.amount, v_balance,
              CASE WHEN p_release THEN 13 ELSE 14 END, v_vote.key, 3, v_vote.received_at, v_vote.rule_set);
    INSERT INTO ledger.pool_shard AS s (pool, shard, debits, credits, transfers, last_at)
      SELECT m.pool, c_shard, m.debit, m.credit, 1, v_vote.received_at
        FROM (VALUES (v_vote.pool, v_vote.amount, 0), (v_target, 0, v_vote.amount)) AS m (pool, debit, credit)
       ORDER BY m.pool
      ON CONFLICT (pool, shard) DO UPDATE
        SET debits = s.debits + excluded.debits, credits = s.credits + excluded.credits,
            transfers = s.transfers + excluded.transfers, last_at = greatest(s.last_at, excluded.last_at);
    result := 0;
    RETURN NEXT;
  END LOOP;
END $$;

-- Moving money --------------------------------------------------------------------------------------------------------

-- As before, except that none of the pools of a round can be posted to.
CREATE OR REPLACE FUNCTION ledger.post(
  p_key uuid, p_received_at timestamptz,
  p_fan bigint[], p_unit smallint[], p_pool bigint[], p_direction smallint[], p_amount bigint[], p_reason smallint[]
) RETURNS TABLE (leg integer, result smallint, transfer_id bigint, balance bigint)
LANGUAGE plpgsql SECURITY DEFINER SET search_path = ledger, pg_temp AS $$
#variable_conflict use_column
DECLARE
  v_book  integer := ledger.book_of(p_key);
  v_legs  integer := cardinality(p_fan);
  v_shard smallint := pg_backend_pid() % 16;
  v_posted integer;
  v_same   integer;
BEGIN
  IF v_legs = 0 OR (SELECT count(DISTINCT (f, u)) FROM unnest(p_fan, p_unit) AS a (f, u)) <> v_legs THEN
    RAISE EXCEPTION 'a posting has one leg for each of its accounts, and at least one';
  END IF;
  IF EXISTS (SELECT FROM unnest(p_unit, p_pool, p_direction) AS l (unit, pool, direction)
             LEFT JOIN ledger.pool p ON p.id = l.pool
             WHERE p.unit IS DISTINCT FROM l.unit OR p.period IS NOT NULL OR l.direction NOT IN (-1, 1)) THEN
    RAISE EXCEPTION 'a leg needs a pool of its own unit that belongs to no round, and a direction of -1 or 1';
  END IF;

  INSERT INTO ledger.account (fan, unit)
    SELECT l.fan, l.unit FROM unnest(p_fan, p_unit, p_direction) AS l (fan, unit, direction)
    WHERE l.direction = 1 ORDER BY l.fan, l.unit
    ON CONFLICT (fan, unit) DO NOTHING;
  PERFORM FROM ledger.account a JOIN unnest(p_fan, p_unit) AS l (fan, unit) ON a.fan = l.fan AND a.unit = l.unit
    ORDER BY a.fan, a.unit FOR NO KEY UPDATE OF a;

  -- A statement of its own, begun after the locks: it sees what a rival with the same key has committed.
  SELECT count(*), count(*) FILTER (WHERE t.pool = l.pool AND t.direction = l.direction AND t.amount = l.amount
                                      AND t.reason = l.reason AND t.leg = l.o - 1)
    INTO v_posted, v_same
    FROM unnest(p_fan, p_unit, p_pool, p_direction, p_amount, p_reason)
           WITH ORDINALITY AS l (fan, unit, pool, direction, amount, reason, o)
    JOIN ledger.transfer t ON t.book = v_book AND t.fan = l.fan AND t.unit = l.unit AND t.key = p_key;
  IF v_posted > 0 THEN
    RETURN QUERY
      SELECT (l.o - 1)::integer, (CASE WHEN v_posted = v_legs AND v_same = v_legs THEN 1 ELSE 3 END)::smallint,
             t.id, t.balance_after
        FROM unnest(p_fan, p_unit) WITH ORDINALITY AS l (fan, unit, o)
        LEFT JOIN ledger.transfer t ON t.book = v_book AND t.fan = l.fan AND t.unit = l.unit AND t.key = p_key
                                   AND t.leg = l.o - 1
       ORDER BY l.o;
    RETURN;
  END IF;

  IF EXISTS (SELECT FROM unnest(p_fan, p_unit, p_direction, p_amount) AS l (fan, unit, direction, amount)
             LEFT JOIN ledger.account a ON a.fan = l.fan AND a.unit = l.unit
             WHERE l.direction = -1 AND l.amount > coalesce(a.balance - a.held, 0)) THEN
    RETURN QUERY
      SELECT (l.o - 1)::integer, 2::smallint, NULL::bigint, coalesce(a.balance - a.held, 0)
        FROM unnest(p_fan, p_unit) WITH ORDINALITY AS l (fan, unit, o)
        LEFT JOIN ledger.account a ON a.fan = l.fan AND a.unit = l.unit
       ORDER BY l.o;
    RETURN;
  END IF;

  RETURN QUERY
  WITH legs AS MATERIALIZED (
    SELECT l.* FROM unnest(p_fan, p_unit, p_pool, p_direction, p_amount, p_reason)
      WITH ORDINALITY AS l (fan, unit, pool, direction, amount, reason, o)
  ), moved AS (
    UPDATE ledger.account a SET balance = a.balance + l.direction * l.amount, seq = a.seq + 1
      FROM legs l WHERE a.fan = l.fan AND a.unit = l.unit
    RETURNING a.fan, a.unit, a.seq, a.balance
  ), written AS (
    INSERT INTO ledger.transfer AS t
        (book, fan, unit, seq, pool, direction, amount, balance_after, reason, key, leg, received_at)
      SELECT v_book, l.fan, l.unit, m.seq, l.pool, l.direction, l.amount, m.balance, l.reason, p_key, l.o - 1, p_received_at
        FROM legs l JOIN moved m ON m.fan = l.fan AND m.unit = l.unit
    RETURNING t.id, t.leg, t.balance_after
  ), pooled AS (
    INSERT INTO ledger.pool_shard AS s (pool, shard, debits, credits, transfers, last_at)
      SELECT l.pool, v_shard,
             coalesce(sum(l.amount) FILTER (WHERE l.direction = 1), 0),
             coalesce(sum(l.amount) FILTER (WHERE l.direction = -1), 0), count(*), p_received_at
        FROM legs l GROUP BY l.pool ORDER BY l.pool
    ON CONFLICT (pool, shard) DO UPDATE
      SET debits = s.debits + excluded.debits, credits = s.credits + excluded.credits,
          transfers = s.transfers + excluded.transfers, last_at = greatest(s.last_at, excluded.last_at)
  )
  SELECT w.leg::integer, 0::smallint, w.id, w.balance_after FROM written w ORDER BY w.leg;
END $$;

DROP FUNCTION ledger.cast_votes;
-- Casts a batch of votes of one round, at most one of each fan, in one round trip and one commit.
--
-- Free votes of the day are used first: they are issued to the account and spent from it at once (leg 1, then leg 0), so
-- that every vote, free or not, is a transfer from its fan to the idol's tally.
-- A vote with a flag goes into the idol's quarantine instead of her tally, and is otherwise like any other.
-- Results: 0 cast, 1 a repeat (answers what the first was told), 2 too few votes (`balance` is what could be spent, free
-- ones included), 3 the key was used for another vote, 4 not open yet, 5 ended, 6 over the daily cap, 7 the account is too
-- young, 8 over the share that paid votes may have in a fan's day, 9 over the limit near the end (of 6, 8 and 9 `balance` is
-- how many all three limits together still let be cast), 10 the idol has withdrawn. For a repeat, `received_at`, `salt`, `flag`
-- and `rules_hash` are those of the first; for the others the first two are null, because the caller has them. `rules_hash`
-- is null where no rules had been published.
-- What counts is p_received_at: when the server took the request, not when the batch came to be written.
-- Planning is taken out of chance, because a plan made while the book is empty must be the right one when it is full:
-- every join is a nested loop, and its inner side a look-up in an index or no longer than the pools of the period.
CREATE FUNCTION ledger.cast_votes(
  p_period integer, p_round smallint, p_shard smallint, p_key uuid[], p_fan bigint[], p_pool bigint[], p_num bigint[],
  p_received_at timestamptz[], p_salt bytea[], p_joined_at timestamptz[], p_flag smallint[]
) RETURNS TABLE (ord integer, result smallint, transfer_id bigint, balance bigint, received_at timestamptz,
                 pool_after bigint, pool_rank integer, salt bytea, flag smallint, rules_hash bytea)
LANGUAGE plpgsql SECURITY DEFINER
SET search_path = ledger, pg_temp SET lock_timeout = '5s' SET plan_cache_mode = force_generic_plan
SET enable_seqscan = off SET enable_hashjoin = off SET enable_mergejoin = off SET enable_material = off AS $$
#variable_conflict use_column
DECLARE
  v_size     integer := cardinality(p_key);
  v_period   ledger.period;
  v_round    ledger.round;
  v_hash     bytea;
  -- The tallies of the round that do not count, because their idols have withdrawn.
  v_withdrawn bigint[];
  -- What the accounts hold and where their rows lie, in the order of the batch.
  v_rows     tid[];
  v_balances bigint[];
  v_helds    bigint[];
  v_days     date[];
  v_votes    bigint[];
  v_frees    bigint[];
  v_steps    smallint[];
  v_endings  bigint[];
BEGIN
  IF (SELECT count(DISTINCT f) FROM unnest(p_fan) f) <> v_size THEN
    RAISE EXCEPTION 'a batch holds one vote of each fan';
  END IF;

  -- Shared with other batches, exclusive to close_period: nothing is written after the round has closed.
  PERFORM pg_advisory_xact_lock_shared(7702, p_period);
  SELECT * INTO STRICT v_period FROM ledger.period WHERE id = p_period;
  SELECT * INTO STRICT v_round FROM ledger.round WHERE period = p_period AND round = p_round;
  SELECT hash INTO v_hash FROM public.rule_set WHERE id = v_period.rule_set;
  IF NOT p_pool <@ ARRAY(SELECT p.id FROM ledger.pool p
                          WHERE p.period = p_period AND p.round = p_round AND p.kind = 'tally') THEN
    RAISE EXCEPTION 'a vote goes to a tally of its own round';
  END IF;

  -- Locked in the order of fans; then nothing else can change these accounts, or move their rows, until the commit.
  FOR attempt IN 1..2 LOOP
    SELECT array_agg(a.ctid ORDER BY a.o), array_agg(a.balance ORDER BY a.o), array_agg(a.held ORDER BY a.o),
           array_agg(a.day ORDER BY a.o), array_agg(a.day_votes ORDER BY a.o), array_agg(a.day_free ORDER BY a.o),
           array_agg(a.ending_step ORDER BY a.o), array_agg(a.ending_votes ORDER BY a.o)
      INTO v_rows, v_balances, v_helds, v_days, v_votes, v_frees, v_steps, v_endings
      FROM (SELECT x.ctid, x.*, array_position(p_fan, x.fan) AS o FROM ledger.account x
             WHERE x.fan = ANY (p_fan) AND x.unit = v_period.unit
             ORDER BY x.fan FOR NO KEY UPDATE) a;
    EXIT WHEN cardinality(v_rows) = v_size;
    INSERT INTO ledger.account (fan, unit) SELECT f, v_period.unit FROM unnest(p_fan) f ORDER BY f
      ON CONFLICT (fan, unit) DO NOTHING;
  END LOOP;
  -- Asked once for the batch, after it has waited for the locks.
  v_withdrawn := ARRAY(SELECT p.id FROM public.activity a
                         JOIN public.candidate c ON c.activity_id = a.id AND c.withdrawn
                         JOIN ledger.pool p ON p.unit = v_period.unit AND p.kind = 'tally' AND p.name = c.idol_id
                                           AND p.round = p_round
                        WHERE a.period = p_period);

  -- One statement with a snapshot taken after the locks: it finds repeats that a rival has committed meanwhile.
  RETURN QUERY
  WITH asked AS MATERIALIZED (
    SELECT r.o, r.key, r.fan, r.pool, r.num, r.received_at, r.salt, r.joined_at, r.flag, r.place,
           r.balance - r.held AS available, d.day,
           CASE WHEN r.day = d.day THEN r.day_votes ELSE 0 END AS day_votes,
           CASE WHEN r.day = d.day THEN r.day_free ELSE 0 END AS day_free,
           e.step, CASE WHEN r.step = e.step THEN r.ending ELSE 0 END AS ending,
           CASE WHEN r.flag IS NULL THEN r.pool
                ELSE (SELECT q.id FROM ledger.pool p
                        JOIN ledger.pool q ON q.unit = p.unit AND q.kind = 'quarantine' AND q.name = p.name AND q.round = p.round
                       WHERE p.id = r.pool) END AS target,
           t.id AS old_id, t.balance_after AS old_balance, t.received_at AS old_received_at,
           t.pool_after AS old_pool_after, t.pool_rank AS old_pool_rank, t.salt AS old_salt,
           t.flag AS old_flag, t.rule_set AS old_rule_set,
           -- The same idol in another round, or then in quarantine, is no other vote.
           t.amount <> r.num OR (SELECT p.name FROM ledger.pool p WHERE p.id = t.pool)
                                <> (SELECT p.name FROM ledger.pool p WHERE p.id = r.pool) AS differs
      FROM unnest(p_key, p_fan, p_pool, p_num, p_received_at, p_salt, p_joined_at, p_flag,
                  v_rows, v_balances, v_helds, v_days, v_votes, v_frees, v_steps, v_endings)
             WITH ORDINALITY
             AS r (key, fan, pool, num, received_at, salt, joined_at, flag,
                   place, balance, held, day, day_votes, day_free, step, ending, o)
      -- A vote that was received before midnight but written after one received later counts to the later day.
      CROSS JOIN LATERAL (SELECT greatest(r.day, (r.received_at AT TIME ZONE v_period.time_zone)::date)) AS d (day)
      -- The same holds for the stretches near an end.
      CROSS JOIN LATERAL (SELECT greatest(r.step, width_bucket(r.received_at, v_period.ending_from))::smallint) AS e (step)
      -- Limited, so that it stays a look-up for each vote.
      LEFT JOIN LATERAL (SELECT * FROM ledger.transfer x
                          WHERE x.book = p_period AND x.fan = r.fan AND x.unit = v_period.unit AND x.key = r.key AND x.leg = 0
                          LIMIT 1) AS t ON true
  ), weighed AS MATERIALIZED (
    SELECT a.*, greatest(v_period.free_per_day - a.day_free, 0) AS free_left, v_period.ending_caps[a.step] AS ending_cap
      FROM asked a
  ), judged AS MATERIALIZED (
    SELECT w.*, f.free, m.most,
           (CASE WHEN w.old_id IS NOT NULL THEN CASE WHEN w.differs THEN 3 ELSE 1 END
                 WHEN w.pool = ANY (v_withdrawn) THEN 10
                 WHEN w.received_at < v_round.opens_at THEN 4
                 WHEN w.received_at >= v_round.closes_at OR v_round.status <> 'open' THEN 5
                 WHEN v_period.min_account_age > '0' AND w.received_at < w.joined_at + v_period.min_account_age THEN 7
                 WHEN w.day_votes + w.num > v_period.daily_cap THEN 6
                 WHEN w.ending + w.num > w.ending_cap THEN 9
                 WHEN w.num > f.free AND (w.day_votes + w.num - w.day_free - f.free) * 100
                                         > v_period.paid_share_max * (w.day_votes + w.num) THEN 8
                 WHEN w.num - f.free > w.available THEN 2
                 ELSE 0 END)::smallint AS verdict
      FROM weighed w CROSS JOIN LATERAL (SELECT least(w.num, w.free_left)) AS f (free)
      CROSS JOIN LATERAL (
        -- What is not limited is null, which the least of several ignores.
        SELECT least(v_period.daily_cap - w.day_votes, w.ending_cap - w.ending,
                     CASE WHEN v_period.paid_share_max IS NOT NULL THEN
                       w.free_left + greatest(v_period.paid_share_max * (w.day_free + w.free_left) / (100 - v_period.paid_share_max)
                                              - (w.day_votes - w.day_free), 0) END)) AS m (most)
  ), debited AS (
    UPDATE ledger.account a
       SET balance = a.balance - (j.num - j.free), seq = a.seq + CASE WHEN j.free > 0 THEN 2 ELSE 1 END,
           day = j.day, day_votes = j.day_votes + j.num, day_free = j.day_free + j.free,
           ending_step = j.step, ending_votes = j.ending + j.num
      FROM judged j WHERE j.verdict = 0 AND a.ctid = j.place AND a.fan = j.fan
    RETURNING j.o, j.key, a.fan, j.pool, j.target, j.flag, j.num, j.free, j.received_at, j.salt, a.seq, a.balance
  ), pooled AS (
    INSERT INTO ledger.pool_shard AS s (pool, shard, debits, credits, transfers, last_at)
      SELECT m.pool, p_shard, sum(m.debit), sum(m.credit), count(*), max(m.received_at)
        FROM (SELECT d.target AS pool, 0 AS debit, d.num AS credit, d.received_at FROM debited d
              UNION ALL
              SELECT v_period.free_pool, d.free, 0, d.received_at FROM debited d WHERE d.free > 0) m
       GROUP BY m.pool ORDER BY m.pool
    ON CONFLICT (pool, shard) DO UPDATE
      SET debits = s.debits + excluded.debits, credits = s.credits + excluded.credits,
          transfers = s.transfers + excluded.transfers, last_at = greatest(s.last_at, excluded.last_at)
    RETURNING s.pool, s.credits
  ), seen AS MATERIALIZED (
    SELECT p.id AS pool, p.carried + s.others AS others, s.own
      FROM ledger.pool p
      CROSS JOIN LATERAL (SELECT coalesce(sum(x.credits - x.debits) FILTER (WHERE x.shard <> p_shard), 0) AS others,
                                 coalesce(sum(x.credits - x.debits) FILTER (WHERE x.shard = p_shard), 0) AS own
                            FROM ledger.pool_shard x WHERE x.pool = p.id) AS s
     WHERE p.period = p_period AND p.round = p_round AND p.kind = 'tally' AND p.id <> ALL (v_withdrawn)
  ), totals AS MATERIALIZED (
    -- This statement's snapshot does not see its own shard's new sum, so that one is taken from what was returned.
    SELECT e.pool, e.others + coalesce(u.credits, e.own) AS votes, u.pool IS NOT NULL AS is_written
      FROM seen e LEFT JOIN pooled u ON u.pool = e.pool
  ), standing AS MATERIALIZED (
    -- Whoever reached a count first stands before those who reach it later, and what this batch has written is the latest.
    SELECT mine.pool, mine.votes,
           1 + (SELECT count(*) FROM totals o
                 WHERE o.pool <> mine.pool
                   AND (o.votes > mine.votes
                        OR (o.votes = mine.votes AND mine.is_written AND NOT v_period.shares_places))) AS rank
      FROM totals mine WHERE mine.pool IN (SELECT d.pool FROM debited d)
  ), counted AS MATERIALIZED (
    SELECT d.*, nextval('ledger.transfer_id') AS id, s.votes, s.rank FROM debited d JOIN standing s ON s.pool = d.pool
  ), given AS (
    INSERT INTO ledger.transfer
        (book, fan, unit, seq, pool, direction, amount, balance_after, reason, key, leg, received_at)
      SELECT p_period, c.fan, v_period.unit, c.seq - 1, v_period.free_pool, 1, c.free, c.balance + c.num, 11, c.key, 1,
             c.received_at
        FROM counted c WHERE c.free > 0
  ), written AS (
    INSERT INTO ledger.transfer
        (book, id, fan, unit, seq, pool, direction, amount, balance_after, reason, key, leg, received_at, pool_after, pool_rank, salt,
         flag, rule_set)
      SELECT p_period, c.id, c.fan, v_period.unit, c.seq, c.target, -1, c.num, c.balance, 10, c.key, 0, c.received_at,
             c.votes, c.rank, c.salt, c.flag, v_period.rule_set
        FROM counted c
  )
  SELECT c.o::integer, 0::smallint, c.id, c.balance, NULL::timestamptz, c.votes::bigint, c.rank::integer, NULL::bytea,
         c.flag, v_hash
    FROM counted c
  UNION ALL
  SELECT j.o::integer, j.verdict, j.old_id,
         (CASE WHEN j.verdict = 2 THEN j.available + j.free_left
               WHEN j.verdict IN (6, 8, 9) THEN j.most
               ELSE j.old_balance END)::bigint,
         j.old_received_at, j.old_pool_after, j.old_pool_rank, j.old_salt, j.old_flag,
         (SELECT s.hash FROM public.rule_set s WHERE s.id = j.old_rule_set)
    FROM judged j WHERE j.verdict <> 0;
END $$;

GRANT SELECT ON candidate_tally TO lightstick_app;
REVOKE EXECUTE ON ALL FUNCTIONS IN SCHEMA ledger FROM PUBLIC;
GRANT EXECUTE ON FUNCTION ledger.cast_votes, ledger.decide_votes TO lightstick_app;
