-- Orders in the mall: vote packs, and NFTs, each paid in Points.

INSERT INTO ledger.reason (code, name) VALUES (22, 'order_paid'), (23, 'order_received'), (24, 'order_refunded');

-- An edition: so many numbered pieces of one picture.
CREATE TABLE nft_edition (
  id            text PRIMARY KEY,
  title         jsonb NOT NULL CHECK (is_text_in_both_languages(title)),
  description   jsonb NOT NULL CHECK (is_text_in_both_languages(description)),
  picture_seed  text NOT NULL,
  size          integer NOT NULL CHECK (size BETWEEN 1 AND 10000),
  -- The first so many numbers are kept by the house and not for sale.
  reserved      integer NOT NULL DEFAULT 0 CHECK (reserved BETWEEN 0 AND size),
  price         bigint NOT NULL CHECK (price BETWEEN 1 AND 1000000000),
  per_fan_limit integer CHECK (per_fan_limit > 0),
  opens_at      timestamptz NOT NULL,
  closes_at     timestamptz CHECK (closes_at > opens_at),
  position      integer NOT NULL,
  retired       boolean NOT NULL DEFAULT false
);

-- An order. One for votes is done in the transaction that pays it; one for NFTs is delivered by a job, and refunded when
-- it cannot be.
CREATE TABLE mall_order (
  id             bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  fan_id         bigint NOT NULL REFERENCES fan,
  kind           text NOT NULL CHECK (kind IN ('votePack', 'nft')),
  vote_pack_id   text REFERENCES vote_pack,
  nft_edition_id text REFERENCES nft_edition,
  num            integer NOT NULL CHECK (num > 0),
  paid           bigint NOT NULL CHECK (paid > 0),
  -- Of a vote pack: what came of it, bonus included, and of which asset.
  votes          bigint CHECK (votes > 0),
  asset          text,
  state          text NOT NULL CHECK (state IN ('paid', 'processing', 'done', 'failed', 'refunded')),
  -- The idempotency key of the posting that pays it, and of the one that gives the Points back.
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

-- What was ordered and paid never changes, and an order goes one way: paid, processing, then done, or failed and refunded.
CREATE FUNCTION mall_order_goes_one_way() RETURNS trigger LANGUAGE plpgsql
SET search_path = public, pg_temp AS $$
BEGIN
  IF (OLD.fan_id, OLD.kind, OLD.vote_pack_id, OLD.nft_edition_id, OLD.num, OLD.paid, OLD.votes, OLD.asset, OLD.key, OLD.ordered_at)
     IS DISTINCT FROM
     (NEW.fan_id, NEW.kind, NEW.vote_pack_id, NEW.nft_edition_id, NEW.num, NEW.paid, NEW.votes, NEW.asset, NEW.key, NEW.ordered_at) THEN
    RAISE EXCEPTION 'what was ordered does not change';
  END IF;
  IF (OLD.state, NEW.state) NOT IN
     (('paid', 'processing'), ('processing', 'done'), ('processing', 'failed'), ('failed', 'refunded')) THEN
    RAISE EXCEPTION 'an order that is % does not become %', OLD.state, NEW.state;
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER mall_order_one_way BEFORE UPDATE ON mall_order FOR EACH ROW EXECUTE FUNCTION mall_order_goes_one_way();
REVOKE DELETE ON mall_order FROM lightstick_app;

-- As enqueue_job, under a key: of jobs that wait under one key there is only the last, so that asking again adds none.
CREATE FUNCTION enqueue_job(p_name text, p_payload json, p_max_attempts integer, p_key text) RETURNS void
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  PERFORM graphile_worker.add_job(p_name, p_payload, max_attempts => p_max_attempts, job_key => p_key);
END
$$;
REVOKE ALL ON FUNCTION enqueue_job(text, json, integer, text) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION enqueue_job(text, json, integer, text) TO lightstick_app;

-- The pieces of an edition, all of them from the start: 1 to its size. A piece is free, or taken by an order, or its
-- fan's once the order is done; the platform keeps it for them. Buyers meet on no other row than the piece itself.
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

-- Pieces come and go with the size of their edition, and with nothing else.
CREATE FUNCTION nft_edition_has_its_pieces() RETURNS trigger LANGUAGE plpgsql
SET search_path = public, pg_temp AS $$
BEGIN
  DELETE FROM nft_piece WHERE edition_id = NEW.id AND order_id IS NULL AND serial > NEW.size;
  IF EXISTS (SELECT FROM nft_piece WHERE edition_id = NEW.id AND serial > NEW.size) THEN
    RAISE EXCEPTION 'pieces of edition % above % are taken', NEW.id, NEW.size;
  END IF;
  INSERT INTO nft_piece (edition_id, serial) SELECT NEW.id, serial FROM generate_series(1, NEW.size) AS serial
    ON CONFLICT DO NOTHING;
  RETURN NULL;
END $$;
CREATE TRIGGER nft_edition_pieces AFTER INSERT OR UPDATE OF size ON nft_edition
  FOR EACH ROW EXECUTE FUNCTION nft_edition_has_its_pieces();
REVOKE INSERT, DELETE ON nft_piece FROM lightstick_app;
REVOKE INSERT, UPDATE, DELETE ON nft_edition FROM lightstick_app;

-- How many pieces of an edition a fan has taken; the limit is written beside it so that a CHECK can hold it.
CREATE TABLE nft_edition_fan (
  edition_id    text NOT NULL REFERENCES nft_edition,
  fan_id        bigint NOT NULL REFERENCES fan,
  pieces        integer NOT NULL CHECK (pieces >= 0),
  per_fan_limit integer,
  PRIMARY KEY (edition_id, fan_id),
  CONSTRAINT nft_edition_fan_limit_never_exceeded CHECK (pieces <= per_fan_limit)
);
