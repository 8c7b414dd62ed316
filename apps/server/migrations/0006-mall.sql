-- The points mall: offers of tickets for Points, and vote packs.

CREATE TABLE offer (
  id            text PRIMARY KEY,
  activity_id   text NOT NULL REFERENCES activity,
  title         jsonb NOT NULL CHECK (is_text_in_both_languages(title)),
  description   jsonb NOT NULL CHECK (is_text_in_both_languages(description)),
  gives_asset   text NOT NULL,
  -- Bounded so that the sums of one call, for 10,000 of an offer at most, stay exact in JSON.
  gives_amount  bigint NOT NULL CHECK (gives_amount BETWEEN 1 AND 1000000000),
  price         bigint NOT NULL CHECK (price BETWEEN 1 AND 1000000000),
  stock         bigint CHECK (stock >= 0),
  exchanged     bigint NOT NULL DEFAULT 0 CHECK (exchanged >= 0),
  per_fan_limit integer CHECK (per_fan_limit > 0),
  opens_at      timestamptz NOT NULL,
  closes_at     timestamptz CHECK (closes_at > opens_at),
  position      integer NOT NULL,
  retired       boolean NOT NULL DEFAULT false,
  CONSTRAINT offer_stock_never_exceeded CHECK (exchanged <= stock)
);

-- How many of an offer one fan has; the limit is written beside it so that a CHECK can hold it.
CREATE TABLE offer_fan (
  offer_id      text NOT NULL REFERENCES offer,
  fan_id        bigint NOT NULL REFERENCES fan,
  exchanged     bigint NOT NULL CHECK (exchanged > 0),
  per_fan_limit integer,
  PRIMARY KEY (offer_id, fan_id),
  CONSTRAINT offer_fan_limit_never_exceeded CHECK (exchanged <= per_fan_limit)
);

CREATE TABLE exchange (
  id           bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  fan_id       bigint NOT NULL REFERENCES fan,
  offer_id     text NOT NULL REFERENCES offer,
  num          bigint NOT NULL CHECK (num > 0),
  paid         bigint NOT NULL CHECK (paid > 0),
  received     bigint NOT NULL CHECK (received > 0),
  asset        text NOT NULL,
  -- The idempotency key of the posting in the ledger.
  key          uuid NOT NULL,
  exchanged_at timestamptz NOT NULL,
  UNIQUE (fan_id, key)
);
CREATE INDEX exchange_newest_idx ON exchange (fan_id, id DESC);

CREATE TABLE vote_pack (
  id          text PRIMARY KEY,
  activity_id text NOT NULL REFERENCES activity,
  title       jsonb NOT NULL CHECK (is_text_in_both_languages(title)),
  votes       bigint NOT NULL CHECK (votes > 0),
  bonus_votes bigint NOT NULL DEFAULT 0 CHECK (bonus_votes >= 0),
  price       bigint NOT NULL CHECK (price > 0),
  position    integer NOT NULL,
  retired     boolean NOT NULL DEFAULT false
);
