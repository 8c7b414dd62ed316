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
