-- The journal is append-only, for its owner too.
CREATE OR REPLACE FUNCTION ledger.refuse_change() RETURNS trigger LANGUAGE plpgsql
SET search_path = ledger, pg_temp AS $$
BEGIN
  RAISE EXCEPTION 'ledger.transfer is append-only';
END $$;
REVOKE EXECUTE ON FUNCTION ledger.refuse_change FROM PUBLIC;

CREATE OR REPLACE TRIGGER transfer_append_only BEFORE UPDATE OR DELETE ON ledger.transfer
  FOR EACH ROW EXECUTE FUNCTION ledger.refuse_change();
