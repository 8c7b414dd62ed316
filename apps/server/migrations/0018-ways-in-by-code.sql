-- Accounts without a password, and the limits of mailed codes. Each requesting device has codes of its own.

-- A fan without a password signs in by mailed codes.
ALTER TABLE fan
  DROP CONSTRAINT fan_has_a_way_in,
  ADD CONSTRAINT fan_has_a_way_in CHECK (
    simulated OR erased_at IS NOT NULL
    OR (kind = 'web2' AND email IS NOT NULL)
    OR (kind = 'web3' AND wallet_address IS NOT NULL));

-- The newest code of an address for a purpose and a requesting device; the device's next request replaces it. Requests of
-- other devices have rows of their own, so that a stranger who knows the address replaces no code of its owner. The release
-- before uses mail_code, which the next release drops.
CREATE TABLE mailed_code (
  email             text NOT NULL CHECK (email = lower(email)),
  purpose           text NOT NULL
                    CHECK (purpose IN ('register', 'forgotPassword', 'changeEmail', 'changePassword', 'deleteAccount',
                                       'signIn', 'confirmEmailChange')),
  device_hash       bytea NOT NULL CHECK (octet_length(device_hash) = 32),
  -- HMAC-SHA-256 of the asker: the signed-in fan, a browser known to the account, or the network of a stranger.
  asker_hash        bytea NOT NULL CHECK (octet_length(asker_hash) = 32),
  -- HMAC-SHA-256 with a key outside the database, because six digits can be guessed from a plain hash.
  code_hash         bytea NOT NULL CHECK (octet_length(code_hash) = 32),
  -- Wrong guesses of the requesting device, and of all others, which cannot use up the requesting device's.
  guesses           integer NOT NULL DEFAULT 0 CHECK (guesses BETWEEN 0 AND 5),
  guesses_of_others integer NOT NULL DEFAULT 0 CHECK (guesses_of_others BETWEEN 0 AND 5),
  sent_at           timestamptz NOT NULL,
  expires_at        timestamptz NOT NULL CHECK (expires_at > sent_at),
  used_at           timestamptz,
  PRIMARY KEY (email, purpose, device_hash)
);
CREATE INDEX mailed_code_device_idx ON mailed_code (device_hash, sent_at DESC);
CREATE INDEX mailed_code_expiry_idx ON mailed_code (expires_at);

COMMENT ON COLUMN mail_code_day.email_hash IS
  'HMAC-SHA-256 of an address, of which strangers have a share and a bound, or of the asker, as in mailed_code.asker_hash.';

-- Counters have different limits. The release before counts up to twenty.
ALTER TABLE mail_code_day
  ADD COLUMN most integer NOT NULL DEFAULT 20 CHECK (most BETWEEN 1 AND 100),
  DROP CONSTRAINT mail_code_day_sent_check,
  ADD CONSTRAINT mail_code_day_within_limit CHECK (sent BETWEEN 1 AND most);

-- Rows of wrong codes name the network by another HMAC than rows of passwords, so that neither delays the other.
ALTER TABLE sign_in_attempt
  ADD COLUMN wrong_codes integer NOT NULL DEFAULT 0 CHECK (wrong_codes >= 0);
