-- A transaction waits, is sent, and is confirmed for ever or impossible. One whose nonce was used by something else waits
-- again, and so does an impossible mint that an operator retries. What it does never changes until it is over.
CREATE OR REPLACE FUNCTION chain_transaction_goes_one_way() RETURNS trigger LANGUAGE plpgsql
SET search_path = public, pg_temp AS $$
BEGIN
  IF (OLD.purpose, OLD.value, OLD.queued_at) IS DISTINCT FROM (NEW.purpose, NEW.value, NEW.queued_at)
     OR OLD.state = NEW.state AND (OLD.sender, OLD.nonce) IS DISTINCT FROM (NEW.sender, NEW.nonce)
     OR NEW.target IS NOT NULL AND (OLD.target, OLD.data) IS DISTINCT FROM (NEW.target, NEW.data) THEN
    RAISE EXCEPTION 'what a transaction does never changes' USING DETAIL = 'chain_transaction ' || NEW.id;
  END IF;
  IF (OLD.state, NEW.state) NOT IN
     (('waiting', 'sent'), ('waiting', 'confirmed'), ('waiting', 'impossible'), ('sent', 'sent'), ('sent', 'confirmed'),
      ('sent', 'impossible'), ('sent', 'waiting'), ('impossible', 'waiting'))
     OR OLD.target IS NULL THEN
    RAISE EXCEPTION 'a transaction that is % does not become %', OLD.state, NEW.state;
  END IF;
  RETURN NEW;
END $$;

CREATE OR REPLACE TRIGGER chain_transaction_one_way BEFORE UPDATE ON chain_transaction
  FOR EACH ROW EXECUTE FUNCTION chain_transaction_goes_one_way();
