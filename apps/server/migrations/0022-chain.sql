-- NFTs on the chain, and wallets that email accounts link for them. Without a chain every piece stays in custody.

INSERT INTO ledger.reason (code, name) VALUES (25, 'nft_fee');

-- Transactions -----------------------------------------------------------------------------------------------------------

-- A key's account on the chain. `trouble` is why nothing can be sent from it at present.
CREATE TABLE chain_sender (
  address       text PRIMARY KEY CHECK (address ~ '^0x[0-9a-f]{40}$'),
  next_nonce    bigint NOT NULL CHECK (next_nonce >= 0),
  trouble       text CHECK (char_length(trouble) <= 500),
  trouble_since timestamptz,
  CONSTRAINT chain_sender_trouble_has_a_start CHECK ((trouble IS NULL) = (trouble_since IS NULL))
);
REVOKE DELETE ON chain_sender FROM lightstick_app;

-- The outbox. A transaction waits until one worker gives it a nonce and stores it signed; then it is broadcast, again and
-- again, until a receipt is deep enough. What is over keeps no address, only the hash of what was mined: all that is
-- confirmed, and impossible test coins, which cannot be retried.
CREATE TABLE chain_transaction (
  id            bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  purpose       text NOT NULL CHECK (purpose IN ('mint', 'testCoin')),
  state         text NOT NULL DEFAULT 'waiting' CHECK (state IN ('waiting', 'sent', 'confirmed', 'impossible')),
  target        text CHECK (target ~ '^0x[0-9a-f]{40}$'),
  data          text CHECK (data ~ '^0x([0-9a-f]{2})*$'),
  -- In wei.
  value         numeric(78) NOT NULL DEFAULT 0 CHECK (value >= 0),
  sender        text REFERENCES chain_sender,
  nonce         bigint CHECK (nonce >= 0),
  -- When the nonce was first seen used by something else.
  nonce_lost_at timestamptz,
  -- Of the signed form that was mined. A mint that was found done has none.
  hash          text CHECK (hash ~ '^0x[0-9a-f]{64}$'),
  -- Why it is impossible, for operators.
  reason        text CHECK (char_length(reason) <= 500),
  queued_at     timestamptz NOT NULL,
  settled_at    timestamptz,
  CONSTRAINT chain_transaction_nonce_once UNIQUE (sender, nonce),
  CONSTRAINT chain_transaction_sent_by_a_nonce CHECK ((sender IS NULL) = (nonce IS NULL) AND (state <> 'sent' OR nonce IS NOT NULL)),
  CONSTRAINT chain_transaction_waits_without_a_nonce CHECK (state <> 'waiting' OR nonce IS NULL),
  CONSTRAINT chain_transaction_settled_in_the_end CHECK ((state IN ('confirmed', 'impossible')) = (settled_at IS NOT NULL)),
  CONSTRAINT chain_transaction_loses_the_nonce_it_has CHECK (nonce_lost_at IS NULL OR state = 'sent'),
  CONSTRAINT chain_transaction_forgets_what_is_over
    CHECK ((state = 'confirmed' OR state = 'impossible' AND purpose = 'testCoin') = (target IS NULL)
           AND (target IS NULL) = (data IS NULL)),
  CONSTRAINT chain_transaction_impossible_for_a_reason CHECK ((state = 'impossible') = (reason IS NOT NULL))
);
CREATE INDEX chain_transaction_open_idx ON chain_transaction (purpose, id) WHERE state IN ('waiting', 'sent');
CREATE INDEX chain_transaction_impossible_idx ON chain_transaction (id) WHERE state = 'impossible' AND purpose = 'mint';
REVOKE DELETE ON chain_transaction FROM lightstick_app;

-- The signed forms of a transaction: the first, and with the same nonce a replacement for each raised fee. Stored before
-- they are broadcast; the bytes go once the transaction is over.
CREATE TABLE signed_transaction (
  hash           text PRIMARY KEY CHECK (hash ~ '^0x[0-9a-f]{64}$'),
  transaction_id bigint NOT NULL REFERENCES chain_transaction,
  nonce          bigint NOT NULL CHECK (nonce >= 0),
  gas            bigint NOT NULL CHECK (gas > 0),
  -- In wei for a unit of gas.
  max_fee        numeric(78) NOT NULL CHECK (max_fee > 0),
  raw            text CHECK (raw ~ '^0x([0-9a-f]{2})+$'),
  signed_at      timestamptz NOT NULL,
  -- The last broadcast; null before the first.
  broadcast_at   timestamptz,
  UNIQUE (transaction_id, nonce, max_fee)
);
REVOKE DELETE ON signed_transaction FROM lightstick_app;
REVOKE UPDATE ON signed_transaction FROM lightstick_app;
GRANT UPDATE (raw, broadcast_at) ON signed_transaction TO lightstick_app;

-- Wallets ----------------------------------------------------------------------------------------------------------------

-- The wallet of an email account, proved by its signature and a code mailed to the account. Pieces move to it; it opens no
-- account.
CREATE TABLE linked_wallet (
  fan_id    bigint PRIMARY KEY REFERENCES fan,
  address   text NOT NULL CHECK (address ~ '^0x[0-9a-f]{40}$'),
  linked_at timestamptz NOT NULL
);

ALTER TABLE mailed_code
  DROP CONSTRAINT mailed_code_purpose_check,
  ADD CONSTRAINT mailed_code_purpose_is_known CHECK (purpose IN (
    'register', 'forgotPassword', 'changeEmail', 'changePassword', 'deleteAccount', 'signIn', 'confirmEmailChange',
    'linkWallet'));

ALTER TABLE wallet_challenge
  DROP CONSTRAINT wallet_challenge_purpose_check,
  ADD CONSTRAINT wallet_challenge_purpose_is_known CHECK (purpose IN ('signIn', 'leave', 'bindEmail', 'linkWallet'));

-- Pieces -----------------------------------------------------------------------------------------------------------------

-- The token of a piece is the edition's number × 100,000 + the piece's serial.
ALTER TABLE nft_edition ADD COLUMN number integer GENERATED ALWAYS AS IDENTITY UNIQUE;
ALTER TABLE nft_piece ADD CONSTRAINT nft_piece_of_its_order UNIQUE (edition_id, serial, order_id, buyer_id);

-- A piece that leaves custody, once and for ever. The reference to its order keeps the piece from being freed, and the order
-- from being refunded. `day`, `fee` and `key` are of a move that the fan asked for.
CREATE TABLE nft_mint (
  edition_id     text NOT NULL,
  serial         integer NOT NULL,
  order_id       bigint NOT NULL,
  fan_id         bigint NOT NULL REFERENCES fan,
  token_id       bigint NOT NULL UNIQUE CHECK (token_id > 100000),
  -- As of the request: a later change of the fan's wallet does not redirect it. An erased fan's is forgotten.
  wallet         text CHECK (wallet ~ '^0x[0-9a-f]{40}$'),
  transaction_id bigint NOT NULL UNIQUE REFERENCES chain_transaction,
  requested_at   timestamptz NOT NULL,
  day            date,
  fee            bigint CHECK (fee >= 0),
  key            uuid,
  minted_at      timestamptz,
  PRIMARY KEY (edition_id, serial),
  FOREIGN KEY (edition_id, serial, order_id, fan_id) REFERENCES nft_piece (edition_id, serial, order_id, buyer_id),
  UNIQUE (fan_id, key),
  CONSTRAINT nft_mint_asked_for_or_direct CHECK (num_nulls(day, fee, key) IN (0, 3)),
  CONSTRAINT nft_mint_goes_somewhere CHECK (wallet IS NOT NULL OR minted_at IS NOT NULL)
);
CREATE INDEX nft_mint_order_idx ON nft_mint (order_id);
REVOKE DELETE ON nft_mint FROM lightstick_app;
REVOKE UPDATE ON nft_mint FROM lightstick_app;
GRANT UPDATE (wallet, minted_at) ON nft_mint TO lightstick_app;

-- A fan's moves on a day; the limit is stored beside the count so that a CHECK enforces it.
CREATE TABLE nft_move_day (
  fan_id bigint NOT NULL REFERENCES fan,
  day    date NOT NULL,
  moves  integer NOT NULL CHECK (moves > 0),
  most   integer NOT NULL,
  PRIMARY KEY (fan_id, day),
  CONSTRAINT nft_move_day_limit_never_exceeded CHECK (moves <= most)
);
