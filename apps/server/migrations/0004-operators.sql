-- Operators: who may make their calls, the audit log, and stored answers for repeats.

-- Added and revoked on the server (npm run operator); the application only recognises them.
CREATE TABLE operator (
  id         bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  -- Stays taken after a revocation, because the audit log names operators by it.
  name       text NOT NULL UNIQUE CHECK (name ~ '^[a-z0-9][a-z0-9._-]{0,39}$'),
  role       text NOT NULL CHECK (role IN ('editor', 'moderator', 'auditor')),
  token_hash bytea NOT NULL UNIQUE CHECK (octet_length(token_hash) = 32),
  created_at timestamptz NOT NULL,
  revoked_at timestamptz CHECK (revoked_at >= created_at)
);
REVOKE INSERT, UPDATE, DELETE ON operator FROM lightstick_app;

-- The audit log, written in the transaction of the action.
CREATE TABLE operator_act (
  id          bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  operator_id bigint NOT NULL REFERENCES operator,
  -- The call's path below /operator/api/v1/.
  action      text NOT NULL CHECK (action ~ '^[a-zA-Z]+/[a-zA-Z]+$'),
  -- What it was applied to, such as 'task:fan-survey'. Fans appear by account id only, also in before and after.
  subject     text NOT NULL CHECK (char_length(subject) BETWEEN 1 AND 200),
  why         text NOT NULL CHECK (char_length(why) BETWEEN 3 AND 500),
  before      jsonb,
  after       jsonb,
  at          timestamptz NOT NULL
);
CREATE INDEX operator_act_subject_idx ON operator_act (subject, id);
CREATE INDEX operator_act_operator_idx ON operator_act (operator_id, id);
REVOKE UPDATE, DELETE ON operator_act FROM lightstick_app;

-- Like idempotent_request for fans.
CREATE TABLE operator_request (
  operator_id bigint NOT NULL REFERENCES operator,
  key         uuid NOT NULL,
  route       text NOT NULL,
  body_hash   bytea NOT NULL CHECK (octet_length(body_hash) = 32),
  answer      jsonb,
  created_at  timestamptz NOT NULL,
  PRIMARY KEY (operator_id, key)
);
CREATE INDEX operator_request_age_idx ON operator_request (created_at);
