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

INSERT INTO sign_in (id, fan_id, device_id, secret_hash, begun_at, last_seen_at, expires_at, ended_at)
  SELECT sign_in_id, min(fan_id), min(device_id), (array_agg(token_hash) FILTER (WHERE kind = 'passport'))[1],
         min(created_at), max(created_at), least(max(expires_at), min(created_at) + interval '4320 hours'),
         CASE WHEN bool_and(ended_at IS NOT NULL) THEN greatest(max(ended_at), min(created_at)) END
    FROM session
   GROUP BY sign_in_id;

ALTER TABLE session
  -- A session belongs to its sign-in and is never of another fan, which makes the fan's own key a second way to the same.
  DROP CONSTRAINT session_fan_id_fkey,
  ADD CONSTRAINT session_sign_in_fkey FOREIGN KEY (sign_in_id, fan_id) REFERENCES sign_in (id, fan_id) ON DELETE CASCADE,
  DROP COLUMN device_id,
  -- Of a passport: when its browser first showed that it has it. From then on those before it are no longer good.
  ADD used_at timestamptz,
  ADD CONSTRAINT session_only_passports_are_used CHECK (kind = 'passport' OR used_at IS NULL);

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

-- How many mails with codes an address, as HMAC-SHA-256, was sent in the day that began with the first of them.
CREATE TABLE mail_code_day (
  email_hash bytea PRIMARY KEY CHECK (octet_length(email_hash) = 32),
  begun_at   timestamptz NOT NULL,
  sent       integer NOT NULL CHECK (sent BETWEEN 1 AND 20)
);
CREATE INDEX mail_code_day_age_idx ON mail_code_day (begun_at);
