-- Riddles: rounds that fans unlock for Points, their answers, and the rewards.

-- A round, defined by a content pack. `reserved` is the most that all fans who unlocked it can win, so that every winner is
-- paid: when the budget is reserved, no fan can unlock the round any more.
CREATE TABLE riddle_round (
  id          text PRIMARY KEY,
  -- The task whose card shows the round and whose budget pays its rewards.
  task_id     text NOT NULL REFERENCES task,
  title       jsonb NOT NULL CHECK (is_text_in_both_languages(title)),
  description jsonb NOT NULL CHECK (is_text_in_both_languages(description)),
  opens_at    timestamptz NOT NULL,
  closes_at   timestamptz NOT NULL,
  price       bigint NOT NULL CHECK (price BETWEEN 1 AND 1000000),
  -- Points for one right answer, for two, … for all.
  rewards     bigint[] NOT NULL,
  budget      bigint NOT NULL CHECK (budget BETWEEN 1 AND 1000000000000),
  reserved    bigint NOT NULL DEFAULT 0,
  position    integer NOT NULL,
  CONSTRAINT riddle_round_closes_after_opening CHECK (closes_at > opens_at),
  CONSTRAINT riddle_round_rewards_rise CHECK (cardinality(rewards) BETWEEN 1 AND 20 AND 0 <= ALL (rewards)
    AND 1000000 >= ALL (rewards) AND rewards[cardinality(rewards)] > 0 AND is_never_falling(rewards)),
  CONSTRAINT riddle_round_budget_never_exceeded CHECK (reserved BETWEEN 0 AND budget),
  -- Deferred, because a pack may move several rounds at once.
  CONSTRAINT riddle_round_one_at_a_time EXCLUDE USING gist (tstzrange(opens_at, closes_at) WITH &&)
    DEFERRABLE INITIALLY DEFERRED
);
CREATE INDEX riddle_round_closes_idx ON riddle_round (closes_at);

CREATE TABLE riddle (
  id       text PRIMARY KEY,
  round_id text NOT NULL REFERENCES riddle_round ON DELETE CASCADE,
  text     jsonb NOT NULL CHECK (is_text_in_both_languages(text)),
  hint     jsonb NOT NULL CHECK (is_text_in_both_languages(hint)),
  position integer NOT NULL,
  UNIQUE (round_id, id)
);

-- Solutions, in a table of their own, so that no query of riddles can reveal one.
CREATE TABLE riddle_solution (
  riddle_id text PRIMARY KEY REFERENCES riddle ON DELETE CASCADE,
  -- As shown after the round.
  answer    jsonb NOT NULL CHECK (is_text_in_both_languages(answer)),
  -- All accepted answers, normalised.
  accepted  text[] NOT NULL CHECK (cardinality(accepted) > 0 AND '' <> ALL (accepted))
);

-- A fan's part in a round: the payment, the promised rewards, and after the marking the reward.
CREATE TABLE riddle_unlock (
  fan_id      bigint NOT NULL REFERENCES fan,
  round_id    text NOT NULL REFERENCES riddle_round,
  price       bigint NOT NULL CHECK (price > 0),
  rewards     bigint[] NOT NULL,
  -- The idempotency keys of the two postings in the ledger.
  key         uuid NOT NULL,
  reward_key  uuid NOT NULL UNIQUE,
  unlocked_at timestamptz NOT NULL,
  right_count integer,
  reward      bigint,
  marked_at   timestamptz,
  shown_at    timestamptz,
  PRIMARY KEY (fan_id, round_id),
  UNIQUE (fan_id, key),
  CONSTRAINT riddle_unlock_marked_whole CHECK ((marked_at IS NULL) = (right_count IS NULL)
                                               AND (marked_at IS NULL) = (reward IS NULL)),
  CONSTRAINT riddle_unlock_brings_what_was_promised CHECK (right_count BETWEEN 0 AND cardinality(rewards)
                                                           AND reward = CASE right_count WHEN 0 THEN 0 ELSE rewards[right_count] END),
  CONSTRAINT riddle_unlock_shown_when_marked CHECK (shown_at IS NULL OR marked_at IS NOT NULL)
);
CREATE INDEX riddle_unlock_unmarked_idx ON riddle_unlock (round_id, fan_id) WHERE marked_at IS NULL;

-- A fan's last answer to a riddle; requires an unlock.
CREATE TABLE riddle_answer (
  fan_id      bigint NOT NULL,
  round_id    text NOT NULL,
  riddle_id   text NOT NULL,
  answer      text NOT NULL CHECK (length(answer) BETWEEN 1 AND 200),
  normalised  text NOT NULL CHECK (normalised <> ''),
  answered_at timestamptz NOT NULL,
  PRIMARY KEY (fan_id, round_id, riddle_id),
  FOREIGN KEY (fan_id, round_id) REFERENCES riddle_unlock,
  FOREIGN KEY (round_id, riddle_id) REFERENCES riddle (round_id, id)
);

-- Rounds and riddles belong to the operator; the application only updates what a round has reserved. An unlock explains a
-- payment that is still due, so it is never deleted.
REVOKE INSERT, UPDATE, DELETE ON riddle_round, riddle, riddle_solution FROM lightstick_app;
GRANT UPDATE (reserved) ON riddle_round TO lightstick_app;
REVOKE DELETE ON riddle_unlock FROM lightstick_app;
