-- The AI host's room: questions with their hands and answers, who runs the host, reports, and the featured fan of a day.

-- One row. The lease names the process that runs the host; each takeover raises the fence, so that a former owner writes nothing.
CREATE TABLE ai_host (
  id                boolean PRIMARY KEY DEFAULT true CHECK (id),
  state             text NOT NULL DEFAULT 'open' CHECK (state IN ('open', 'paused', 'ended')),
  hold_answers      boolean NOT NULL DEFAULT false,
  owner             uuid,
  fence             bigint NOT NULL DEFAULT 0 CHECK (fence >= 0),
  lease_until       timestamptz,
  next_pick_at      timestamptz NOT NULL DEFAULT 'epoch',
  -- What the model was asked on one day of the platform, and whether it rests after failures in a row.
  model_day         date,
  model_requests    integer NOT NULL DEFAULT 0 CHECK (model_requests >= 0),
  model_tokens      bigint NOT NULL DEFAULT 0 CHECK (model_tokens >= 0),
  model_failures    integer NOT NULL DEFAULT 0 CHECK (model_failures >= 0),
  model_rests_until timestamptz,
  CONSTRAINT ai_host_owned_for_a_time CHECK ((owner IS NULL) = (lease_until IS NULL))
);
INSERT INTO ai_host DEFAULT VALUES;
REVOKE INSERT, DELETE ON ai_host FROM lightstick_app;

CREATE TABLE ai_question (
  id          bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  -- Null once its fan is erased.
  fan_id      bigint REFERENCES fan,
  client_id   uuid NOT NULL,
  text        text NOT NULL CHECK (char_length(text) BETWEEN 1 AND 120 AND is_visible_text(text)),
  language    text NOT NULL CHECK (language IN ('en_US', 'zh_TW')),
  state       text NOT NULL
              CHECK (state IN ('held', 'waiting', 'answering', 'answered', 'merged', 'passed', 'refused', 'withdrawn')),
  -- Only the asker sees the answer to a cry for help.
  is_private  boolean NOT NULL DEFAULT false,
  hands       integer NOT NULL DEFAULT 0 CHECK (hands >= 0),
  asked_at    timestamptz NOT NULL,
  -- Of the platform, by which a fan's questions are counted.
  day         date NOT NULL,
  picked_at   timestamptz,
  picked_by   text CHECK (picked_by IN ('hands', 'wait', 'chance')),
  merged_into bigint REFERENCES ai_question,
  -- Why it waits for an operator.
  held_for    text CHECK (held_for IN ('filter', 'hold', 'reports', 'childSafety')),
  -- Why it was passed or refused.
  reason      text CHECK (reason IN ('time', 'ended', 'unseen', 'operator')),
  over_at     timestamptz,
  CONSTRAINT ai_question_asked_once UNIQUE (fan_id, client_id),
  CONSTRAINT ai_question_picked_for_a_reason CHECK ((picked_at IS NULL) = (picked_by IS NULL)),
  CONSTRAINT ai_question_answering_is_picked CHECK (state <> 'answering' OR picked_at IS NOT NULL),
  CONSTRAINT ai_question_merged_into_another CHECK ((state = 'merged') = (merged_into IS NOT NULL) AND merged_into <> id),
  CONSTRAINT ai_question_held_for_a_reason CHECK (state <> 'held' OR held_for IS NOT NULL),
  CONSTRAINT ai_question_over_for_a_reason CHECK ((state IN ('passed', 'refused')) = (reason IS NOT NULL)),
  CONSTRAINT ai_question_over_in_the_end
    CHECK ((state IN ('answered', 'merged', 'passed', 'refused', 'withdrawn')) = (over_at IS NOT NULL))
);
-- A fan has one open question, and the host answers one at a time.
CREATE UNIQUE INDEX ai_question_one_open_idx ON ai_question (fan_id) WHERE over_at IS NULL;
CREATE UNIQUE INDEX ai_question_one_answering_idx ON ai_question ((true)) WHERE state = 'answering';
CREATE INDEX ai_question_open_idx ON ai_question (asked_at) WHERE over_at IS NULL;
CREATE INDEX ai_question_of_fan_idx ON ai_question (fan_id, day);
CREATE INDEX ai_question_of_day_idx ON ai_question (day, hands);
CREATE INDEX ai_question_merged_idx ON ai_question (merged_into) WHERE merged_into IS NOT NULL;

-- At most one answer a question. `sentences` have their times once it is shown.
CREATE TABLE ai_answer (
  id          bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  question_id bigint NOT NULL UNIQUE REFERENCES ai_question ON DELETE CASCADE,
  sentences   text[] NOT NULL CHECK (cardinality(sentences) BETWEEN 1 AND 3),
  mode        text NOT NULL CHECK (mode IN ('automatic', 'model')),
  gesture     text NOT NULL CHECK (gesture IN ('greet', 'explain', 'count', 'cheer', 'think', 'sorry', 'care')),
  source      text CHECK (char_length(source) BETWEEN 1 AND 200),
  source_path text CHECK (source_path ~ '^/'),
  -- Of the owner that wrote it.
  fence       bigint NOT NULL,
  made_at     timestamptz NOT NULL,
  -- When the first sentence begins; null until an operator lets it through.
  starts_at   timestamptz,
  hidden_at   timestamptz,
  CONSTRAINT ai_answer_leads_to_its_source CHECK (source_path IS NULL OR source IS NOT NULL)
);
CREATE INDEX ai_answer_shown_idx ON ai_answer (starts_at) WHERE starts_at IS NOT NULL;

CREATE TABLE ai_hand (
  question_id bigint NOT NULL REFERENCES ai_question ON DELETE CASCADE,
  fan_id      bigint NOT NULL REFERENCES fan,
  raised_at   timestamptz NOT NULL,
  PRIMARY KEY (question_id, fan_id)
);
CREATE INDEX ai_hand_of_fan_idx ON ai_hand (fan_id);

CREATE TABLE ai_answer_report (
  answer_id   bigint NOT NULL REFERENCES ai_answer ON DELETE CASCADE,
  fan_id      bigint NOT NULL REFERENCES fan,
  reason      text NOT NULL CHECK (reason IN ('wrong', 'insult', 'sexual', 'privateDetails', 'childSafety', 'other')),
  reported_at timestamptz NOT NULL,
  PRIMARY KEY (answer_id, fan_id)
);
CREATE INDEX ai_answer_report_of_fan_idx ON ai_answer_report (fan_id);

-- Fans who agree to be shown as the featured fan of a day.
CREATE TABLE ai_feature_consent (
  fan_id    bigint PRIMARY KEY REFERENCES fan,
  agreed_at timestamptz NOT NULL
);

-- A day of the platform that is over: decided once, also when no fan qualifies or a shown one has withdrawn.
CREATE TABLE ai_featured_fan (
  day         date PRIMARY KEY,
  fan_id      bigint REFERENCES fan,
  question_id bigint REFERENCES ai_question ON DELETE SET NULL,
  hands       integer CHECK (hands > 0),
  decided_at  timestamptz NOT NULL,
  CONSTRAINT ai_featured_fan_by_hands CHECK (fan_id IS NULL OR hands IS NOT NULL)
);
CREATE INDEX ai_featured_fan_of_fan_idx ON ai_featured_fan (fan_id, day);
