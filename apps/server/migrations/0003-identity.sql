-- Fans, their ways to sign in, and short-lived state of signing up and signing in.

CREATE TABLE fan (
  id               bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  -- The public id: random, so that accounts cannot be counted or guessed.
  account_id       text NOT NULL UNIQUE CHECK (account_id ~ '^[a-z0-9]{16,32}$'),
  fan_code         text NOT NULL UNIQUE CHECK (fan_code ~ '^[A-Z2-9]{8}$'),
  kind             text NOT NULL CHECK (kind IN ('web2', 'web3')),
  email            text CHECK (email = lower(email)),
  password_hash    text,
  -- Lower case: the mixed case of EIP-55 is a checksum, not part of the address.
  wallet_address   text UNIQUE CHECK (wallet_address ~ '^0x[0-9a-f]{40}$'),
  -- How the wallet has proved itself. A wallet that proved its key is never verified by the chain's node, whose false
  -- answer would let anyone in. Null until the first sign-in.
  wallet_proved_by text CHECK (wallet_proved_by IN ('key', 'contract')),
  nickname         text NOT NULL CHECK (char_length(nickname) BETWEEN 1 AND 24),
  bio              text NOT NULL DEFAULT '' CHECK (char_length(bio) <= 200),
  language         text NOT NULL DEFAULT 'en_US' CHECK (language IN ('en_US', 'zh_TW')),
  avatar_seed      text NOT NULL,
  -- The file's name below the folder of avatars; null shows the portrait drawn from avatar_seed.
  avatar_file      text CHECK (avatar_file ~ '^[a-z0-9-]{16,64}\.webp$'),
  invited_by       bigint REFERENCES fan CHECK (invited_by <> id),
  -- Fans of a demo's simulated history; they cannot sign in.
  simulated        boolean NOT NULL DEFAULT false,
  created_at       timestamptz NOT NULL,
  -- When the deletion was requested. A sign-in within the days of grace cancels it.
  deletion_requested_at    timestamptz,
  erased_at        timestamptz,
  CONSTRAINT fan_erased_after_request CHECK (erased_at >= deletion_requested_at),
  CONSTRAINT fan_nickname_is_visible
    CHECK (is_visible_text(nickname) AND nickname !~ '\n' AND nickname = btrim(nickname)),
  CONSTRAINT fan_bio_is_visible CHECK (is_visible_text(bio)),
  -- An erased account cannot sign in and keeps no personal data.
  CONSTRAINT fan_has_a_way_in CHECK (
    simulated OR erased_at IS NOT NULL
    OR (kind = 'web2' AND email IS NOT NULL AND password_hash IS NOT NULL)
    OR (kind = 'web3' AND wallet_address IS NOT NULL)),
  CONSTRAINT fan_simulated_has_no_way_in CHECK (
    NOT simulated OR (email IS NULL AND password_hash IS NULL AND wallet_address IS NULL)),
  CONSTRAINT fan_password_needs_an_email CHECK (password_hash IS NULL OR email IS NOT NULL),
  CONSTRAINT fan_proof_is_of_a_wallet CHECK (wallet_proved_by IS NULL OR wallet_address IS NOT NULL),
  CONSTRAINT fan_erased_tells_nothing CHECK (
    erased_at IS NULL OR (email IS NULL AND password_hash IS NULL AND wallet_address IS NULL AND avatar_file IS NULL
                          AND bio = ''))
);
CREATE UNIQUE INDEX fan_email_once ON fan (email) WHERE email IS NOT NULL;
-- A picture belongs to one fan; the sweep of unused files finds it by name.
CREATE UNIQUE INDEX fan_avatar_file_once ON fan (avatar_file) WHERE avatar_file IS NOT NULL;
CREATE INDEX fan_invited_by_idx ON fan (invited_by) WHERE invited_by IS NOT NULL;
CREATE INDEX fan_deletion_requested_idx ON fan (deletion_requested_at) WHERE deletion_requested_at IS NOT NULL AND erased_at IS NULL;

-- Sign-ins ------------------------------------------------------------------------------------------------------------

-- A signed-in browser or app: its tokens refer to it, and fans see it in the list of their devices.
CREATE TABLE sign_in (
  -- Names the sign-in when the fan ends it from another device.
  id           uuid PRIMARY KEY,
  fan_id       bigint NOT NULL REFERENCES fan ON DELETE CASCADE,
  -- What the device reports, reduced to closed lists of words: a full user agent could identify a person.
  browser      text CHECK (char_length(browser) BETWEEN 1 AND 40),
  system       text CHECK (char_length(system) BETWEEN 1 AND 40),
  device_type  text CHECK (device_type IN ('phone', 'tablet', 'computer')),
  -- A random id made by the browser or app.
  device_id    text,
  -- SHA-256 of the first half of every refresh token of this sign-in, which proves that its holder once had one. Null
  -- without refresh token.
  secret_hash  bytea UNIQUE CHECK (octet_length(secret_hash) = 32),
  begun_at     timestamptz NOT NULL,
  last_seen_at timestamptz NOT NULL CHECK (last_seen_at >= begun_at),
  -- Moves on with each renewal, up to half a year: 180 days in hours, because a calendar day may have 23.
  expires_at   timestamptz NOT NULL CHECK (expires_at > begun_at AND expires_at <= begun_at + interval '4320 hours'),
  ended_at     timestamptz CHECK (ended_at >= begun_at),
  UNIQUE (id, fan_id)
);
CREATE INDEX sign_in_fan_idx ON sign_in (fan_id);
-- For the sweep of expired sign-ins.
CREATE INDEX sign_in_expiry_idx ON sign_in (expires_at);
CREATE INDEX sign_in_end_idx ON sign_in (ended_at) WHERE ended_at IS NOT NULL;

-- A sign-in issues two opaque tokens, stored as SHA-256 only: `token` travels in a header, `passport` (the refresh token)
-- in an HttpOnly cookie. A session has the same fan as its sign-in; signing out ends both.
CREATE TABLE session (
  token_hash bytea PRIMARY KEY CHECK (octet_length(token_hash) = 32),
  kind       text NOT NULL CHECK (kind IN ('token', 'passport')),
  sign_in_id uuid NOT NULL,
  fan_id     bigint NOT NULL,
  created_at timestamptz NOT NULL,
  expires_at timestamptz NOT NULL CHECK (expires_at > created_at),
  ended_at   timestamptz,
  -- When the browser first used this refresh token; earlier ones are invalid from then on.
  used_at    timestamptz,
  CONSTRAINT session_sign_in_fkey FOREIGN KEY (sign_in_id, fan_id) REFERENCES sign_in (id, fan_id) ON DELETE CASCADE,
  CONSTRAINT session_only_passports_are_used CHECK (kind = 'passport' OR used_at IS NULL)
);
CREATE INDEX session_fan_idx ON session (fan_id);
CREATE INDEX session_sign_in_idx ON session (sign_in_id);
-- For the sweep of expired sessions.
CREATE INDEX session_expiry_idx ON session (expires_at);

-- Stored answers for repeated requests, written in the effect's transaction, so that an answer exists exactly if its effect
-- does. Deleted by age.
CREATE TABLE idempotent_request (
  fan_id     bigint NOT NULL REFERENCES fan ON DELETE CASCADE,
  key        uuid NOT NULL,
  route      text NOT NULL,
  body_hash  bytea NOT NULL CHECK (octet_length(body_hash) = 32),
  answer     jsonb,
  created_at timestamptz NOT NULL,
  PRIMARY KEY (fan_id, key)
);
CREATE INDEX idempotent_request_age_idx ON idempotent_request (created_at);

-- Challenges for wallets to sign. What a signature allows deletes its row in the same transaction; a job deletes expired
-- ones.
CREATE TABLE wallet_challenge (
  -- SHA-256 of the message. The client's copy only finds the row; the stored message counts.
  message_hash bytea PRIMARY KEY CHECK (octet_length(message_hash) = 32),
  message      text NOT NULL CHECK (sha256(convert_to(message, 'UTF8')) = message_hash),
  purpose      text NOT NULL CHECK (purpose IN ('signIn', 'leave', 'bindEmail')),
  address      text NOT NULL CHECK (address ~ '^0x[0-9a-f]{40}$'),
  -- The account it is for; null when a wallet signs in.
  fan_id       bigint REFERENCES fan ON DELETE CASCADE,
  created_at   timestamptz NOT NULL,
  expires_at   timestamptz NOT NULL CHECK (expires_at > created_at AND expires_at <= created_at + interval '5 minutes'),
  CHECK ((purpose = 'signIn') = (fan_id IS NULL))
);
CREATE INDEX wallet_challenge_expiry_idx ON wallet_challenge (expires_at);
CREATE INDEX wallet_challenge_fan_idx ON wallet_challenge (fan_id) WHERE fan_id IS NOT NULL;

-- Short-lived rows that a job deletes ---------------------------------------------------------------------------------

-- The newest code of an address for a purpose; a new request replaces it.
CREATE TABLE mail_code (
  email             text NOT NULL CHECK (email = lower(email)),
  purpose           text NOT NULL
                    CHECK (purpose IN ('register', 'forgotPassword', 'changeEmail', 'changePassword', 'deleteAccount')),
  -- HMAC-SHA-256 with a key outside the database, because six digits can be guessed from a plain hash.
  code_hash         bytea NOT NULL CHECK (octet_length(code_hash) = 32),
  device_hash       bytea NOT NULL CHECK (octet_length(device_hash) = 32),
  -- Wrong guesses of the device that requested the code. Guesses of other devices are counted separately, so that a
  -- stranger who knows the address cannot use up the owner's.
  guesses           integer NOT NULL DEFAULT 0 CHECK (guesses BETWEEN 0 AND 5),
  guesses_of_others integer NOT NULL DEFAULT 0 CHECK (guesses_of_others BETWEEN 0 AND 5),
  sent_at           timestamptz NOT NULL,
  expires_at        timestamptz NOT NULL CHECK (expires_at > sent_at),
  used_at           timestamptz,
  PRIMARY KEY (email, purpose)
);
CREATE INDEX mail_code_device_idx ON mail_code (device_hash, sent_at DESC);
CREATE INDEX mail_code_expiry_idx ON mail_code (expires_at);

-- Code mails of an address, as HMAC-SHA-256, in the 24 hours since the first of them.
CREATE TABLE mail_code_day (
  email_hash bytea PRIMARY KEY CHECK (octet_length(email_hash) = 32),
  begun_at   timestamptz NOT NULL,
  sent       integer NOT NULL CHECK (sent BETWEEN 1 AND 20)
);
CREATE INDEX mail_code_day_age_idx ON mail_code_day (begun_at);

-- Mail of a development server without SMTP server. Empty in production.
CREATE TABLE development_mail (
  id        uuid PRIMARY KEY,
  recipient text NOT NULL,
  subject   text NOT NULL,
  text_body text NOT NULL,
  html_body text NOT NULL,
  sent_at   timestamptz NOT NULL
);
CREATE INDEX development_mail_recipient_idx ON development_mail (recipient, sent_at DESC);
CREATE INDEX development_mail_age_idx ON development_mail (sent_at DESC);

-- Each passed human check counts once.
CREATE TABLE human_check_use (
  proof_hash bytea PRIMARY KEY CHECK (octet_length(proof_hash) = 32),
  expires_at timestamptz NOT NULL
);
CREATE INDEX human_check_use_expiry_idx ON human_check_use (expires_at);

-- RSA key pairs shared by all replicas. The private key is encrypted with a key outside the database.
CREATE TABLE secret_key (
  id                 text PRIMARY KEY,
  public_key         text NOT NULL,
  sealed_private_key bytea NOT NULL,
  created_at         timestamptz NOT NULL
);

-- Nonces of opened secrets, kept as long as their time stamp is valid.
CREATE TABLE secret_nonce (
  nonce_hash bytea PRIMARY KEY CHECK (octet_length(nonce_hash) = 32),
  expires_at timestamptz NOT NULL
);
CREATE INDEX secret_nonce_expiry_idx ON secret_nonce (expires_at);

-- Consecutive failed sign-ins by account and by network address, both as HMAC-SHA-256 in `subject_hash`.
CREATE TABLE sign_in_failure (
  subject_hash   bytea PRIMARY KEY CHECK (octet_length(subject_hash) = 32),
  failures       integer NOT NULL CHECK (failures >= 0),
  last_failed_at timestamptz NOT NULL,
  blocked_until  timestamptz NOT NULL
);
CREATE INDEX sign_in_failure_age_idx ON sign_in_failure (last_failed_at);

-- Accounts tried from each network in the last day, as HMAC-SHA-256. A network waits for its failures, and a successful
-- sign-in clears only that account's share.
CREATE TABLE sign_in_attempt (
  network_hash bytea NOT NULL CHECK (octet_length(network_hash) = 32),
  account_hash bytea NOT NULL CHECK (octet_length(account_hash) = 32),
  succeeded    boolean NOT NULL,
  attempted_at timestamptz NOT NULL,
  PRIMARY KEY (network_hash, account_hash)
);
CREATE INDEX sign_in_attempt_age_idx ON sign_in_attempt (attempted_at);
-- For the deletion of an erased account's rows.
CREATE INDEX sign_in_attempt_account_idx ON sign_in_attempt (account_hash);
