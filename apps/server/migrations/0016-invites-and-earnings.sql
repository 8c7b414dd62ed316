-- Earnings of fans: invited friends, earned Points, and test coins.

-- What a content pack promises for each friend from now on.
CREATE TABLE invite_terms (
  is_only_row   boolean PRIMARY KEY DEFAULT true CHECK (is_only_row),
  reward        bigint NOT NULL CHECK (reward BETWEEN 1 AND 1000000000),
  most_rewarded integer NOT NULL CHECK (most_rewarded BETWEEN 0 AND 1000)
);
REVOKE INSERT, UPDATE, DELETE ON invite_terms FROM lightstick_app;

-- A newcomer with a friend's code. Reward and limit are those at the sign-up, so what was promised is paid. A rewarded
-- invite has a numbered place of the inviter, so that the limit holds. A lapsed one was pending when its inviter was
-- erased, or its newcomer without a vote.
CREATE TABLE invite (
  newcomer_id   bigint PRIMARY KEY REFERENCES fan,
  inviter_id    bigint NOT NULL REFERENCES fan,
  reward        bigint NOT NULL CHECK (reward BETWEEN 0 AND 1000000000),
  most_rewarded integer NOT NULL CHECK (most_rewarded BETWEEN 0 AND 1000),
  state         text NOT NULL DEFAULT 'pending' CHECK (state IN ('pending', 'rewarded', 'overLimit', 'lapsed')),
  place         integer,
  -- The idempotency key of the reward in the ledger.
  key           uuid NOT NULL UNIQUE,
  joined_at     timestamptz NOT NULL,
  settled_at    timestamptz,
  CONSTRAINT invite_of_somebody_else CHECK (newcomer_id <> inviter_id),
  CONSTRAINT invite_settled_once CHECK ((state = 'pending') = (settled_at IS NULL)),
  CONSTRAINT invite_rewarded_has_a_place CHECK ((state = 'rewarded') = (place IS NOT NULL)),
  CONSTRAINT invite_limit_never_exceeded CHECK (place BETWEEN 1 AND most_rewarded),
  CONSTRAINT invite_reward_is_something CHECK (most_rewarded = 0 OR reward > 0),
  CONSTRAINT invite_place_once UNIQUE (inviter_id, place)
);
CREATE INDEX invite_newest_idx ON invite (inviter_id, newcomer_id DESC);
CREATE INDEX invite_pending_idx ON invite (newcomer_id) WHERE state = 'pending';
CREATE INDEX invite_pending_of_inviter_idx ON invite (inviter_id, newcomer_id) WHERE state = 'pending';

-- It explains a payment that is still due, so it is never deleted.
REVOKE DELETE ON invite FROM lightstick_app;

-- Test coins taken by fans, each linked to the one before, so that the table enforces a day between two.
CREATE TABLE test_coin_grant (
  fan_id        bigint NOT NULL REFERENCES fan,
  turn          integer NOT NULL CHECK (turn > 0),
  amount        bigint NOT NULL CHECK (amount BETWEEN 1 AND 1000000),
  -- The idempotency key of the posting in the ledger.
  key           uuid NOT NULL,
  granted_at    timestamptz NOT NULL,
  previous_turn integer,
  previous_at   timestamptz,
  PRIMARY KEY (fan_id, turn),
  UNIQUE (fan_id, key),
  UNIQUE (fan_id, turn, granted_at),
  FOREIGN KEY (fan_id, previous_turn, previous_at) REFERENCES test_coin_grant (fan_id, turn, granted_at),
  CONSTRAINT test_coin_grant_follows_the_last CHECK (
    CASE turn WHEN 1 THEN previous_turn IS NULL AND previous_at IS NULL
              ELSE previous_turn IS NOT NULL AND previous_turn = turn - 1 AND previous_at IS NOT NULL END),
  CONSTRAINT test_coin_grant_waits_a_day CHECK (granted_at - previous_at >= interval '24 hours')
);
REVOKE UPDATE, DELETE ON test_coin_grant FROM lightstick_app;

-- Grants to a network address on a day, as HMAC-SHA-256; the limit is stored beside the count so that a CHECK enforces it.
CREATE TABLE test_coin_network (
  network_hash bytea NOT NULL CHECK (octet_length(network_hash) = 32),
  day          date NOT NULL,
  grants       integer NOT NULL CHECK (grants > 0),
  most_grants  integer NOT NULL,
  PRIMARY KEY (network_hash, day),
  CONSTRAINT test_coin_network_limit_never_exceeded CHECK (grants <= most_grants)
);
CREATE INDEX test_coin_network_day_idx ON test_coin_network (day);

-- Points earned, in all and by ISO week of the platform's calendar; a job sums them from the journal. Its index is in
-- ranking order.
CREATE TABLE points_earned (
  span   text NOT NULL CHECK (span = 'allTime' OR span ~ '^[0-9]{4}-W[0-9]{2}$'),
  fan_id bigint NOT NULL REFERENCES fan,
  points bigint NOT NULL CHECK (points BETWEEN 1 AND 9007199254740991),
  PRIMARY KEY (span, fan_id)
);
CREATE INDEX points_earned_ranking_idx ON points_earned (span, points DESC, fan_id);
CREATE INDEX points_earned_fan_idx ON points_earned (fan_id);

-- The job's progress: transfers of transactions before this one are in the totals, and no others.
CREATE TABLE points_earned_cursor (
  is_only_row boolean PRIMARY KEY DEFAULT true CHECK (is_only_row),
  xid         xid8 NOT NULL
);
INSERT INTO points_earned_cursor (xid) VALUES ('0');
