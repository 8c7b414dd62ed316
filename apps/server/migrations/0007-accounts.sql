-- What signing up and signing in remember for a while: codes sent by mail, human checks used up, the keys under which
-- secrets travel, and failures. Everything here lapses and is swept by a job.

-- The newest code of an address for a purpose; asking again replaces it.
CREATE TABLE mail_code (
  email       text NOT NULL CHECK (email = lower(email)),
  purpose     text NOT NULL CHECK (purpose IN ('register')),
  -- HMAC-SHA-256 under a key that is not in the database, because six digits are guessed from any plain hash.
  code_hash   bytea NOT NULL CHECK (octet_length(code_hash) = 32),
  device_hash bytea NOT NULL CHECK (octet_length(device_hash) = 32),
  guesses     integer NOT NULL DEFAULT 0 CHECK (guesses BETWEEN 0 AND 5),
  sent_at     timestamptz NOT NULL,
  expires_at  timestamptz NOT NULL CHECK (expires_at > sent_at),
  used_at     timestamptz,
  PRIMARY KEY (email, purpose)
);
CREATE INDEX mail_code_device_idx ON mail_code (device_hash, sent_at DESC);
CREATE INDEX mail_code_expiry_idx ON mail_code (expires_at);

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

-- Pools of workers that are alive, by the database's clock. What a pool held when its beat stopped is given to others.
CREATE TABLE job_worker (
  pool_id text PRIMARY KEY,
  beat_at timestamptz NOT NULL
);

-- Adds a job in the caller's transaction. The queue itself belongs to the owner and is installed by its library, so the
-- application's role is given this one door instead of the tables behind it.
CREATE FUNCTION enqueue_job(p_name text, p_payload json, p_max_attempts integer) RETURNS void
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  PERFORM graphile_worker.add_job(p_name, p_payload, max_attempts => p_max_attempts);
END
$$;
REVOKE ALL ON FUNCTION enqueue_job(text, json, integer) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION enqueue_job(text, json, integer) TO lightstick_app;
