-- What defines books, units, pools and periods of the ledger.

SET LOCAL check_function_bodies = off;

-- Says under which rule set votes are cast from now on. From the opening on it stays the one that was published.
CREATE OR REPLACE FUNCTION ledger.adopt_rule_set(p_period integer, p_rule_set integer)
RETURNS void LANGUAGE plpgsql SET search_path = ledger, pg_temp AS $$
DECLARE
  v_may_change boolean := ledger.is_to_open(p_period);
BEGIN
  UPDATE ledger.period SET rule_set = p_rule_set WHERE id = p_period AND (v_may_change OR rule_set IS NULL);
  IF (SELECT rule_set FROM ledger.period WHERE id = p_period) IS DISTINCT FROM p_rule_set THEN
    RAISE EXCEPTION 'period % is held under another rule set', p_period;
  END IF;
END $$;
REVOKE EXECUTE ON FUNCTION ledger.adopt_rule_set FROM PUBLIC;

-- The book of a transfer that is no vote: the month in its version-7 key, so that a repeat looks into the same book however
-- late it comes. Keys without a time, or from before this ledger began, share book 0.
CREATE OR REPLACE FUNCTION ledger.book_of(p_key uuid) RETURNS integer LANGUAGE plpgsql STABLE SET search_path = ledger, pg_temp AS $$
DECLARE
  hex   text := replace(p_key::text, '-', '');
  month integer;
BEGIN
  IF substr(hex, 13, 1) <> '7' THEN
    RETURN 0;
  END IF;
  month := to_char(to_timestamp(('x' || substr(hex, 1, 12))::bit(48)::bigint / 1000.0) AT TIME ZONE 'UTC', 'YYYYMM')::integer;
  IF month < (SELECT b.month FROM ledger.beginning b) THEN
    RETURN 0;
  END IF;
  RETURN month;
END $$;
REVOKE EXECUTE ON FUNCTION ledger.book_of FROM PUBLIC;
GRANT EXECUTE ON FUNCTION ledger.book_of TO lightstick_app;

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
REVOKE EXECUTE ON FUNCTION ledger.close_period FROM PUBLIC;
GRANT EXECUTE ON FUNCTION ledger.close_period TO lightstick_app;

-- Makes a period with its book and its rounds. Until it opens its rules may still change; from then on what was published
-- counts, and other rules are refused; but times that an owner has moved by hand stay.
-- `p_limits` may hold `minAccountAge` (an interval), `paidShareMax` (percent), `sharesPlaces`, `ending` ([{from, cap}], in
-- the order of time) and `rounds` ([{opensAt, closesAt, goOn, carries}]); without rounds there is one, as long as the period.
CREATE OR REPLACE FUNCTION ledger.define_period(
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
REVOKE EXECUTE ON FUNCTION ledger.define_period FROM PUBLIC;

-- The tally of that name in a period, made when it is not there yet. A vote unit has one period, and so each of its
-- tallies belongs to that.
CREATE OR REPLACE FUNCTION ledger.define_tally(p_period integer, p_name text)
RETURNS bigint LANGUAGE sql SET search_path = ledger, pg_temp AS $$
  SELECT ledger.make_tally(p_period, 1::smallint, p_name, 0, NULL)
$$;
REVOKE EXECUTE ON FUNCTION ledger.define_tally FROM PUBLIC;

-- The unit of that name, made when it is not there yet.
CREATE OR REPLACE FUNCTION ledger.define_unit(p_name text, p_kind text) RETURNS smallint LANGUAGE plpgsql SET search_path = ledger, pg_temp AS $$
DECLARE
  found ledger.unit;
BEGIN
  INSERT INTO ledger.unit (name, kind) VALUES (p_name, p_kind) ON CONFLICT (name) DO NOTHING;
  SELECT * INTO found FROM ledger.unit WHERE name = p_name;
  IF found.kind <> p_kind THEN
    RAISE EXCEPTION 'unit % is of kind %, not %', p_name, found.kind, p_kind;
  END IF;
  RETURN found.id;
END $$;
REVOKE EXECUTE ON FUNCTION ledger.define_unit FROM PUBLIC;

-- The issue or sink pool of that name, made when it is not there yet. Pools hold no money of their own, so anyone who may
-- post may also name a new one. A tally is made by its owner alone, because each takes a place in its period's ranking.
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
REVOKE EXECUTE ON FUNCTION ledger.ensure_pool FROM PUBLIC;
GRANT EXECUTE ON FUNCTION ledger.ensure_pool TO lightstick_app;

-- Whether a period is still to open. If it is, no vote of it is written until the caller commits, so that nobody votes under
-- rules which the caller is about to replace. Nothing waits for a caller whose period is open: its rules stand anyway.
CREATE OR REPLACE FUNCTION ledger.is_to_open(p_period integer)
RETURNS boolean LANGUAGE plpgsql SET search_path = ledger, pg_temp AS $$
BEGIN
  IF EXISTS (SELECT FROM ledger.period WHERE id = p_period AND opens_at > clock_timestamp()) THEN
    PERFORM pg_advisory_xact_lock(7702, p_period);
  END IF;
  -- The clock has gone on while this waited.
  RETURN EXISTS (SELECT FROM ledger.period WHERE id = p_period AND opens_at > clock_timestamp());
END $$;
REVOKE EXECUTE ON FUNCTION ledger.is_to_open FROM PUBLIC;

-- Whether a round can be settled: it is closed, those before it are settled, and no vote of it is in quarantine.
CREATE OR REPLACE FUNCTION ledger.is_to_settle(p_period integer, p_round smallint)
RETURNS boolean LANGUAGE sql STABLE SET search_path = ledger, pg_temp AS $$
  SELECT EXISTS (SELECT FROM ledger.round r WHERE r.period = p_period AND r.round = p_round AND r.status = 'closed')
     AND NOT EXISTS (SELECT FROM ledger.round r WHERE r.period = p_period AND r.round < p_round AND r.status <> 'settled')
     AND NOT EXISTS (SELECT FROM ledger.pool p JOIN ledger.pool_shard s ON s.pool = p.id
                      WHERE p.period = p_period AND p.round = p_round AND p.kind = 'quarantine'
                      GROUP BY p.id HAVING sum(s.credits - s.debits) > 0)
$$;
REVOKE EXECUTE ON FUNCTION ledger.is_to_settle FROM PUBLIC;

-- The tally of that name in a round, made with its companions when it is not there yet. A vote unit has one period, and so
-- each of its tallies belongs to that.
CREATE OR REPLACE FUNCTION ledger.make_tally(p_period integer, p_round smallint, p_name text, p_carried bigint, p_carried_at timestamptz)
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
REVOKE EXECUTE ON FUNCTION ledger.make_tally FROM PUBLIC;

-- The first round opens and the last closes with the period, also when an owner moves its times by hand. The stretches near
-- the end move with it: those that have begun stay as they are, because fans have voted in them and accounts name them by
-- number, and after them come all that were published, as long before the new end, or from now on if that is past.
-- What was published goes on to tell the former end; docs/operating.md says what an owner does about that.
CREATE OR REPLACE FUNCTION ledger.move_rounds() RETURNS trigger LANGUAGE plpgsql SET search_path = ledger, pg_temp AS $$
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
REVOKE EXECUTE ON FUNCTION ledger.move_rounds FROM PUBLIC;

CREATE OR REPLACE TRIGGER period_moves_rounds BEFORE UPDATE OF opens_at, closes_at ON ledger.period
  FOR EACH ROW WHEN ((OLD.opens_at, OLD.closes_at) IS DISTINCT FROM (NEW.opens_at, NEW.closes_at))
  EXECUTE FUNCTION ledger.move_rounds();

-- Makes the partition of a book. Attaching it, instead of creating it in place, keeps readers and voters of other books running.
CREATE OR REPLACE FUNCTION ledger.open_book(p_book integer) RETURNS void LANGUAGE plpgsql SET search_path = ledger, pg_temp AS $$
DECLARE
  partition text := 'transfer_' || p_book;
BEGIN
  PERFORM pg_advisory_xact_lock(7701, p_book);
  IF to_regclass('ledger.' || partition) IS NOT NULL THEN
    RETURN;
  END IF;
  EXECUTE format('CREATE TABLE ledger.%I (LIKE ledger.transfer INCLUDING DEFAULTS INCLUDING CONSTRAINTS)', partition);
  EXECUTE format('ALTER TABLE ledger.%I ADD CONSTRAINT book_is CHECK (book = %s)', partition, p_book);
  EXECUTE format('ALTER TABLE ledger.transfer ATTACH PARTITION ledger.%I FOR VALUES IN (%s)', partition, p_book);
  EXECUTE format('CREATE INDEX ON ledger.%I (xid, id)', partition);
  EXECUTE format('GRANT SELECT ON ledger.%I TO lightstick_app', partition);
END $$;
REVOKE EXECUTE ON FUNCTION ledger.open_book FROM PUBLIC;

-- Opens the books of the months from the ledger's beginning to two ahead; called at every start and once a day. Months in
-- which nothing ran are among them, because a key may come from any.
CREATE OR REPLACE FUNCTION ledger.open_coming_books() RETURNS void LANGUAGE plpgsql SECURITY DEFINER SET search_path = ledger, pg_temp AS $$
DECLARE
  opening date := to_date((SELECT b.month FROM ledger.beginning b)::text, 'YYYYMM');
  latest  date := date_trunc('month', now() AT TIME ZONE 'UTC') + interval '2 months';
BEGIN
  WHILE opening <= latest LOOP
    PERFORM ledger.open_book(to_char(opening, 'YYYYMM')::integer);
    opening := opening + interval '1 month';
  END LOOP;
END $$;
REVOKE EXECUTE ON FUNCTION ledger.open_coming_books FROM PUBLIC;
GRANT EXECUTE ON FUNCTION ledger.open_coming_books TO lightstick_app;

SELECT ledger.open_book(0);
SELECT ledger.open_coming_books();

-- The journal is append-only, for its owner too.
CREATE OR REPLACE FUNCTION ledger.refuse_change() RETURNS trigger LANGUAGE plpgsql
SET search_path = ledger, pg_temp AS $$
BEGIN
  RAISE EXCEPTION 'ledger.transfer is append-only';
END $$;
REVOKE EXECUTE ON FUNCTION ledger.refuse_change FROM PUBLIC;

CREATE OR REPLACE TRIGGER transfer_append_only BEFORE UPDATE OR DELETE ON ledger.transfer
  FOR EACH ROW EXECUTE FUNCTION ledger.refuse_change();
