-- Fans, the ways in which they sign in, and what signing up and signing in remember for a while.

CREATE TABLE fan (
  id               bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  -- What the world sees instead of the number: random, so that accounts cannot be counted or guessed.
  account_id       text NOT NULL UNIQUE CHECK (account_id ~ '^[a-z0-9]{16,32}$'),
  fan_code         text NOT NULL UNIQUE CHECK (fan_code ~ '^[A-Z2-9]{8}$'),
  kind             text NOT NULL CHECK (kind IN ('web2', 'web3')),
  email            text CHECK (email = lower(email)),
  password_hash    text,
  -- In lower case: the mixed case of EIP-55 is a checksum for people, not a part of the address.
  wallet_address   text UNIQUE CHECK (wallet_address ~ '^0x[0-9a-f]{40}$'),
  -- What a wallet has shown it is. The chain's node is never asked about one that has shown its key: what it says could let
  -- anybody in. Null until the first sign-in that is looked at with this in mind.
  wallet_proved_by text CHECK (wallet_proved_by IN ('key', 'contract')),
  nickname         text NOT NULL CHECK (char_length(nickname) BETWEEN 1 AND 24),
  bio              text NOT NULL DEFAULT '' CHECK (char_length(bio) <= 200),
  language         text NOT NULL DEFAULT 'en_US' CHECK (language IN ('en_US', 'zh_TW')),
  avatar_seed      text NOT NULL,
  -- The file's name below the folder of avatars; null shows the portrait that is drawn from avatar_seed.
  avatar_file      text CHECK (avatar_file ~ '^[a-z0-9-]{16,64}\.webp$'),
  invited_by       bigint REFERENCES fan CHECK (invited_by <> id),
  -- Fans who exist only to give a demo its past; they cannot sign in.
  simulated        boolean NOT NULL DEFAULT false,
  created_at       timestamptz NOT NULL,
  -- Since when the account is to be deleted. A sign-in within the days of grace takes it back.
  leaving_since    timestamptz,
  erased_at        timestamptz,
  CONSTRAINT fan_erased_after_leaving CHECK (erased_at >= leaving_since),
  CONSTRAINT fan_nickname_is_visible
    CHECK (is_visible_text(nickname) AND nickname !~ '\n' AND nickname = btrim(nickname)),
  CONSTRAINT fan_bio_is_visible CHECK (is_visible_text(bio)),
  -- A pseudonym has no way in and nothing that tells who it was.
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
-- An uploaded picture is one fan's, and is found by its name when files that nobody shows any more are swept away.
CREATE UNIQUE INDEX fan_avatar_file_once ON fan (avatar_file) WHERE avatar_file IS NOT NULL;
CREATE INDEX fan_invited_by_idx ON fan (invited_by) WHERE invited_by IS NOT NULL;
CREATE INDEX fan_leaving_idx ON fan (leaving_since) WHERE leaving_since IS NOT NULL AND erased_at IS NULL;

-- Sign-ins ------------------------------------------------------------------------------------------------------------

-- Where a fan is signed in: what all tokens of one browser or app hang on, and what a fan is shown who looks for a device
-- that is not theirs.
CREATE TABLE sign_in (
  -- What a fan names when they end it from another device.
  id           uuid PRIMARY KEY,
  fan_id       bigint NOT NULL REFERENCES fan ON DELETE CASCADE,
  -- What the device said of itself, cut to words of closed lists: a user agent in full would tell one person from another.
  browser      text CHECK (char_length(browser) BETWEEN 1 AND 40),
  system       text CHECK (char_length(system) BETWEEN 1 AND 40),
  device_type  text CHECK (device_type IN ('phone', 'tablet', 'computer')),
  -- The random id that a browser or an app has made for itself.
  device_id    text,
  -- The first half of every passport of this sign-in, as SHA-256: who has it once held one. Null without a passport.
  secret_hash  bytea UNIQUE CHECK (octet_length(secret_hash) = 32),
  begun_at     timestamptz NOT NULL,
  last_seen_at timestamptz NOT NULL CHECK (last_seen_at >= begun_at),
  -- Moves on as passports are renewed, but never beyond half a year: 180 days in hours, as a day of the calendar may have 23.
  expires_at   timestamptz NOT NULL CHECK (expires_at > begun_at AND expires_at <= begun_at + interval '4320 hours'),
  ended_at     timestamptz CHECK (ended_at >= begun_at),
  UNIQUE (id, fan_id)
);
CREATE INDEX sign_in_fan_idx ON sign_in (fan_id);
-- By which those that are over are swept away.
CREATE INDEX sign_in_expiry_idx ON sign_in (expires_at);
CREATE INDEX sign_in_end_idx ON sign_in (ended_at) WHERE ended_at IS NOT NULL;

-- A sign-in gives two opaque tokens, stored as SHA-256 only: `token` travels in a header, `passport` in an HttpOnly cookie.
-- A session belongs to its sign-in and is never of another fan; signing out ends both tokens.
CREATE TABLE session (
  token_hash bytea PRIMARY KEY CHECK (octet_length(token_hash) = 32),
  kind       text NOT NULL CHECK (kind IN ('token', 'passport')),
  sign_in_id uuid NOT NULL,
  fan_id     bigint NOT NULL,
  created_at timestamptz NOT NULL,
  expires_at timestamptz NOT NULL CHECK (expires_at > created_at),
  ended_at   timestamptz,
  -- Of a passport: when its browser first showed that it has it. From then on those before it are no longer good.
  used_at    timestamptz,
  CONSTRAINT session_sign_in_fkey FOREIGN KEY (sign_in_id, fan_id) REFERENCES sign_in (id, fan_id) ON DELETE CASCADE,
  CONSTRAINT session_only_passports_are_used CHECK (kind = 'passport' OR used_at IS NULL)
);
CREATE INDEX session_fan_idx ON session (fan_id);
CREATE INDEX session_sign_in_idx ON session (sign_in_id);
-- Those that have expired are forgotten by when they did.
CREATE INDEX session_expiry_idx ON session (expires_at);

-- The answers that a repeated request is given again. Written in the transaction of the effect, so that an answer exists
-- exactly when its effect does; forgotten by their age.
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

-- Messages that wallets are asked to sign. A row is good for one signature: what the signature allows deletes it, in the
-- same transaction. What nobody signed lapses and is swept by a job.
CREATE TABLE wallet_challenge (
  -- SHA-256 of the message: what a client sends only finds the row, and the message that counts is the one in it.
  message_hash bytea PRIMARY KEY CHECK (octet_length(message_hash) = 32),
  message      text NOT NULL CHECK (sha256(convert_to(message, 'UTF8')) = message_hash),
  purpose      text NOT NULL CHECK (purpose IN ('signIn', 'leave', 'bindEmail')),
  address      text NOT NULL CHECK (address ~ '^0x[0-9a-f]{40}$'),
  -- Whose account it is about; nobody's yet when a wallet signs in.
  fan_id       bigint REFERENCES fan ON DELETE CASCADE,
  created_at   timestamptz NOT NULL,
  expires_at   timestamptz NOT NULL CHECK (expires_at > created_at AND expires_at <= created_at + interval '5 minutes'),
  CHECK ((purpose = 'signIn') = (fan_id IS NULL))
);
CREATE INDEX wallet_challenge_expiry_idx ON wallet_challenge (expires_at);
CREATE INDEX wallet_challenge_fan_idx ON wallet_challenge (fan_id) WHERE fan_id IS NOT NULL;

-- What lapses and is swept by a job -----------------------------------------------------------------------------------

-- The newest code of an address for a purpose; asking again replaces it.
CREATE TABLE mail_code (
  email             text NOT NULL CHECK (email = lower(email)),
  purpose           text NOT NULL
                    CHECK (purpose IN ('register', 'forgotPassword', 'changeEmail', 'changePassword', 'deleteAccount')),
  -- HMAC-SHA-256 under a key that is not in the database, because six digits are guessed from any plain hash.
  code_hash         bytea NOT NULL CHECK (octet_length(code_hash) = 32),
  device_hash       bytea NOT NULL CHECK (octet_length(device_hash) = 32),
  -- Wrong guesses of the device that asked for the code. Whoever knows an address can guess too: those of all other devices
  -- are counted apart, so that others run out of guesses without taking any from the device that asked.
  guesses           integer NOT NULL DEFAULT 0 CHECK (guesses BETWEEN 0 AND 5),
  guesses_of_others integer NOT NULL DEFAULT 0 CHECK (guesses_of_others BETWEEN 0 AND 5),
  sent_at           timestamptz NOT NULL,
  expires_at        timestamptz NOT NULL CHECK (expires_at > sent_at),
  used_at           timestamptz,
  PRIMARY KEY (email, purpose)
);
CREATE INDEX mail_code_device_idx ON mail_code (device_hash, sent_at DESC);
CREATE INDEX mail_code_expiry_idx ON mail_code (expires_at);

-- How many mails with codes an address, as HMAC-SHA-256, was sent in the day that began with the first of them.
CREATE TABLE mail_code_day (
  email_hash bytea PRIMARY KEY CHECK (octet_length(email_hash) = 32),
  begun_at   timestamptz NOT NULL,
  sent       integer NOT NULL CHECK (sent BETWEEN 1 AND 20)
);
CREATE INDEX mail_code_day_age_idx ON mail_code_day (begun_at);

-- Mail that a development server "sends" when it has no SMTP server. Stays empty in production.
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

-- Every passed human check counts once.
CREATE TABLE human_check_use (
  proof_hash bytea PRIMARY KEY CHECK (octet_length(proof_hash) = 32),
  expires_at timestamptz NOT NULL
);
CREATE INDEX human_check_use_expiry_idx ON human_check_use (expires_at);

-- RSA key pairs shared by all replicas. The private half is sealed under a key that is not in the database.
CREATE TABLE secret_key (
  id                 text PRIMARY KEY,
  public_key         text NOT NULL,
  sealed_private_key bytea NOT NULL,
  created_at         timestamptz NOT NULL
);

-- The nonces of secrets that were opened, for as long as their time stamp would let them be opened again.
CREATE TABLE secret_nonce (
  nonce_hash bytea PRIMARY KEY CHECK (octet_length(nonce_hash) = 32),
  expires_at timestamptz NOT NULL
);
CREATE INDEX secret_nonce_expiry_idx ON secret_nonce (expires_at);

-- Failed sign-ins in a row, by account and by network address, both as HMAC-SHA-256: `subject_hash` names neither.
CREATE TABLE sign_in_failure (
  subject_hash   bytea PRIMARY KEY CHECK (octet_length(subject_hash) = 32),
  failures       integer NOT NULL CHECK (failures >= 0),
  last_failed_at timestamptz NOT NULL,
  blocked_until  timestamptz NOT NULL
);
CREATE INDEX sign_in_failure_age_idx ON sign_in_failure (last_failed_at);

-- Which accounts were tried from which network in the last day, each as HMAC-SHA-256. A network waits for what it tried in
-- vain, and an account that has signed in from it takes back its own share and no other's.
CREATE TABLE sign_in_attempt (
  network_hash bytea NOT NULL CHECK (octet_length(network_hash) = 32),
  account_hash bytea NOT NULL CHECK (octet_length(account_hash) = 32),
  succeeded    boolean NOT NULL,
  attempted_at timestamptz NOT NULL,
  PRIMARY KEY (network_hash, account_hash)
);
CREATE INDEX sign_in_attempt_age_idx ON sign_in_attempt (attempted_at);
-- By which an account that is gone is forgotten.
CREATE INDEX sign_in_attempt_account_idx ON sign_in_attempt (account_hash);
