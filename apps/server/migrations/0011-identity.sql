-- What identity adds to a fan: a wallet as a way in, an uploaded portrait, and leaving.

ALTER TABLE fan
  -- In lower case: the mixed case of EIP-55 is a checksum for people, not a part of the address.
  ADD wallet_address text UNIQUE CHECK (wallet_address ~ '^0x[0-9a-f]{40}$'),
  -- The file's name below the folder of avatars; null shows the portrait that is drawn from avatar_seed.
  ADD avatar_file    text CHECK (avatar_file ~ '^[a-z0-9-]{16,64}\.webp$'),
  -- Since when the account is to be deleted. A sign-in within the days of grace takes it back.
  ADD leaving_since  timestamptz,
  ADD erased_at      timestamptz CHECK (erased_at >= leaving_since);

-- A pseudonym has no way in and nothing that tells who it was.
DO $$
DECLARE v_name text;
BEGIN
  FOR v_name IN SELECT conname FROM pg_constraint
                 WHERE conrelid = 'fan'::regclass AND contype = 'c' AND cardinality(conkey) > 1
                   AND pg_get_constraintdef(oid) LIKE '%simulated%' LOOP
    EXECUTE format('ALTER TABLE fan DROP CONSTRAINT %I', v_name);
  END LOOP;
END $$;
ALTER TABLE fan
  ADD CONSTRAINT fan_has_a_way_in CHECK (
    simulated OR erased_at IS NOT NULL
    OR (kind = 'web2' AND email IS NOT NULL AND password_hash IS NOT NULL)
    OR (kind = 'web3' AND wallet_address IS NOT NULL)),
  ADD CONSTRAINT fan_simulated_has_no_way_in CHECK (
    NOT simulated OR (email IS NULL AND password_hash IS NULL AND wallet_address IS NULL)),
  ADD CONSTRAINT fan_password_needs_an_email CHECK (password_hash IS NULL OR email IS NOT NULL),
  ADD CONSTRAINT fan_erased_tells_nothing CHECK (
    erased_at IS NULL OR (email IS NULL AND password_hash IS NULL AND wallet_address IS NULL AND avatar_file IS NULL
                          AND bio = ''));
CREATE INDEX fan_leaving_idx ON fan (leaving_since) WHERE leaving_since IS NOT NULL AND erased_at IS NULL;

ALTER TABLE mail_code DROP CONSTRAINT mail_code_purpose_check;
ALTER TABLE mail_code ADD CONSTRAINT mail_code_purpose_check
  CHECK (purpose IN ('register', 'forgotPassword', 'changeEmail', 'changePassword', 'deleteAccount'));
