-- The points mall: offers of tickets, vote packs and NFTs, each paid in Points.

CREATE TABLE offer (
  id            text PRIMARY KEY,
  activity_id   text NOT NULL REFERENCES activity,
  title         jsonb NOT NULL CHECK (is_text_in_both_languages(title)),
  description   jsonb NOT NULL CHECK (is_text_in_both_languages(description)),
  gives_asset   text NOT NULL,
  -- Bounded so that the sums of one call, at most 10,000 of an offer, are exact in JSON.
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
-- Offers belong to the owner; the application only counts exchanges.
REVOKE INSERT, UPDATE, DELETE ON offer FROM lightstick_app;
GRANT UPDATE (exchanged) ON offer TO lightstick_app;

-- A fan's exchanges of an offer; the limit is stored beside the count so that a CHECK enforces it.
CREATE TABLE offer_fan (
  offer_id      text NOT NULL REFERENCES offer,
  fan_id        bigint NOT NULL REFERENCES fan,
  exchanged     bigint NOT NULL CHECK (exchanged > 0),
  per_fan_limit integer,
  PRIMARY KEY (offer_id, fan_id),
  CONSTRAINT offer_fan_limit_never_exceeded CHECK (exchanged <= per_fan_limit)
);
REVOKE DELETE ON offer_fan FROM lightstick_app;

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
REVOKE UPDATE, DELETE ON exchange FROM lightstick_app;

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
REVOKE INSERT, UPDATE, DELETE ON vote_pack FROM lightstick_app;

-- Orders --------------------------------------------------------------------------------------------------------------

-- An edition: numbered pieces of one picture.
CREATE TABLE nft_edition (
  id            text PRIMARY KEY,
  title         jsonb NOT NULL CHECK (is_text_in_both_languages(title)),
  description   jsonb NOT NULL CHECK (is_text_in_both_languages(description)),
  picture_seed  text NOT NULL,
  size          integer NOT NULL CHECK (size BETWEEN 1 AND 10000),
  -- The first numbers are kept by the operator and not for sale.
  reserved      integer NOT NULL DEFAULT 0 CHECK (reserved BETWEEN 0 AND size),
  price         bigint NOT NULL CHECK (price BETWEEN 1 AND 1000000000),
  per_fan_limit integer CHECK (per_fan_limit > 0),
  opens_at      timestamptz NOT NULL,
  closes_at     timestamptz CHECK (closes_at > opens_at),
  position      integer NOT NULL,
  retired       boolean NOT NULL DEFAULT false
);
REVOKE INSERT, UPDATE, DELETE ON nft_edition FROM lightstick_app;

-- An order. Vote packs are delivered in the transaction of the payment; NFTs are delivered by a job, and refunded if that
-- is impossible.
CREATE TABLE mall_order (
  id             bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  fan_id         bigint NOT NULL REFERENCES fan,
  kind           text NOT NULL CHECK (kind IN ('votePack', 'nft')),
  vote_pack_id   text REFERENCES vote_pack,
  nft_edition_id text REFERENCES nft_edition,
  num            integer NOT NULL CHECK (num > 0),
  paid           bigint NOT NULL CHECK (paid > 0),
  -- Of a vote pack: the votes, bonus included, and their asset.
  votes          bigint CHECK (votes > 0),
  asset          text,
  state          text NOT NULL CHECK (state IN ('paid', 'processing', 'done', 'failed', 'refunded')),
  -- The idempotency keys of the payment and of the refund.
  key            uuid NOT NULL,
  refund_key     uuid UNIQUE,
  ordered_at     timestamptz NOT NULL,
  settled_at     timestamptz,
  UNIQUE (fan_id, key),
  UNIQUE (id, nft_edition_id, fan_id),
  CONSTRAINT mall_order_is_of_its_kind CHECK (
    CASE kind WHEN 'votePack' THEN num_nulls(vote_pack_id, votes, asset) = 0 AND nft_edition_id IS NULL AND state = 'done'
              ELSE num_nulls(vote_pack_id, votes, asset) = 3 AND nft_edition_id IS NOT NULL END),
  CONSTRAINT mall_order_settled_in_the_end CHECK ((state IN ('done', 'refunded')) = (settled_at IS NOT NULL)),
  CONSTRAINT mall_order_refunded_by_a_key CHECK ((state = 'refunded') = (refund_key IS NOT NULL))
);
CREATE INDEX mall_order_newest_idx ON mall_order (fan_id, id DESC);
CREATE INDEX mall_order_unsettled_idx ON mall_order (id) WHERE state IN ('paid', 'processing', 'failed');
REVOKE DELETE ON mall_order FROM lightstick_app;

-- The pieces of an edition, created with it: 1 to its size. A piece is free, taken by an order, or its fan's once the order
-- is done; the platform keeps it for them. Buyers contend only for pieces.
CREATE TABLE nft_piece (
  edition_id text NOT NULL REFERENCES nft_edition,
  serial     integer NOT NULL CHECK (serial > 0),
  order_id   bigint,
  buyer_id   bigint REFERENCES fan,
  owner_id   bigint REFERENCES fan,
  owned_at   timestamptz,
  PRIMARY KEY (edition_id, serial),
  FOREIGN KEY (order_id, edition_id, buyer_id) REFERENCES mall_order (id, nft_edition_id, fan_id),
  CONSTRAINT nft_piece_is_free_or_taken CHECK ((order_id IS NULL) = (buyer_id IS NULL)),
  CONSTRAINT nft_piece_is_owned_by_its_buyer CHECK (owner_id IS NULL OR (owner_id = buyer_id) IS TRUE),
  CONSTRAINT nft_piece_is_owned_since CHECK ((owner_id IS NULL) = (owned_at IS NULL))
);
CREATE INDEX nft_piece_free_idx ON nft_piece (edition_id, serial) WHERE order_id IS NULL;
CREATE INDEX nft_piece_order_idx ON nft_piece (order_id) WHERE order_id IS NOT NULL;
CREATE INDEX nft_piece_owner_idx ON nft_piece (owner_id, owned_at DESC) WHERE owner_id IS NOT NULL;
REVOKE INSERT, DELETE ON nft_piece FROM lightstick_app;

-- A fan's pieces of an edition; the limit is stored beside the count so that a CHECK enforces it.
CREATE TABLE nft_edition_fan (
  edition_id    text NOT NULL REFERENCES nft_edition,
  fan_id        bigint NOT NULL REFERENCES fan,
  pieces        integer NOT NULL CHECK (pieces >= 0),
  per_fan_limit integer,
  PRIMARY KEY (edition_id, fan_id),
  CONSTRAINT nft_edition_fan_limit_never_exceeded CHECK (pieces <= per_fan_limit)
);
REVOKE DELETE ON nft_edition_fan FROM lightstick_app;
