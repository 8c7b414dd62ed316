-- Luck: red packets, blind boxes, red-envelope draws and raffles. Everything that chance gives is set aside from a budget
-- before it opens, and every seed is promised by its hash before anyone takes part.

INSERT INTO ledger.reason (code, name) VALUES
  (50, 'packet_share'), (51, 'box_paid'), (52, 'box_prize'), (53, 'envelope_prize'), (54, 'raffle_paid'), (55, 'raffle_prize');

-- What luck may give away, by name and asset. A raised amount adds to it; it never falls below what is set aside.
CREATE TABLE luck_budget (
  id        text NOT NULL,
  asset     text NOT NULL REFERENCES ledger.unit (name),
  amount    bigint NOT NULL CHECK (amount BETWEEN 0 AND 1000000000000),
  set_aside bigint NOT NULL DEFAULT 0 CHECK (set_aside >= 0),
  PRIMARY KEY (id, asset),
  CONSTRAINT luck_budget_never_exceeded CHECK (set_aside <= amount)
);
REVOKE INSERT, UPDATE, DELETE ON luck_budget FROM lightstick_app;
GRANT UPDATE (set_aside) ON luck_budget TO lightstick_app;

-- What a packet or campaign took from a budget, and what of it came back at its end.
CREATE TABLE luck_funding (
  subject_id text NOT NULL,
  asset      text NOT NULL,
  budget_id  text NOT NULL,
  amount     bigint NOT NULL CHECK (amount > 0),
  returned   bigint CHECK (returned BETWEEN 0 AND amount),
  PRIMARY KEY (subject_id, asset),
  FOREIGN KEY (budget_id, asset) REFERENCES luck_budget (id, asset)
);
REVOKE UPDATE, DELETE ON luck_funding FROM lightstick_app;
GRANT UPDATE (returned) ON luck_funding TO lightstick_app;

-- What a content pack plans: each plan brings one packet or campaign, or one for each time of its schedule. `plan` is the
-- JSON that modules/luck/plan.ts describes.
CREATE TABLE luck_plan (
  id       text PRIMARY KEY CHECK (id ~ '^[a-z][a-z0-9-]{0,47}$'),
  kind     text NOT NULL CHECK (kind IN ('packet', 'box', 'envelope', 'raffle')),
  plan     jsonb NOT NULL CHECK (jsonb_typeof(plan) = 'object'),
  position integer NOT NULL,
  retired  boolean NOT NULL DEFAULT false
);
REVOKE INSERT, UPDATE, DELETE ON luck_plan FROM lightstick_app;

-- Seeds are secret until `revealed_at`. A packet has one; a box or red-envelope draw one for each stretch of openings; a raffle
-- with the organiser's beacon one.
CREATE TABLE luck_seed (
  subject_id  text NOT NULL,
  epoch       integer NOT NULL CHECK (epoch > 0),
  seed        bytea NOT NULL CHECK (octet_length(seed) = 32),
  commitment  bytea NOT NULL,
  started_at  timestamptz NOT NULL,
  -- The first nonce under it, and what was left of each prize then; of boxes and red-envelope draws.
  first_nonce integer CHECK (first_nonce > 0),
  left_at_start integer[],
  revealed_at timestamptz CHECK (revealed_at >= started_at),
  PRIMARY KEY (subject_id, epoch),
  CONSTRAINT luck_seed_is_what_was_promised CHECK (sha256(seed) = commitment),
  CONSTRAINT luck_seed_knows_its_start CHECK ((first_nonce IS NULL) = (left_at_start IS NULL))
);
REVOKE UPDATE, DELETE ON luck_seed FROM lightstick_app;
GRANT UPDATE (revealed_at) ON luck_seed TO lightstick_app;

-- A red packet. `taken` slots are grabbed, in their order; it is over when all are, or at its end, and its seed is public then.
CREATE TABLE packet (
  id              text PRIMARY KEY,
  plan_id         text NOT NULL REFERENCES luck_plan,
  activity_id     text REFERENCES activity,
  title           jsonb NOT NULL CHECK (is_text_in_both_languages(title)),
  description     jsonb NOT NULL CHECK (is_text_in_both_languages(description)),
  cover_seed      text NOT NULL,
  asset           text NOT NULL REFERENCES ledger.unit (name),
  total           bigint NOT NULL CHECK (total BETWEEN 1 AND 1000000000),
  shares          integer NOT NULL CHECK (shares BETWEEN 1 AND 20000),
  opens_at        timestamptz NOT NULL,
  closes_at       timestamptz NOT NULL CHECK (closes_at > opens_at),
  min_account_age interval NOT NULL DEFAULT '0' CHECK (min_account_age >= '0'),
  regions         text[] CHECK (cardinality(regions) > 0),
  -- The ledger's pool that its shares come from.
  pool            bigint NOT NULL REFERENCES ledger.pool,
  shares_hash     bytea NOT NULL CHECK (octet_length(shares_hash) = 32),
  funded_at       timestamptz NOT NULL,
  taken           integer NOT NULL DEFAULT 0 CHECK (taken >= 0),
  sold_out_at     timestamptz,
  ended_at        timestamptz,
  -- The largest grabbed share, once it is over.
  luckiest_slot   integer CHECK (luckiest_slot BETWEEN 1 AND taken),
  CONSTRAINT packet_shares_its_total CHECK (total >= shares),
  CONSTRAINT packet_never_oversold CHECK (taken <= shares),
  CONSTRAINT packet_sold_out_at_last CHECK ((sold_out_at IS NOT NULL) = (taken = shares))
);
CREATE INDEX packet_closes_idx ON packet (closes_at);
CREATE INDEX packet_plan_idx ON packet (plan_id, opens_at);
CREATE INDEX packet_not_ended_idx ON packet (closes_at) WHERE ended_at IS NULL;
REVOKE UPDATE, DELETE ON packet FROM lightstick_app;
GRANT UPDATE (taken, sold_out_at, ended_at, luckiest_slot) ON packet TO lightstick_app;

-- The shares of a packet, created at funding. A grab takes the next slot.
CREATE TABLE packet_share (
  packet_id  text NOT NULL REFERENCES packet,
  slot       integer NOT NULL CHECK (slot > 0),
  amount     bigint NOT NULL CHECK (amount > 0),
  fan_id     bigint REFERENCES fan,
  -- The idempotency key of its posting in the ledger.
  key        uuid,
  grabbed_at timestamptz,
  PRIMARY KEY (packet_id, slot),
  CONSTRAINT packet_share_once_a_fan UNIQUE (packet_id, fan_id),
  CONSTRAINT packet_share_is_free_or_grabbed CHECK (num_nulls(fan_id, key, grabbed_at) IN (0, 3))
);
CREATE INDEX packet_share_of_fan_idx ON packet_share (fan_id, grabbed_at DESC) WHERE fan_id IS NOT NULL;
REVOKE UPDATE, DELETE ON packet_share FROM lightstick_app;
GRANT UPDATE (fan_id, key, grabbed_at) ON packet_share TO lightstick_app;

-- A published box, red-envelope draw or raffle. `document` is its prizes and rules, whose hash is public; a new version is a
-- new campaign. `nonce` counts openings, `fans` the fans who took part, `entries` those of a raffle.
CREATE TABLE campaign (
  id              text PRIMARY KEY,
  plan_id         text NOT NULL REFERENCES luck_plan,
  kind            text NOT NULL CHECK (kind IN ('box', 'envelope', 'raffle')),
  activity_id     text REFERENCES activity,
  title           jsonb NOT NULL CHECK (is_text_in_both_languages(title)),
  description     jsonb NOT NULL CHECK (is_text_in_both_languages(description)),
  cover_seed      text NOT NULL,
  document        jsonb NOT NULL CHECK (jsonb_typeof(document) = 'object'),
  document_hash   bytea NOT NULL CHECK (octet_length(document_hash) = 32),
  version         integer NOT NULL CHECK (version > 0),
  price           bigint NOT NULL CHECK (price BETWEEN 0 AND 1000000000),
  per_fan_limit   integer CHECK (per_fan_limit > 0),
  opens_at        timestamptz NOT NULL,
  closes_at       timestamptz NOT NULL CHECK (closes_at > opens_at),
  min_account_age interval NOT NULL DEFAULT '0' CHECK (min_account_age >= '0'),
  regions         text[] CHECK (cardinality(regions) > 0),
  rare_within     integer CHECK (rare_within > 1),
  -- Of a red-envelope draw: [{ "by": "checkIn" | "task" | "vote", "each", "most" }].
  attempts        jsonb CHECK (jsonb_typeof(attempts) = 'array'),
  beacon          text CHECK (beacon IN ('drand', 'organiser')),
  published_at    timestamptz NOT NULL,
  nonce           integer NOT NULL DEFAULT 0 CHECK (nonce >= 0),
  fans            integer NOT NULL DEFAULT 0 CHECK (fans >= 0),
  entries         bigint NOT NULL DEFAULT 0 CHECK (entries >= 0),
  ended_at        timestamptz,
  CONSTRAINT campaign_is_of_its_kind CHECK (CASE kind
    WHEN 'box' THEN attempts IS NULL AND beacon IS NULL AND entries = 0 AND price > 0 AND regions IS NOT NULL
    WHEN 'envelope' THEN attempts IS NOT NULL AND beacon IS NULL AND entries = 0 AND price = 0
    ELSE attempts IS NULL AND beacon IS NOT NULL AND nonce = 0 AND rare_within IS NULL AND per_fan_limit IS NOT NULL END)
);
CREATE INDEX campaign_closes_idx ON campaign (closes_at);
CREATE INDEX campaign_plan_idx ON campaign (plan_id, opens_at);
CREATE INDEX campaign_not_ended_idx ON campaign (closes_at) WHERE ended_at IS NULL;
REVOKE UPDATE, DELETE ON campaign FROM lightstick_app;
GRANT UPDATE (nonce, fans, entries, ended_at) ON campaign TO lightstick_app;

-- The prizes of a campaign, in the order of its document.
CREATE TABLE campaign_prize (
  campaign_id text NOT NULL REFERENCES campaign,
  position    integer NOT NULL CHECK (position >= 0),
  prize_id    text NOT NULL,
  title       jsonb NOT NULL CHECK (is_text_in_both_languages(title)),
  asset       text REFERENCES ledger.unit (name),
  amount      bigint CHECK (amount > 0),
  edition_id  text REFERENCES nft_edition,
  is_rare     boolean NOT NULL,
  total       integer NOT NULL CHECK (total BETWEEN 1 AND 1000000),
  drawn       integer NOT NULL DEFAULT 0 CHECK (drawn >= 0),
  PRIMARY KEY (campaign_id, position),
  UNIQUE (campaign_id, prize_id),
  CONSTRAINT campaign_prize_never_overdrawn CHECK (drawn <= total),
  CONSTRAINT campaign_prize_is_asset_or_piece CHECK (
    (asset IS NULL) = (amount IS NULL) AND (asset IS NULL) = (edition_id IS NOT NULL))
);
REVOKE UPDATE, DELETE ON campaign_prize FROM lightstick_app;
GRANT UPDATE (drawn) ON campaign_prize TO lightstick_app;

-- A fan in a campaign. `number` stands for the fan in proofs; `since` counts openings without a rare prize; `salt` hides the
-- fan in the list of a raffle, and is forgotten with the fan. The limit is stored beside the count so that a CHECK enforces it.
CREATE TABLE campaign_fan (
  campaign_id   text NOT NULL REFERENCES campaign,
  fan_id        bigint NOT NULL REFERENCES fan,
  number        integer NOT NULL CHECK (number > 0),
  used          bigint NOT NULL CHECK (used >= 0),
  per_fan_limit integer,
  since         integer NOT NULL DEFAULT 0 CHECK (since >= 0),
  -- Whether the fan is in the frozen list of a raffle.
  is_listed     boolean NOT NULL DEFAULT false,
  salt          bytea CHECK (octet_length(salt) = 16),
  entry_hash    bytea CHECK (octet_length(entry_hash) = 32),
  PRIMARY KEY (campaign_id, fan_id),
  UNIQUE (campaign_id, number),
  CONSTRAINT campaign_fan_limit_never_exceeded CHECK (used <= per_fan_limit),
  CONSTRAINT campaign_fan_salt_has_a_hash CHECK (salt IS NULL OR entry_hash IS NOT NULL)
);
CREATE INDEX campaign_fan_idx ON campaign_fan (fan_id);
REVOKE UPDATE, DELETE ON campaign_fan FROM lightstick_app;
GRANT UPDATE (used, since, salt, entry_hash, is_listed) ON campaign_fan TO lightstick_app;

-- One call of a fan: openings or entries, under one idempotency key.
CREATE TABLE participation (
  id          bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  campaign_id text NOT NULL REFERENCES campaign,
  fan_id      bigint NOT NULL REFERENCES fan,
  num         integer NOT NULL CHECK (num BETWEEN 1 AND 100),
  paid        bigint NOT NULL CHECK (paid >= 0),
  client_seed text CHECK (client_seed ~ '^[0-9a-f]{16,64}$'),
  -- The idempotency keys of the payment and of the prizes in the ledger; entries of a raffle have no prizes yet.
  key         uuid NOT NULL,
  prize_key   uuid UNIQUE,
  at          timestamptz NOT NULL,
  UNIQUE (fan_id, key),
  UNIQUE (id, campaign_id, fan_id),
  FOREIGN KEY (campaign_id, fan_id) REFERENCES campaign_fan (campaign_id, fan_id)
);
CREATE INDEX participation_newest_idx ON participation (fan_id, id DESC);
REVOKE UPDATE, DELETE ON participation FROM lightstick_app;

-- What was drawn, in the order of the nonces, which have no gaps. A piece has its number.
CREATE TABLE campaign_opening (
  campaign_id      text NOT NULL,
  nonce            integer NOT NULL CHECK (nonce > 0),
  participation_id bigint NOT NULL,
  fan_id           bigint NOT NULL,
  position         integer NOT NULL,
  order_id         bigint REFERENCES mall_order,
  serial           integer CHECK (serial > 0),
  opened_at        timestamptz NOT NULL,
  PRIMARY KEY (campaign_id, nonce),
  FOREIGN KEY (campaign_id, position) REFERENCES campaign_prize (campaign_id, position),
  FOREIGN KEY (participation_id, campaign_id, fan_id) REFERENCES participation (id, campaign_id, fan_id),
  CONSTRAINT campaign_opening_order_has_a_piece CHECK ((order_id IS NULL) = (serial IS NULL))
);
CREATE INDEX campaign_opening_of_participation_idx ON campaign_opening (participation_id);
CREATE INDEX campaign_opening_of_fan_idx ON campaign_opening (fan_id, opened_at DESC);
REVOKE UPDATE, DELETE ON campaign_opening FROM lightstick_app;

-- Attempts of a red-envelope draw that a fan has earned and used on a day of the platform.
CREATE TABLE envelope_day (
  campaign_id text NOT NULL REFERENCES campaign,
  fan_id      bigint NOT NULL REFERENCES fan,
  day         date NOT NULL,
  earned      integer NOT NULL CHECK (earned >= 0),
  used        integer NOT NULL CHECK (used >= 0),
  PRIMARY KEY (campaign_id, fan_id, day),
  CONSTRAINT envelope_day_attempts_are_earned CHECK (used <= earned)
);
REVOKE UPDATE, DELETE ON envelope_day FROM lightstick_app;
GRANT UPDATE (earned, used) ON envelope_day TO lightstick_app;

-- The frozen entries of a raffle, then its draw. `round` is drand's; `signature` is the beacon's value, the organiser's seed
-- or drand's signature.
CREATE TABLE raffle_draw (
  campaign_id text PRIMARY KEY REFERENCES campaign,
  root        bytea NOT NULL CHECK (octet_length(root) = 32),
  entrants    integer NOT NULL CHECK (entrants >= 0),
  round       bigint CHECK (round > 0),
  frozen_at   timestamptz NOT NULL,
  -- Null until the beacon has spoken.
  signature   bytea CHECK (octet_length(signature) IN (32, 48)),
  drawn_at    timestamptz CHECK (drawn_at >= frozen_at),
  CONSTRAINT raffle_draw_has_its_signature CHECK (entrants = 0 OR (signature IS NULL) = (drawn_at IS NULL))
);
REVOKE UPDATE, DELETE ON raffle_draw FROM lightstick_app;
GRANT UPDATE (signature, drawn_at) ON raffle_draw TO lightstick_app;

-- The winners of a raffle by place; a fan wins once.
CREATE TABLE raffle_winner (
  campaign_id text NOT NULL REFERENCES raffle_draw,
  place       integer NOT NULL CHECK (place > 0),
  fan_id      bigint NOT NULL,
  position    integer NOT NULL,
  -- The idempotency key of the prize's posting in the ledger.
  key         uuid NOT NULL,
  order_id    bigint REFERENCES mall_order,
  serial      integer CHECK (serial > 0),
  won_at      timestamptz NOT NULL,
  PRIMARY KEY (campaign_id, place),
  CONSTRAINT raffle_winner_once_a_fan UNIQUE (campaign_id, fan_id),
  FOREIGN KEY (campaign_id, position) REFERENCES campaign_prize (campaign_id, position),
  FOREIGN KEY (campaign_id, fan_id) REFERENCES campaign_fan (campaign_id, fan_id),
  CONSTRAINT raffle_winner_order_has_a_piece CHECK ((order_id IS NULL) = (serial IS NULL))
);
CREATE INDEX raffle_winner_of_fan_idx ON raffle_winner (fan_id);
REVOKE UPDATE, DELETE ON raffle_winner FROM lightstick_app;

-- A prize of NFT pieces is an order without a payment; its pieces are the first numbers of an edition, which are not for sale.
ALTER TABLE mall_order
  ADD COLUMN source text NOT NULL DEFAULT 'mall' CHECK (source IN ('mall', 'prize')),
  DROP CONSTRAINT mall_order_paid_check,
  ADD CONSTRAINT mall_order_paid_or_won CHECK (CASE source WHEN 'mall' THEN paid > 0 ELSE paid = 0 AND kind = 'nft' END),
  ADD CONSTRAINT mall_order_prize_is_never_refunded CHECK (source = 'mall' OR state NOT IN ('failed', 'refunded'));

-- A task of the kind luck is done by taking part in what luck offers.
ALTER TABLE task
  DROP CONSTRAINT task_type_is_known,
  ADD CONSTRAINT task_type_is_known CHECK (type_id IN (
    2, 8, 9, 10, 13, 15, 16, 23, 25, 30, 31, 32, 33, 34, 35, 36, 37, 38, 39, 40, 41, 42, 43, 44, 47, 49, 50, 53, 54, 55, 56,
    62, 75, 76, 77, 78, 79, 85, 87, 88, 90, 101, 102, 103));
