-- Quizzes and attempts. A right answer never leaves the server before the fan's attempt is over.

-- The contents of a quiz in some pack. Editions never change, so that an attempt is marked by what it asked.
CREATE TABLE quiz_edition (
  quiz_id              text NOT NULL CHECK (quiz_id ~ '^[a-z0-9][a-z0-9-]{0,47}$'),
  -- SHA-256 over all other columns.
  edition              text NOT NULL CHECK (edition ~ '^[0-9a-f]{64}$'),
  -- [{ "choice", "text": {…}, "picture"?: { "drawing", "seed", "alt": {…} }, "options": [{…}],
  --    "right": [places of options, from 0], "note"?: {…} }]
  questions            jsonb NOT NULL CHECK (jsonb_typeof(questions) = 'array' AND jsonb_array_length(questions) > 0),
  -- The number of questions an attempt asks.
  question_count       integer NOT NULL CHECK (question_count BETWEEN 1 AND jsonb_array_length(questions)),
  pass_mark            integer NOT NULL CHECK (pass_mark BETWEEN 1 AND question_count),
  seconds_per_question integer NOT NULL CHECK (seconds_per_question BETWEEN 10 AND 300),
  tries_per_day        integer NOT NULL CHECK (tries_per_day BETWEEN 1 AND 20),
  shuffled             boolean NOT NULL,
  PRIMARY KEY (quiz_id, edition),
  -- What an attempt repeats of its edition, so that constraints can check its own rows.
  UNIQUE (quiz_id, edition, question_count, pass_mark, tries_per_day),
  CONSTRAINT quiz_questions_can_be_answered CHECK (
    NOT jsonb_path_exists(questions, '$[*] ? (@.options.size() < 2 || @.right.size() < 1)')
    AND NOT jsonb_path_exists(questions, '$[*] ? (@.choice == "single" && @.right.size() != 1)')
    AND NOT jsonb_path_exists(questions, '$[*] ? (@.choice != "single" && @.choice != "multiple")')
  )
);

-- The current edition of a quiz.
CREATE TABLE quiz (
  id      text PRIMARY KEY,
  edition text NOT NULL,
  FOREIGN KEY (id, edition) REFERENCES quiz_edition (quiz_id, edition)
);

ALTER TABLE task ADD FOREIGN KEY (quiz_id) REFERENCES quiz;
-- Quizzes belong to the operator; the owner applies them.
REVOKE INSERT, UPDATE, DELETE ON quiz, quiz_edition FROM lightstick_app;

CREATE TABLE quiz_attempt (
  id             uuid PRIMARY KEY,
  fan_id         bigint NOT NULL REFERENCES fan ON DELETE CASCADE,
  task_id        text NOT NULL REFERENCES task,
  quiz_id        text NOT NULL,
  edition        text NOT NULL,
  question_count integer NOT NULL,
  pass_mark      integer NOT NULL,
  tries_per_day  integer NOT NULL,
  -- The platform's day on which it began, and the number of the try on that day.
  day            date NOT NULL,
  try            integer NOT NULL CHECK (try BETWEEN 1 AND tries_per_day),
  -- Determines the order of questions and options, and their ids on the wire.
  seed           bytea NOT NULL CHECK (octet_length(seed) = 32),
  seconds_each   integer NOT NULL CHECK (seconds_each > 0),
  begun_at       timestamptz NOT NULL,
  -- No further question is asked from then on.
  closes_at      timestamptz NOT NULL CHECK (closes_at > begun_at),
  -- The end: the time, the occurrence of the task, and the number of right answers.
  ended_at       timestamptz CHECK (ended_at >= begun_at),
  occurrence     text,
  right_count    integer CHECK (right_count BETWEEN 0 AND question_count),
  passed         boolean NOT NULL GENERATED ALWAYS AS (coalesce(right_count >= pass_mark, false)) STORED,
  FOREIGN KEY (quiz_id, edition, question_count, pass_mark, tries_per_day)
    REFERENCES quiz_edition (quiz_id, edition, question_count, pass_mark, tries_per_day),
  CONSTRAINT quiz_attempt_ends_whole CHECK (num_nulls(ended_at, occurrence, right_count) IN (0, 3)),
  -- Concurrent calls use a try once.
  UNIQUE (fan_id, task_id, day, try)
);
-- One attempt at a time, and one pass per occurrence.
CREATE UNIQUE INDEX quiz_attempt_running_once ON quiz_attempt (fan_id, task_id) WHERE ended_at IS NULL;
CREATE UNIQUE INDEX quiz_attempt_passed_once ON quiz_attempt (fan_id, task_id, occurrence) WHERE passed;

-- The questions of an attempt, and the fan's choices.
CREATE TABLE quiz_answer (
  attempt_id  uuid NOT NULL REFERENCES quiz_attempt ON DELETE CASCADE,
  place       integer NOT NULL CHECK (place >= 1),
  -- Its index in the edition, from 0; options likewise.
  question    integer NOT NULL CHECK (question >= 0),
  asked_at    timestamptz NOT NULL,
  due_at      timestamptz NOT NULL CHECK (due_at > asked_at),
  -- Null until answered; empty for a skipped question.
  chosen      integer[] CHECK (0 <= ALL (chosen)),
  -- Two seconds of grace for the network.
  answered_at timestamptz CHECK (answered_at BETWEEN asked_at AND due_at + interval '2 seconds'),
  PRIMARY KEY (attempt_id, place),
  UNIQUE (attempt_id, question),
  CONSTRAINT quiz_answer_is_whole CHECK (num_nulls(chosen, answered_at) IN (0, 2))
);
