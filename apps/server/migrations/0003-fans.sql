-- Fans, their sessions, and the answers that a repeated request is given again.

CREATE TABLE fan (
  id            bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  -- What the world sees instead of the number: random, so that accounts cannot be counted or guessed.
  account_id    text NOT NULL UNIQUE CHECK (account_id ~ '^[a-z0-9]{16,32}$'),
  fan_code      text NOT NULL UNIQUE CHECK (fan_code ~ '^[A-Z2-9]{8}$'),
  kind          text NOT NULL CHECK (kind IN ('web2', 'web3')),
  email         text CHECK (email = lower(email)),
  password_hash text,
  nickname      text NOT NULL CHECK (char_length(nickname) BETWEEN 1 AND 24),
  bio           text NOT NULL DEFAULT '' CHECK (char_length(bio) <= 200),
  language      text NOT NULL DEFAULT 'en_US' CHECK (language IN ('en_US', 'zh_TW')),
  avatar_seed   text NOT NULL,
  invited_by    bigint REFERENCES fan CHECK (invited_by <> id),
  -- Fans who exist only to give a demo its past; they cannot sign in.
  simulated     boolean NOT NULL DEFAULT false,
  created_at    timestamptz NOT NULL,
  CHECK (simulated OR kind <> 'web2' OR (email IS NOT NULL AND password_hash IS NOT NULL)),
  CHECK (NOT simulated OR (email IS NULL AND password_hash IS NULL))
);
CREATE UNIQUE INDEX fan_email_once ON fan (email) WHERE email IS NOT NULL;
CREATE INDEX fan_invited_by_idx ON fan (invited_by) WHERE invited_by IS NOT NULL;

-- A sign-in gives two opaque tokens, stored as SHA-256 only: `token` travels in a header, `passport` in an HttpOnly cookie.
-- They share sign_in_id, so that signing out ends both.
CREATE TABLE session (
  token_hash bytea PRIMARY KEY CHECK (octet_length(token_hash) = 32),
  kind       text NOT NULL CHECK (kind IN ('token', 'passport')),
  sign_in_id uuid NOT NULL,
  fan_id     bigint NOT NULL REFERENCES fan ON DELETE CASCADE,
  device_id  text,
  created_at timestamptz NOT NULL,
  expires_at timestamptz NOT NULL CHECK (expires_at > created_at),
  ended_at   timestamptz
);
CREATE INDEX session_fan_idx ON session (fan_id);
CREATE INDEX session_sign_in_idx ON session (sign_in_id);

-- Written in the transaction of the effect, so that an answer exists exactly when its effect does.
CREATE TABLE idempotent_request (
  fan_id     bigint NOT NULL REFERENCES fan ON DELETE CASCADE,
  key        uuid NOT NULL,
  route      text NOT NULL,
  body_hash  bytea NOT NULL CHECK (octet_length(body_hash) = 32),
  answer     jsonb,
  created_at timestamptz NOT NULL,
  PRIMARY KEY (fan_id, key)
);
