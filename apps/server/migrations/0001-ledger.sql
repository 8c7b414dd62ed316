-- The double-entry ledger. Every movement has one fan's account on one side and one system pool on the other, so a single
-- immutable row of ledger.transfer is the whole double entry. Nothing changes a balance except the functions below, and
-- the application's role may do no more than call them.

CREATE SCHEMA ledger;

-- Roles belong to the whole cluster, so another database of it may have made this one already, even at this moment.
DO $$
BEGIN
  IF NOT EXISTS (SELECT FROM pg_roles WHERE rolname = 'lightstick_app') THEN
    CREATE ROLE lightstick_app NOLOGIN;
  END IF;
EXCEPTION WHEN duplicate_object OR unique_violation THEN
  NULL;
END $$;

-- The owner must be able to work as that role. From version 16 on creating a role does not include it, though it does make
-- one a member, so the only way to know is to try.
DO $$
BEGIN
  SET LOCAL ROLE lightstick_app;
  RESET ROLE;
EXCEPTION WHEN insufficient_privilege THEN
  BEGIN
    EXECUTE format('GRANT lightstick_app TO %I', current_user);
  EXCEPTION WHEN unique_violation THEN
    NULL;
  END;
END $$;

-- What is counted: Points, and the tickets and votes of each activity.
CREATE TABLE ledger.unit (
  id   smallint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  name text NOT NULL UNIQUE CHECK (name ~ '^[A-Z][A-Z0-9_]{1,31}$'),
  kind text NOT NULL CHECK (kind IN ('point', 'ticket', 'vote', 'coin'))
);
INSERT INTO ledger.unit (name, kind) VALUES ('POINT', 'point'), ('TEST_COIN', 'coin');

-- Why a transfer was made. The numbers are written into transfers for ever.
CREATE TABLE ledger.reason (
  code smallint PRIMARY KEY,
  name text NOT NULL UNIQUE
);
INSERT INTO ledger.reason (code, name) VALUES
  (10, 'vote'), (11, 'free_votes'),
  (20, 'exchange_paid'), (21, 'exchange_received'),
  (30, 'conversion_paid'), (31, 'conversion_received'),
  (40, 'task_reward'),
  (90, 'demo_grant');

-- The cold side. `seq` counts the account's transfers. The columns of the day hold what the daily limits of a vote unit
-- look at: the last day on which votes were cast, and how many of them that day, so that a limit costs no further row.
CREATE TABLE ledger.account (
  fan       bigint NOT NULL,
  unit      smallint NOT NULL REFERENCES ledger.unit,
  balance   bigint NOT NULL DEFAULT 0,
  held      bigint NOT NULL DEFAULT 0,
  seq       bigint NOT NULL DEFAULT 0,
  day       date,
  day_votes bigint NOT NULL DEFAULT 0,
  day_free  bigint NOT NULL DEFAULT 0,
  PRIMARY KEY (fan, unit),
  CONSTRAINT account_never_below_zero CHECK (held >= 0 AND balance - held >= 0),
  CONSTRAINT account_exact_in_json CHECK (balance <= 9007199254740991),
  CONSTRAINT account_day_consistent CHECK (day_free >= 0 AND day_votes >= day_free)
) WITH (fillfactor = 70);

-- The hot side. A tally pool collects the votes of one idol in one period. Only an issue pool may run below zero: it is
-- where amounts come into being.
CREATE TABLE ledger.pool (
  id     bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  unit   smallint NOT NULL REFERENCES ledger.unit,
  kind   text NOT NULL CHECK (kind IN ('issue', 'sink', 'tally')),
  name   text NOT NULL,
  period integer,
  UNIQUE (unit, kind, name),
  CHECK ((kind = 'tally') = (period IS NOT NULL))
);
CREATE INDEX pool_period_idx ON ledger.pool (period) WHERE period IS NOT NULL;

-- A pool is the sum of its shards, one a writer, so that writers do not wait for each other's commits.
CREATE TABLE ledger.pool_shard (
  pool      bigint NOT NULL REFERENCES ledger.pool,
  shard     smallint NOT NULL,
  debits    bigint NOT NULL DEFAULT 0 CHECK (debits >= 0),
  credits   bigint NOT NULL DEFAULT 0 CHECK (credits >= 0),
  transfers bigint NOT NULL DEFAULT 0 CHECK (transfers >= 0),
  last_at   timestamptz NOT NULL,
  PRIMARY KEY (pool, shard)
) WITH (fillfactor = 20, autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 500);

-- A period of voting, with the limits that casting checks. Its votes are the book of the same number.
CREATE TABLE ledger.period (
  id           integer PRIMARY KEY CHECK (id BETWEEN 1 AND 199999),
  unit         smallint NOT NULL UNIQUE REFERENCES ledger.unit,
  opens_at     timestamptz NOT NULL,
  closes_at    timestamptz NOT NULL CHECK (closes_at > opens_at),
  time_zone    text NOT NULL,
  daily_cap    bigint CHECK (daily_cap > 0),
  free_per_day bigint NOT NULL DEFAULT 0 CHECK (free_per_day >= 0),
  free_pool    bigint NOT NULL REFERENCES ledger.pool,
  status       text NOT NULL DEFAULT 'open' CHECK (status IN ('open', 'closed')),
  closed_at    timestamptz,
  CHECK ((status = 'closed') = (closed_at IS NOT NULL))
);

CREATE SEQUENCE ledger.transfer_id;

-- The journal. `balance_after` chains an account's rows; `key` and `leg` make a repeat visible for ever; `pool_after` and
-- `pool_rank` keep what a voter was told, so that a repeat is told the same; `salt` blinds the voter in the public vote log.
CREATE TABLE ledger.transfer (
  book          integer NOT NULL,
  id            bigint NOT NULL DEFAULT nextval('ledger.transfer_id'),
  fan           bigint NOT NULL,
  unit          smallint NOT NULL,
  seq           bigint NOT NULL CHECK (seq > 0),
  pool          bigint NOT NULL,
  direction     smallint NOT NULL CHECK (direction IN (-1, 1)),
  amount        bigint NOT NULL CHECK (amount BETWEEN 1 AND 9007199254740991),
  balance_after bigint NOT NULL CHECK (balance_after >= 0),
  reason        smallint NOT NULL,
  key           uuid NOT NULL,
  leg           smallint NOT NULL DEFAULT 0 CHECK (leg >= 0),
  received_at   timestamptz NOT NULL,
  pool_after    bigint,
  pool_rank     integer,
  salt          bytea CHECK (octet_length(salt) = 16),
  xid           xid8 NOT NULL DEFAULT pg_current_xact_id(),
  CONSTRAINT transfer_chain PRIMARY KEY (book, fan, unit, seq),
  CONSTRAINT transfer_once UNIQUE (book, fan, unit, key, leg)
) PARTITION BY LIST (book);

CREATE FUNCTION ledger.refuse_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'ledger.transfer is append-only';
END $$;
CREATE TRIGGER transfer_append_only BEFORE UPDATE OR DELETE ON ledger.transfer
  FOR EACH ROW EXECUTE FUNCTION ledger.refuse_change();

-- Books ---------------------------------------------------------------------------------------------------------------
-- A vote's book is its period. Any other transfer's book is the month in its version-7 key, so that a repeat looks into
-- the same book however late it comes. Keys without a time, or from before this ledger began, share book 0.

CREATE TABLE ledger.beginning (is_only_row boolean PRIMARY KEY DEFAULT true CHECK (is_only_row), month integer NOT NULL);
INSERT INTO ledger.beginning (month) VALUES (to_char(now() AT TIME ZONE 'UTC', 'YYYYMM')::integer);

CREATE FUNCTION ledger.book_of(p_key uuid) RETURNS integer LANGUAGE plpgsql STABLE SET search_path = ledger, pg_temp AS $$
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

-- Attaching instead of creating in place keeps readers and voters of the other books running meanwhile.
CREATE FUNCTION ledger.open_book(p_book integer) RETURNS void LANGUAGE plpgsql SET search_path = ledger, pg_temp AS $$
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

-- Opens the books of the months from the ledger's beginning to two ahead; called at every start and once a day. Months in
-- which nothing ran are among them, because a key may come from any.
CREATE FUNCTION ledger.open_coming_books() RETURNS void LANGUAGE plpgsql SECURITY DEFINER SET search_path = ledger, pg_temp AS $$
DECLARE
  opening date := to_date((SELECT b.month FROM ledger.beginning b)::text, 'YYYYMM');
  latest  date := date_trunc('month', now() AT TIME ZONE 'UTC') + interval '2 months';
BEGIN
  WHILE opening <= latest LOOP
    PERFORM ledger.open_book(to_char(opening, 'YYYYMM')::integer);
    opening := opening + interval '1 month';
  END LOOP;
END $$;

SELECT ledger.open_book(0);
SELECT ledger.open_coming_books();

-- Definitions, made by an operator's content pack as the owner ----------------------------------------------------------

CREATE FUNCTION ledger.define_unit(p_name text, p_kind text) RETURNS smallint LANGUAGE plpgsql SET search_path = ledger, pg_temp AS $$
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

-- The issue or sink pool of that name, made when it is not there yet. Pools hold no money of their own, so anyone who may
-- post may also name a new one. A tally is made by its owner alone, because each takes a place in its period's ranking.
CREATE FUNCTION ledger.ensure_pool(p_unit smallint, p_kind text, p_name text)
RETURNS bigint LANGUAGE plpgsql SECURITY DEFINER SET search_path = ledger, pg_temp AS $$
DECLARE
  pool_id bigint;
BEGIN
  SELECT id INTO pool_id FROM ledger.pool WHERE unit = p_unit AND kind = p_kind AND name = p_name AND kind <> 'tally';
  IF pool_id IS NULL THEN
    INSERT INTO ledger.pool (unit, kind, name) VALUES (p_unit, p_kind, p_name)
      ON CONFLICT (unit, kind, name) DO NOTHING;
    SELECT id INTO pool_id FROM ledger.pool WHERE unit = p_unit AND kind = p_kind AND name = p_name;
  END IF;
  RETURN pool_id;
END $$;

-- Makes a period and its book. Until it opens its rules may still change; from then on what was published counts, and
-- other rules are refused.
CREATE FUNCTION ledger.define_period(
  p_id integer, p_unit smallint, p_opens_at timestamptz, p_closes_at timestamptz, p_time_zone text,
  p_daily_cap bigint, p_free_per_day bigint
) RETURNS void LANGUAGE plpgsql SET search_path = ledger, pg_temp AS $$
DECLARE
  found ledger.period;
BEGIN
  PERFORM now() AT TIME ZONE p_time_zone;
  PERFORM ledger.open_book(p_id);
  INSERT INTO ledger.period (id, unit, opens_at, closes_at, time_zone, daily_cap, free_per_day, free_pool)
    VALUES (p_id, p_unit, p_opens_at, p_closes_at, p_time_zone, p_daily_cap, p_free_per_day,
            ledger.ensure_pool(p_unit, 'issue', 'free votes'))
    ON CONFLICT (id) DO NOTHING;
  UPDATE ledger.period
     SET opens_at = p_opens_at, closes_at = p_closes_at, time_zone = p_time_zone, daily_cap = p_daily_cap, free_per_day = p_free_per_day
   WHERE id = p_id AND unit = p_unit AND opens_at > now();
  SELECT * INTO found FROM ledger.period WHERE id = p_id;
  IF (found.unit, found.opens_at, found.closes_at, found.time_zone, found.daily_cap, found.free_per_day)
     IS DISTINCT FROM (p_unit, p_opens_at, p_closes_at, p_time_zone, p_daily_cap, p_free_per_day) THEN
    RAISE EXCEPTION 'period % is already defined with other rules', p_id;
  END IF;
END $$;

-- The tally of that name in a period, made when it is not there yet. A vote unit has one period, and so each of its
-- tallies belongs to that.
CREATE FUNCTION ledger.define_tally(p_period integer, p_name text)
RETURNS bigint LANGUAGE plpgsql SET search_path = ledger, pg_temp AS $$
DECLARE
  unit_id smallint;
  pool_id bigint;
BEGIN
  SELECT unit INTO STRICT unit_id FROM ledger.period WHERE id = p_period;
  INSERT INTO ledger.pool (unit, kind, name, period) VALUES (unit_id, 'tally', p_name, p_period)
    ON CONFLICT (unit, kind, name) DO NOTHING;
  SELECT id INTO STRICT pool_id FROM ledger.pool WHERE unit = unit_id AND kind = 'tally' AND name = p_name;
  RETURN pool_id;
END $$;

-- The last step of an activity. The exclusive lock waits for every batch of votes that is still being written, and the
-- status keeps out those that come after. Answers whether the period is closed now.
CREATE FUNCTION ledger.close_period(p_period integer, p_now timestamptz)
RETURNS boolean LANGUAGE plpgsql SECURITY DEFINER SET search_path = ledger, pg_temp AS $$
BEGIN
  PERFORM pg_advisory_xact_lock(7702, p_period);
  UPDATE ledger.period SET status = 'closed', closed_at = p_now
    WHERE id = p_period AND status = 'open' AND closes_at <= p_now;
  RETURN (SELECT status = 'closed' FROM ledger.period WHERE id = p_period);
END $$;
