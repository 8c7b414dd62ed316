-- While the platform is held no amount moves, whatever calls the ledger.
CREATE OR REPLACE FUNCTION ledger.refuse_while_held() RETURNS trigger LANGUAGE plpgsql
SET search_path = public, pg_temp AS $$
BEGIN
  IF EXISTS (SELECT FROM platform_hold WHERE reopened_at IS NULL) THEN
    RAISE EXCEPTION 'the platform is held' USING ERRCODE = 'object_not_in_prerequisite_state';
  END IF;
  RETURN NULL;
END $$;
REVOKE EXECUTE ON FUNCTION ledger.refuse_while_held FROM PUBLIC;

CREATE OR REPLACE TRIGGER transfer_not_while_held BEFORE INSERT ON ledger.transfer
  FOR EACH STATEMENT EXECUTE FUNCTION ledger.refuse_while_held();
