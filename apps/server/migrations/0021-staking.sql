-- Staking: fans hold Points for some periods, and at the end of each period a published pool is shared out by weight.

INSERT INTO ledger.reason (code, name, life) VALUES (70, 'stake_bonus', 'term');

-- Amounts that stay in their account and cannot be spent until they are released. An account's `held` is their sum.
CREATE TABLE ledger.hold (
  fan         bigint NOT NULL,
  unit        smallint NOT NULL,
  key         uuid NOT NULL,
  amount      bigint NOT NULL CHECK (amount BETWEEN 1 AND 9007199254740991),
  held_at     timestamptz NOT NULL,
  released_at timestamptz CHECK (released_at >= held_at),
  CONSTRAINT hold_once PRIMARY KEY (fan, key),
  FOREIGN KEY (fan, unit) REFERENCES ledger.account
);
GRANT SELECT ON ledger.hold TO lightstick_app;

-- What the pools may give in all, in Points. A raised amount adds to it; it never falls below what is set aside.
CREATE TABLE staking_budget (
  id        text PRIMARY KEY,
  amount    bigint NOT NULL CHECK (amount BETWEEN 0 AND 1000000000000),
  set_aside bigint NOT NULL DEFAULT 0 CHECK (set_aside >= 0),
  CONSTRAINT staking_budget_never_exceeded CHECK (set_aside <= amount)
);
REVOKE INSERT, UPDATE, DELETE ON staking_budget FROM lightstick_app;
GRANT UPDATE (set_aside) ON staking_budget TO lightstick_app;

-- The plans of a content pack, one on at a time. The terms of stakes never change; times, texts and the pause may.
CREATE TABLE staking_plan (
  id          text PRIMARY KEY,
  title       jsonb NOT NULL CHECK (is_text_in_both_languages(title)),
  description jsonb NOT NULL CHECK (is_text_in_both_languages(description)),
  periods     smallint NOT NULL CHECK (periods IN (1, 4, 12)),
  factor      smallint NOT NULL CHECK (factor BETWEEN 1 AND 1000),
  least       bigint NOT NULL CHECK (least > 0),
  most        bigint NOT NULL CHECK (most >= least),
  most_held   bigint NOT NULL CHECK (most_held BETWEEN most AND 9007199254740991),
  opens_at    timestamptz NOT NULL,
  closes_at   timestamptz CHECK (closes_at > opens_at),
  paused      boolean NOT NULL DEFAULT false,
  retired     boolean NOT NULL DEFAULT false,
  UNIQUE (id, periods, factor, least, most, most_held),
  CONSTRAINT staking_plan_one_at_a_time EXCLUDE USING gist (tstzrange(opens_at, closes_at) WITH &&) WHERE (NOT retired)
    DEFERRABLE INITIALLY DEFERRED
);
REVOKE INSERT, UPDATE, DELETE ON staking_plan FROM lightstick_app;

-- The pools that a content pack plans: one of `points` for each period that begins in a time.
CREATE TABLE staking_pool (
  id           text PRIMARY KEY,
  budget_id    text NOT NULL REFERENCES staking_budget,
  points       bigint NOT NULL CHECK (points BETWEEN 1 AND 1000000000),
  begins_from  timestamptz NOT NULL,
  begins_until timestamptz CHECK (begins_until > begins_from),
  retired      boolean NOT NULL DEFAULT false,
  CONSTRAINT staking_pool_one_at_a_time EXCLUDE USING gist (tstzrange(begins_from, begins_until) WITH &&) WHERE (NOT retired)
    DEFERRABLE INITIALLY DEFERRED
);
REVOKE INSERT, UPDATE, DELETE ON staking_pool FROM lightstick_app;

-- A published period, named by its Monday. It is closed to stakes when it has begun, and settled when it is over.
CREATE TABLE staking_period (
  id           date PRIMARY KEY CHECK (extract(isodow FROM id) = 1),
  starts_at    timestamptz NOT NULL,
  ends_at      timestamptz NOT NULL CHECK (ends_at > starts_at),
  pool         bigint NOT NULL CHECK (pool BETWEEN 1 AND 1000000000),
  budget_id    text NOT NULL REFERENCES staking_budget,
  -- The idempotency keys of its bonuses in the ledger are made from this one, and have its time.
  bonus_key    uuid NOT NULL UNIQUE,
  published_at timestamptz NOT NULL,
  closed_at    timestamptz CHECK (closed_at >= starts_at),
  total_weight numeric CHECK (total_weight >= 0),
  stakers      integer CHECK (stakers >= 0),
  settled_at   timestamptz CHECK (settled_at >= ends_at),
  hash         bytea CHECK (octet_length(hash) = 32),
  -- What of the pool went back to the budget: all of it without stakes, else nothing.
  returned     bigint,
  CONSTRAINT staking_period_is_published_before CHECK (published_at < starts_at),
  CONSTRAINT staking_period_one_at_a_time EXCLUDE USING gist (tstzrange(starts_at, ends_at) WITH &&),
  CONSTRAINT staking_period_closes_whole CHECK (num_nulls(closed_at, total_weight, stakers) IN (0, 3)),
  CONSTRAINT staking_period_settles_whole CHECK (num_nulls(settled_at, hash, returned) IN (0, 3)),
  CONSTRAINT staking_period_closes_first CHECK (settled_at IS NULL OR closed_at IS NOT NULL),
  CONSTRAINT staking_period_gives_or_returns CHECK (returned = CASE stakers WHEN 0 THEN pool ELSE 0 END)
);
CREATE INDEX staking_period_not_settled_idx ON staking_period (ends_at) WHERE settled_at IS NULL;
REVOKE UPDATE, DELETE ON staking_period FROM lightstick_app;

-- A stake, with the terms that it was made under. It counts for the periods from `first_period` until `end_period`, the
-- Monday on which it returns.
CREATE TABLE stake (
  id           bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  fan_id       bigint NOT NULL REFERENCES fan,
  key          uuid NOT NULL,
  amount       bigint NOT NULL,
  plan_id      text NOT NULL,
  periods      smallint NOT NULL,
  factor       smallint NOT NULL,
  least        bigint NOT NULL,
  most         bigint NOT NULL,
  most_held    bigint NOT NULL,
  -- What the fan holds with it.
  held_after   bigint NOT NULL,
  first_period date NOT NULL REFERENCES staking_period,
  end_period   date NOT NULL CHECK (end_period = first_period + 7 * periods),
  staked_at    timestamptz NOT NULL,
  counts_from  timestamptz NOT NULL CHECK (counts_from > staked_at),
  returns_at   timestamptz NOT NULL CHECK (returns_at > counts_from),
  returned_at  timestamptz CHECK (returned_at >= returns_at),
  CONSTRAINT stake_key_key UNIQUE (fan_id, key),
  FOREIGN KEY (fan_id, key) REFERENCES ledger.hold (fan, key),
  FOREIGN KEY (plan_id, periods, factor, least, most, most_held)
    REFERENCES staking_plan (id, periods, factor, least, most, most_held),
  CONSTRAINT stake_within_its_plan CHECK (amount BETWEEN least AND most),
  CONSTRAINT stake_limit_never_exceeded CHECK (held_after BETWEEN amount AND most_held)
);
CREATE INDEX stake_newest_idx ON stake (fan_id, id DESC);
CREATE INDEX stake_counts_idx ON stake (end_period, first_period);
CREATE INDEX stake_not_returned_idx ON stake (returns_at, id) WHERE returned_at IS NULL;
REVOKE UPDATE, DELETE ON stake FROM lightstick_app;
GRANT UPDATE (returned_at) ON stake TO lightstick_app;

-- The shares of a settled period, one a fan, in the order of the published list.
CREATE TABLE stake_bonus (
  period_id date NOT NULL REFERENCES staking_period,
  line      integer NOT NULL CHECK (line > 0),
  fan_id    bigint NOT NULL REFERENCES fan,
  weight    bigint NOT NULL CHECK (weight > 0),
  share     bigint NOT NULL CHECK (share >= 0),
  -- The idempotency key of its posting in the ledger.
  key       uuid UNIQUE,
  paid_at   timestamptz,
  -- Whether the fan received it, or it was paid by itself after the wait.
  received  boolean,
  PRIMARY KEY (period_id, line),
  CONSTRAINT stake_bonus_once_a_fan UNIQUE (period_id, fan_id),
  CONSTRAINT stake_bonus_is_paid_whole CHECK (num_nulls(key, paid_at, received) IN (0, 3)),
  CONSTRAINT stake_bonus_pays_something CHECK (share > 0 OR paid_at IS NULL)
);
CREATE INDEX stake_bonus_of_fan_idx ON stake_bonus (fan_id, period_id DESC);
CREATE INDEX stake_bonus_not_paid_idx ON stake_bonus (period_id, fan_id) WHERE paid_at IS NULL AND share > 0;
REVOKE INSERT, UPDATE, DELETE ON stake_bonus FROM lightstick_app;
GRANT UPDATE (key, paid_at, received) ON stake_bonus TO lightstick_app;
