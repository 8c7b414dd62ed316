-- The double-entry ledger. Every movement has one fan's account on one side and one system pool on the other, so a single
-- immutable row of ledger.transfer is the whole double entry. Nothing changes a balance except the functions of sql/ledger,
-- and the application's role may do no more than call them.

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
  (10, 'vote'), (11, 'free_votes'), (12, 'quarantine_lifted'), (13, 'vote_released'), (14, 'vote_voided'),
  (20, 'exchange_paid'), (21, 'exchange_received'),
  (22, 'order_paid'), (23, 'order_received'), (24, 'order_refunded'),
  (30, 'conversion_paid'), (31, 'conversion_received'),
  (40, 'task_reward'), (41, 'invite_reward'), (42, 'riddle_reward'), (43, 'riddle_unlock'), (44, 'video_reward'),
  (60, 'ticket_gift_sent'), (61, 'ticket_gift_received'), (62, 'cheer'), (63, 'song_vote'),
  (80, 'test_coin'), (90, 'demo_grant');

-- The cold side. `seq` counts the account's transfers. The columns of the day and of the ending hold what the limits of a vote
-- unit look at, so that a limit costs no further row: the votes of the last day on which any were cast, and of the latest
-- stretch near an end in which any were.
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

-- The hot side. An idol has three pools in a round: the tally that counts, the votes in quarantine, and those that were voided.
-- All are named after her. `carried` is what a tally begins with, and `carried_at` when that count had been reached. Only an
-- issue pool may run below zero: it is where amounts come into being.
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
-- `ending_caps[n]` is how many votes a fan may cast from `ending_from[n]` until the next such moment; null is any number.
-- With `shares_places`, idols with the same votes stand on the same place; else who reached the count first stands before.
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
  -- Whether an owner has moved its times by hand, so that they are no longer those that were published.
  is_moved        boolean NOT NULL DEFAULT false,
  CHECK ((status = 'closed') = (closed_at IS NOT NULL)),
  CONSTRAINT period_ending_has_caps CHECK (cardinality(ending_from) = cardinality(ending_caps))
);

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

CREATE SEQUENCE ledger.transfer_id;

-- The journal, one partition a book. `balance_after` chains an account's rows; `key` and `leg` make a repeat visible for ever;
-- `pool_after` and `pool_rank` keep what a voter was told, so that a repeat is told the same; `salt` blinds the voter in the
-- public vote log; `flag` is why a vote is in quarantine (1 speed, 2 device, 3 address), `rule_set` under which rules it was cast.
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

-- The month in which the ledger began: the first of its books that is a month.
CREATE TABLE ledger.beginning (is_only_row boolean PRIMARY KEY DEFAULT true CHECK (is_only_row), month integer NOT NULL);
INSERT INTO ledger.beginning (month) VALUES (to_char(now() AT TIME ZONE 'UTC', 'YYYYMM')::integer);

-- The books of everything that is not a vote: the months that ledger.open_coming_books opens, and book 0. A fan's account
-- of Points is read by naming them, because the journal's keys begin with the book.
CREATE VIEW ledger.month_book AS
  SELECT 0 AS id
  UNION ALL
  SELECT to_char(m.begins, 'YYYYMM')::integer
    FROM ledger.beginning b,
         generate_series(to_date(b.month::text, 'YYYYMM')::timestamp,
                         date_trunc('month', now() AT TIME ZONE 'UTC') + interval '2 months', interval '1 month') AS m (begins);

-- What the application's role may do: look, and call what sql/ledger grants it. The definitions stay with the owner.
GRANT SELECT ON ALL TABLES IN SCHEMA ledger TO lightstick_app;
