-- The history of moved ends is append-only.
CREATE OR REPLACE FUNCTION ledger.keep_moved_ends() RETURNS trigger LANGUAGE plpgsql
SET search_path = ledger, pg_temp AS $$
BEGIN
  RAISE EXCEPTION 'ledger.moved_end is append-only';
END $$;
REVOKE EXECUTE ON FUNCTION ledger.keep_moved_ends FROM PUBLIC;

CREATE OR REPLACE TRIGGER moved_end_kept BEFORE UPDATE OR DELETE ON ledger.moved_end
  FOR EACH ROW EXECUTE FUNCTION ledger.keep_moved_ends();
