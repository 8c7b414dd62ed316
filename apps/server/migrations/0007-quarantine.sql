-- Quarantine: why votes were suspicious, and decisions about them.

-- Decisions -----------------------------------------------------------------------------------------------------------

-- A decision about a set of votes, with its public reason. `by_rule` marks decisions that the rules made when the time was
-- over.
CREATE TABLE vote_decision (
  id          bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  activity_id text NOT NULL REFERENCES activity,
  verdict     text NOT NULL CHECK (verdict IN ('released', 'voided')),
  reason      jsonb NOT NULL CHECK (is_text_in_both_languages(reason)),
  by_rule     boolean NOT NULL,
  decided_at  timestamptz NOT NULL,
  -- The transaction that moved its votes: while the count is hidden, a decision is shown if the freeze sees them.
  xid         xid8 NOT NULL DEFAULT pg_current_xact_id()
);
CREATE INDEX vote_decision_activity_idx ON vote_decision (activity_id, id);

-- The votes of a decision. A vote is decided once.
CREATE TABLE decided_vote (
  vote_id     bigint PRIMARY KEY,
  decision_id bigint NOT NULL REFERENCES vote_decision,
  num         bigint NOT NULL CHECK (num > 0)
);
CREATE INDEX decided_vote_decision_idx ON decided_vote (decision_id);

-- The application writes both only through decide_quarantined_votes.
REVOKE INSERT, UPDATE, DELETE ON vote_decision, decided_vote FROM lightstick_app;

-- Quarantine counts of an idol in a round, by outcome.
CREATE VIEW candidate_quarantine AS
  SELECT t.activity_id, t.idol_id, t.round,
         (q.credits - q.debits)::bigint AS quarantined, (q.debits - v.credits)::bigint AS released, v.credits::bigint AS voided
    FROM candidate_tally t
   CROSS JOIN LATERAL (SELECT coalesce(sum(s.credits), 0) AS credits, coalesce(sum(s.debits), 0) AS debits
                         FROM ledger.pool_shard s WHERE s.pool = t.quarantine_pool) q
   CROSS JOIN LATERAL (SELECT coalesce(sum(s.credits), 0) AS credits FROM ledger.pool_shard s WHERE s.pool = t.voided_pool) v;

-- Observations ---------------------------------------------------------------------------------------------------------

-- What processes share about which fans vote from where and how fast. A crash may lose it, and a job deletes what no window
-- needs. Devices and addresses are HMAC-SHA-256 that include the activity.

-- A fan was seen on a device (2) or at an address (3), numbered as in ledger.transfer.flag.
CREATE UNLOGGED TABLE vote_observation (
  kind         smallint NOT NULL CHECK (kind IN (2, 3)),
  subject_hash bytea NOT NULL CHECK (octet_length(subject_hash) = 32),
  fan_id       bigint NOT NULL,
  seen_at      timestamptz NOT NULL,
  PRIMARY KEY (kind, subject_hash, fan_id)
);
CREATE INDEX vote_observation_seen_idx ON vote_observation (kind, seen_at);
CREATE INDEX vote_observation_fan_idx ON vote_observation (fan_id);

-- The latest calls of a fast fan, as one process saw them.
CREATE UNLOGGED TABLE vote_pace (
  period integer NOT NULL,
  fan_id bigint NOT NULL,
  writer uuid NOT NULL,
  calls  timestamptz[] NOT NULL,
  PRIMARY KEY (period, fan_id, writer)
);

-- A device or an address from which too many fans vote. Operators see its random id, which remains afterwards.
CREATE TABLE vote_cluster (
  id            uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  kind          smallint NOT NULL CHECK (kind IN (2, 3)),
  subject_hash  bytea NOT NULL CHECK (octet_length(subject_hash) = 32),
  crowded_until timestamptz NOT NULL,
  UNIQUE (kind, subject_hash)
);
CREATE INDEX vote_cluster_until_idx ON vote_cluster (crowded_until);

-- Votes in quarantine from the same device or address.
CREATE TABLE clustered_vote (
  vote_id    bigint PRIMARY KEY,
  cluster_id uuid NOT NULL
);
CREATE INDEX clustered_vote_cluster_idx ON clustered_vote (cluster_id, vote_id);
