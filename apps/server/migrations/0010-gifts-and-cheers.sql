-- Gifts of tickets between fans, and cheers: tickets spent on an idol, apart from votes.

-- The current limits of the content pack: tickets of one activity that a fan may send and receive on a day of the platform,
-- and how often a fan may name a receiver by email on a day.
CREATE TABLE gift_terms (
  is_only_row   boolean PRIMARY KEY DEFAULT true CHECK (is_only_row),
  most_sent     integer NOT NULL DEFAULT 50 CHECK (most_sent BETWEEN 0 AND 1000000),
  most_received integer NOT NULL DEFAULT 200 CHECK (most_received BETWEEN 0 AND 1000000),
  most_by_email integer NOT NULL DEFAULT 10 CHECK (most_by_email BETWEEN 0 AND 1000)
);
INSERT INTO gift_terms DEFAULT VALUES;
REVOKE INSERT, UPDATE, DELETE ON gift_terms FROM lightstick_app;

-- A gift is one posting of two legs, from the sender's account to the receiver's; the two transfers are the two fans'
-- receipts.
CREATE TABLE ticket_gift (
  id                bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  sender_id         bigint NOT NULL REFERENCES fan,
  receiver_id       bigint NOT NULL REFERENCES fan,
  activity_id       text NOT NULL REFERENCES activity,
  tickets           bigint NOT NULL CHECK (tickets > 0),
  named_by          text NOT NULL CHECK (named_by IN ('fanCode', 'email')),
  -- The idempotency key of the posting in the ledger.
  key               uuid NOT NULL,
  sent_transfer     bigint NOT NULL UNIQUE,
  received_transfer bigint NOT NULL UNIQUE,
  -- The platform's day at `given_at`, which the limits use.
  given_on          date NOT NULL,
  given_at          timestamptz NOT NULL,
  UNIQUE (sender_id, key),
  CONSTRAINT ticket_gift_to_somebody_else CHECK (sender_id <> receiver_id)
);
CREATE INDEX ticket_gift_sent_idx ON ticket_gift (sender_id, id DESC);
CREATE INDEX ticket_gift_received_idx ON ticket_gift (receiver_id, id DESC);
-- Gifts explain postings of the ledger, so they never change.
REVOKE UPDATE, DELETE ON ticket_gift FROM lightstick_app;

-- Tickets of an activity that a fan has sent and received on a day; the limit is stored beside the count so that a CHECK
-- enforces it.
CREATE TABLE ticket_gift_day (
  fan_id      bigint NOT NULL REFERENCES fan,
  activity_id text NOT NULL REFERENCES activity,
  day         date NOT NULL,
  direction   text NOT NULL CHECK (direction IN ('sent', 'received')),
  tickets     bigint NOT NULL CHECK (tickets > 0),
  most        integer NOT NULL,
  PRIMARY KEY (fan_id, activity_id, day, direction),
  CONSTRAINT ticket_gift_day_limit_never_exceeded CHECK (tickets <= most)
);
REVOKE DELETE ON ticket_gift_day FROM lightstick_app;

-- How often a fan named a receiver by email on the last day they did, because it could be used to test addresses.
CREATE TABLE ticket_gift_naming (
  fan_id bigint PRIMARY KEY REFERENCES fan,
  day    date NOT NULL,
  times  integer NOT NULL CHECK (times > 0),
  most   integer NOT NULL,
  CONSTRAINT ticket_gift_naming_limit_never_exceeded CHECK (times <= most)
);

-- Cheers. The ledger's sink of an idol, sharded by writer, holds her count; there is no other.
CREATE TABLE cheer (
  id          bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  fan_id      bigint NOT NULL REFERENCES fan,
  activity_id text NOT NULL,
  idol_id     text NOT NULL,
  tickets     bigint NOT NULL CHECK (tickets > 0),
  -- The idempotency key of the posting in the ledger.
  key         uuid NOT NULL,
  transfer    bigint NOT NULL UNIQUE,
  cheered_at  timestamptz NOT NULL,
  UNIQUE (fan_id, key),
  FOREIGN KEY (activity_id, idol_id) REFERENCES candidate
);
CREATE INDEX cheer_newest_idx ON cheer (fan_id, id DESC);
REVOKE UPDATE, DELETE ON cheer FROM lightstick_app;

-- A fan's cheers in an activity, over all idols. Its index is in the order of the call rank.
CREATE TABLE fan_cheers (
  activity_id text NOT NULL REFERENCES activity,
  fan_id      bigint NOT NULL REFERENCES fan,
  tickets     bigint NOT NULL CHECK (tickets BETWEEN 1 AND 9007199254740991),
  PRIMARY KEY (activity_id, fan_id)
);
CREATE INDEX fan_cheers_ranking_idx ON fan_cheers (activity_id, tickets DESC, fan_id);
CREATE INDEX fan_cheers_fan_idx ON fan_cheers (fan_id);
