-- The double-entry ledger. Each movement is between one fan's account and one system pool, so one immutable row of
-- ledger.transfer is a whole double entry. Only the functions of sql/ledger change balances, and the application's role may
-- only call them.

-- Units: Points, and the tickets and votes of each activity.
CREATE TABLE ledger.unit (
  id   smallint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  name text NOT NULL UNIQUE CHECK (name ~ '^[A-Z][A-Z0-9_]{1,31}$'),
  kind text NOT NULL CHECK (kind IN ('point', 'ticket', 'vote', 'coin'))
);
INSERT INTO ledger.unit (name, kind) VALUES ('POINT', 'point'), ('TEST_COIN', 'coin');

-- Reasons of transfers. Transfers store the numbers, so they never change.
CREATE TABLE ledger.reason (
  code smallint PRIMARY KEY,
  name text NOT NULL UNIQUE
);
INSERT INTO ledger.reason (code, name) VALUES
  (10, 'vote'), (11, 'free_votes'), (12, 'quarantine_lifted'), (13, 'vote_released'), (14, 'vote_voided'),
  (20, 'exchange_paid'), (21, 'exchange_received'),
  (22, 'order_paid'), (23, 'order_received'), (24, 'order_refunded'),
  (30, 'conversion_paid'), (31, 'conversion_received'),
  (40, 'task_reward'), (41, 'invite_reward'), (42, 'riddle_reward'), (43, 'riddle_unlock'), (44, 'video_reward'),
  (60, 'ticket_gift_sent'), (61, 'ticket_gift_received'), (62, 'cheer'), (63, 'song_vote'),
  (80, 'test_coin'), (90, 'demo_grant');

-- The fan's side. `seq` counts the account's transfers. The columns of the day and the ending count towards the limits of a
-- vote unit, so that a limit needs no further row: for the last day with a vote, and for the latest window near an end with
-- a vote.
CREATE TABLE ledger.account (
  fan          bigint NOT NULL,
  unit         smallint NOT NULL REFERENCES ledger.unit,
  balance      bigint NOT NULL DEFAULT 0,
  held         bigint NOT NULL DEFAULT 0,
  seq          bigint NOT NULL DEFAULT 0,
  day          date,
  day_votes    bigint NOT NULL DEFAULT 0,
  day_free     bigint NOT NULL DEFAULT 0,
  ending_step  smallint NOT NULL DEFAULT 0,
  ending_votes bigint NOT NULL DEFAULT 0 CHECK (ending_votes >= 0),
  PRIMARY KEY (fan, unit),
  CONSTRAINT account_never_below_zero CHECK (held >= 0 AND balance - held >= 0),
  CONSTRAINT account_exact_in_json CHECK (balance <= 9007199254740991),
  CONSTRAINT account_day_consistent CHECK (day_free >= 0 AND day_votes >= day_free)
) WITH (fillfactor = 70);

-- The system's side. An idol has three pools in a round, named by her id: the tally, the quarantine and the voided votes.
-- `carried` is the tally's initial count and `carried_at` when it was reached. Only issue pools may go below zero, because
-- they create amounts.
CREATE TABLE ledger.pool (
  id         bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  unit       smallint NOT NULL REFERENCES ledger.unit,
  kind       text NOT NULL CHECK (kind IN ('issue', 'sink', 'tally', 'quarantine', 'voided')),
  name       text NOT NULL,
  period     integer,
  round      smallint NOT NULL DEFAULT 0,
  carried    bigint NOT NULL DEFAULT 0 CHECK (carried >= 0),
  carried_at timestamptz,
  UNIQUE (unit, kind, name, round),
  CONSTRAINT pool_of_a_round CHECK ((kind IN ('tally', 'quarantine', 'voided')) = (period IS NOT NULL)
                                    AND (period IS NOT NULL) = (round > 0)),
  CONSTRAINT pool_only_tallies_carry CHECK (kind = 'tally' OR (carried = 0 AND carried_at IS NULL))
);
CREATE INDEX pool_round_idx ON ledger.pool (period, round, kind) WHERE period IS NOT NULL;

-- A pool is the sum of its shards, one per writer, so that writers do not wait for each other's commits.
CREATE TABLE ledger.pool_shard (
  pool      bigint NOT NULL REFERENCES ledger.pool,
  shard     smallint NOT NULL,
  debits    bigint NOT NULL DEFAULT 0 CHECK (debits >= 0),
  credits   bigint NOT NULL DEFAULT 0 CHECK (credits >= 0),
  transfers bigint NOT NULL DEFAULT 0 CHECK (transfers >= 0),
  last_at   timestamptz NOT NULL,
  PRIMARY KEY (pool, shard)
) WITH (fillfactor = 20, autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 500);

-- A voting period with the limits that casting checks. Its votes form the book of the same number. A fan may cast
-- `ending_caps[n]` votes from `ending_from[n]` until the next one; null is unlimited. With `shares_places`, equal counts
-- share a rank; otherwise the first to reach the count ranks higher.
CREATE TABLE ledger.period (
  id              integer PRIMARY KEY CHECK (id BETWEEN 1 AND 199999),
  unit            smallint NOT NULL UNIQUE REFERENCES ledger.unit,
  opens_at        timestamptz NOT NULL,
  closes_at       timestamptz NOT NULL CHECK (closes_at > opens_at),
  time_zone       text NOT NULL,
  daily_cap       bigint CHECK (daily_cap > 0),
  free_per_day    bigint NOT NULL DEFAULT 0 CHECK (free_per_day >= 0),
  free_pool       bigint NOT NULL REFERENCES ledger.pool,
  status          text NOT NULL DEFAULT 'open' CHECK (status IN ('open', 'closed')),
  closed_at       timestamptz,
  rule_set        integer,
  min_account_age interval NOT NULL DEFAULT '0' CHECK (min_account_age >= '0'),
  paid_share_max  smallint CHECK (paid_share_max BETWEEN 1 AND 99),
  ending_from     timestamptz[] NOT NULL DEFAULT '{}',
  ending_caps     bigint[] NOT NULL DEFAULT '{}',
  shares_places   boolean NOT NULL DEFAULT false,
  -- Whether an owner has moved its times by hand, so that they differ from the published ones.
  is_moved        boolean NOT NULL DEFAULT false,
  CHECK ((status = 'closed') = (closed_at IS NOT NULL)),
  CONSTRAINT period_ending_has_caps CHECK (cardinality(ending_from) = cardinality(ending_caps))
);

-- A round is closed when no vote can be written any more, and settled when its result is written. The first `go_on` idols
-- advance, with their votes if it `carries`; null in the last round.
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

CREATE SEQUENCE ledger.transfer_id;

-- The journal, one partition per book. `balance_after` chains an account's rows; `key` and `leg` identify repeats;
-- `pool_after` and `pool_rank` keep the voter's answer for repeats; `salt` blinds the voter in the public vote log; `flag`
-- is the reason for quarantine (1 speed, 2 device, 3 address); `rule_set` is the version it was cast under.
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
  flag          smallint CHECK (flag BETWEEN 1 AND 3),
  rule_set      integer,
  CONSTRAINT transfer_chain PRIMARY KEY (book, fan, unit, seq),
  CONSTRAINT transfer_once UNIQUE (book, fan, unit, key, leg)
) PARTITION BY LIST (book);
CREATE INDEX transfer_flagged_idx ON ledger.transfer (book, id) WHERE flag IS NOT NULL;

-- The first month of the ledger, and so its first monthly book.
CREATE TABLE ledger.beginning (is_only_row boolean PRIMARY KEY DEFAULT true CHECK (is_only_row), month integer NOT NULL);
INSERT INTO ledger.beginning (month) VALUES (to_char(now() AT TIME ZONE 'UTC', 'YYYYMM')::integer);

-- The books without votes: the months that ledger.open_coming_books opens, and book 0. Reads of an account of Points name
-- them, because the journal's keys begin with the book.
CREATE VIEW ledger.month_book AS
  SELECT 0 AS id
  UNION ALL
  SELECT to_char(m.begins, 'YYYYMM')::integer
    FROM ledger.beginning b,
         generate_series(to_date(b.month::text, 'YYYYMM')::timestamp,
                         date_trunc('month', now() AT TIME ZONE 'UTC') + interval '2 months', interval '1 month') AS m (begins);

-- The application's role reads, and calls what sql/ledger grants. Definitions belong to the owner.
GRANT SELECT ON ALL TABLES IN SCHEMA ledger TO lightstick_app;
