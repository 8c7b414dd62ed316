-- Test coins of the chain: a grant of the faucet is credited in the ledger, or sent to the fan's wallet.

ALTER TABLE test_coin_grant
  DROP CONSTRAINT test_coin_grant_amount_check,
  -- The coins of the chain that were sent instead, in wei, and the day whose total they count to.
  ADD COLUMN wei numeric(78) CHECK (wei > 0),
  ADD COLUMN sent_on date,
  ADD COLUMN transaction_id bigint UNIQUE REFERENCES chain_transaction,
  ADD CONSTRAINT test_coin_grant_amount_is_bounded CHECK (amount BETWEEN 0 AND 1000000),
  ADD CONSTRAINT test_coin_grant_is_credited_or_sent
    CHECK (num_nulls(wei, sent_on, transaction_id) = CASE WHEN amount > 0 THEN 3 ELSE 0 END);

-- Where the coins of a grant went, until the fan is erased.
CREATE TABLE test_coin_wallet (
  fan_id bigint NOT NULL,
  turn   integer NOT NULL,
  wallet text NOT NULL CHECK (wallet ~ '^0x[0-9a-f]{40}$'),
  PRIMARY KEY (fan_id, turn),
  FOREIGN KEY (fan_id, turn) REFERENCES test_coin_grant
);

-- Wallets that got coins on a UTC day, as HMAC-SHA-256: fans may share a wallet, and a wallet may change its fan. A day of UTC
-- never lasts longer than the 24 hours that a fan waits.
CREATE TABLE test_coin_address (
  address_hash bytea NOT NULL CHECK (octet_length(address_hash) = 32),
  day          date NOT NULL,
  PRIMARY KEY (address_hash, day)
);
CREATE INDEX test_coin_address_day_idx ON test_coin_address (day);

-- What was sent on a day of the platform, in wei; the limit is stored beside the sum so that a CHECK enforces it.
CREATE TABLE test_coin_day (
  day      date PRIMARY KEY,
  wei      numeric(78) NOT NULL CHECK (wei > 0),
  most_wei numeric(78) NOT NULL,
  CONSTRAINT test_coin_day_limit_never_exceeded CHECK (wei <= most_wei)
);
REVOKE DELETE ON test_coin_day FROM lightstick_app;
