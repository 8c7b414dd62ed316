-- Social accounts: whose they are, the walks to link one that are under way, and what was earned with them.

-- One row for each account of a provider that was ever linked. It stays when the account is unlinked, without saying
-- which account it is, so that an account cannot be passed from fan to fan.
CREATE TABLE social_account (
  provider      text NOT NULL CHECK (provider IN ('twitter', 'discord')),
  -- HMAC-SHA-256 of the provider's id of the account, under a key that is not in the database.
  subject_hash  bytea NOT NULL CHECK (octet_length(subject_hash) = 32),
  -- Who has it, or had it last.
  fan_id        bigint NOT NULL REFERENCES fan,
  -- New with every linking; what the world may know of the link.
  link_id       uuid NOT NULL UNIQUE,
  subject       text,
  name          text CHECK (char_length(name) BETWEEN 1 AND 64),
  -- The provider's tokens, sealed under a key that is not in the database; null when nothing is asked of it any more.
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

-- A walk to a provider's consent page and back. It is used up by coming back, whatever comes of it.
CREATE TABLE social_link_attempt (
  state_hash      bytea PRIMARY KEY CHECK (octet_length(state_hash) = 32),
  provider        text NOT NULL CHECK (provider IN ('twitter', 'discord')),
  fan_id          bigint NOT NULL REFERENCES fan ON DELETE CASCADE,
  -- The verifier of PKCE, which leaves the server only in the exchange of the code.
  sealed_verifier bytea NOT NULL,
  expires_at      timestamptz NOT NULL
);
CREATE INDEX social_link_attempt_fan_idx ON social_link_attempt (fan_id);
CREATE INDEX social_link_attempt_expiry_idx ON social_link_attempt (expires_at);

-- What a provider said that a fan's account has done for a task; good for the link it was seen through.
CREATE TABLE task_deed (
  fan_id     bigint NOT NULL REFERENCES fan ON DELETE CASCADE,
  occurrence text NOT NULL,
  task_id    text NOT NULL REFERENCES task,
  link_id    uuid NOT NULL,
  seen_at    timestamptz NOT NULL,
  PRIMARY KEY (fan_id, occurrence, task_id)
);

-- A social account earns a task once in an occurrence, also after it has moved to another fan.
CREATE TABLE social_reward (
  provider     text NOT NULL,
  subject_hash bytea NOT NULL,
  task_id      text NOT NULL REFERENCES task,
  occurrence   text NOT NULL,
  fan_id       bigint NOT NULL REFERENCES fan,
  rewarded_at  timestamptz NOT NULL,
  PRIMARY KEY (provider, subject_hash, task_id, occurrence),
  FOREIGN KEY (provider, subject_hash) REFERENCES social_account,
  -- What was earned was also paid.
  FOREIGN KEY (fan_id, occurrence, task_id) REFERENCES task_claim
);
CREATE INDEX social_reward_fan_idx ON social_reward (fan_id);
REVOKE UPDATE, DELETE ON social_reward FROM lightstick_app;

-- The sandbox provider of development servers: its accounts, what it let in, and what they did. Stays empty in production.
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
  -- Of everything that came of one consent, so that revoking one ends them all.
  consent_id     uuid NOT NULL,
  scope          text[] NOT NULL,
  redirect_uri   text CHECK ((redirect_uri IS NULL) = (kind <> 'code')),
  code_challenge text CHECK ((code_challenge IS NULL) = (kind <> 'code')),
  expires_at     timestamptz NOT NULL
);
CREATE INDEX sandbox_grant_consent_idx ON sandbox_grant (consent_id);
CREATE INDEX sandbox_grant_expiry_idx ON sandbox_grant (expires_at);
CREATE TABLE sandbox_deed (
  account_id uuid NOT NULL REFERENCES sandbox_account,
  deed       text NOT NULL CHECK (deed IN ('follow', 'repost', 'like')),
  PRIMARY KEY (account_id, deed)
);
