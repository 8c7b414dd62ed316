-- Social accounts: their fans, attempts to link one, and their rewards.

-- One row per provider account that was ever linked. It stays, without naming the account, when the account is unlinked, so
-- that an account cannot earn for fan after fan.
CREATE TABLE social_account (
  provider      text NOT NULL CHECK (provider IN ('twitter', 'discord')),
  -- HMAC-SHA-256 of the provider's account id, with a key outside the database.
  subject_hash  bytea NOT NULL CHECK (octet_length(subject_hash) = 32),
  -- The current or last fan.
  fan_id        bigint NOT NULL REFERENCES fan,
  -- New with every linking; the public id of the link.
  link_id       uuid NOT NULL UNIQUE,
  subject       text,
  name          text CHECK (char_length(name) BETWEEN 1 AND 64),
  -- The provider's tokens, encrypted with a key outside the database; null when they are no longer used.
  sealed_tokens bytea,
  linked_at     timestamptz NOT NULL,
  released_at   timestamptz CHECK (released_at >= linked_at),
  PRIMARY KEY (provider, subject_hash),
  CONSTRAINT social_account_released_tells_nothing CHECK (
    CASE WHEN released_at IS NULL THEN subject IS NOT NULL AND name IS NOT NULL
         ELSE subject IS NULL AND name IS NULL AND sealed_tokens IS NULL END)
);
CREATE UNIQUE INDEX social_account_one_per_fan ON social_account (provider, fan_id) WHERE released_at IS NULL;
CREATE INDEX social_account_fan_idx ON social_account (fan_id);

-- An attempt to link: the way to the provider's consent page and back. The return uses it up, whatever the result.
CREATE TABLE social_link_attempt (
  state_hash      bytea PRIMARY KEY CHECK (octet_length(state_hash) = 32),
  provider        text NOT NULL CHECK (provider IN ('twitter', 'discord')),
  fan_id          bigint NOT NULL REFERENCES fan ON DELETE CASCADE,
  -- The PKCE verifier, which leaves the server only in the exchange of the code.
  sealed_verifier bytea NOT NULL,
  expires_at      timestamptz NOT NULL
);
CREATE INDEX social_link_attempt_fan_idx ON social_link_attempt (fan_id);
CREATE INDEX social_link_attempt_expiry_idx ON social_link_attempt (expires_at);

-- An action for a task that the provider has confirmed; valid for the link it was seen through.
CREATE TABLE task_social_action (
  fan_id     bigint NOT NULL REFERENCES fan ON DELETE CASCADE,
  occurrence text NOT NULL,
  task_id    text NOT NULL REFERENCES task,
  link_id    uuid NOT NULL,
  seen_at    timestamptz NOT NULL,
  PRIMARY KEY (fan_id, occurrence, task_id)
);

-- A social account earns a task once per occurrence, even if it moves to another fan.
CREATE TABLE social_reward (
  provider     text NOT NULL,
  subject_hash bytea NOT NULL,
  task_id      text NOT NULL REFERENCES task,
  occurrence   text NOT NULL,
  fan_id       bigint NOT NULL REFERENCES fan,
  rewarded_at  timestamptz NOT NULL,
  PRIMARY KEY (provider, subject_hash, task_id, occurrence),
  FOREIGN KEY (provider, subject_hash) REFERENCES social_account,
  -- What was earned was paid.
  FOREIGN KEY (fan_id, occurrence, task_id) REFERENCES task_claim
);
CREATE INDEX social_reward_fan_idx ON social_reward (fan_id);
REVOKE UPDATE, DELETE ON social_reward FROM lightstick_app;

-- The sandbox provider of development servers: accounts, grants and actions. Empty in production.
CREATE TABLE sandbox_account (
  id       uuid PRIMARY KEY,
  provider text NOT NULL CHECK (provider IN ('twitter', 'discord')),
  name     text NOT NULL CHECK (name ~ '^[A-Za-z0-9_]{1,15}$'),
  UNIQUE (provider, name)
);
CREATE TABLE sandbox_grant (
  secret_hash    bytea PRIMARY KEY CHECK (octet_length(secret_hash) = 32),
  kind           text NOT NULL CHECK (kind IN ('code', 'access', 'refresh')),
  account_id     uuid NOT NULL REFERENCES sandbox_account,
  -- The same for everything of one consent, so that a revocation ends all of it.
  consent_id     uuid NOT NULL,
  scope          text[] NOT NULL,
  redirect_uri   text CHECK ((redirect_uri IS NULL) = (kind <> 'code')),
  code_challenge text CHECK ((code_challenge IS NULL) = (kind <> 'code')),
  expires_at     timestamptz NOT NULL
);
CREATE INDEX sandbox_grant_consent_idx ON sandbox_grant (consent_id);
CREATE INDEX sandbox_grant_expiry_idx ON sandbox_grant (expires_at);
CREATE TABLE sandbox_action (
  account_id uuid NOT NULL REFERENCES sandbox_account,
  action       text NOT NULL CHECK (action IN ('follow', 'repost', 'like')),
  PRIMARY KEY (account_id, action)
);
