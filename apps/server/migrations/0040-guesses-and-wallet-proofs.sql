-- Whoever knows an address can guess at its code. Wrong guesses of the device that asked for the code stand in `guesses`,
-- those of all others here: others run out of guesses without taking any from the device that asked.
ALTER TABLE mail_code
  ADD guesses_of_others integer NOT NULL DEFAULT 0 CHECK (guesses_of_others BETWEEN 0 AND 5);

-- What a wallet has shown it is. The chain's node is never asked about one that has shown its key: what it says could let
-- anybody in. Null until the first sign-in that is looked at with this in mind.
ALTER TABLE fan
  ADD wallet_proved_by text CHECK (wallet_proved_by IN ('key', 'contract')),
  ADD CONSTRAINT fan_proof_is_of_a_wallet CHECK (wallet_proved_by IS NULL OR wallet_address IS NOT NULL);
