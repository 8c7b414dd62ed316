-- The history of moved ends is append-only, and a row says what is true when it is written: the end of an open round, moved
-- by this transaction.
CREATE OR REPLACE FUNCTION ledger.keep_moved_ends() RETURNS trigger LANGUAGE plpgsql
SET search_path = ledger, pg_temp AS $$
BEGIN
  IF TG_OP = 'INSERT' THEN
    NEW.xid := pg_current_xact_id();
    IF EXISTS (SELECT FROM ledger.round r
                WHERE (r.period, r.round, r.closes_at, r.status) = (NEW.period, NEW.round, NEW.former_end, 'open')) THEN
      RETURN NEW;
    END IF;
    RAISE EXCEPTION 'Round % of election % is not open until %', NEW.round, NEW.period, NEW.former_end;
  END IF;
  RAISE EXCEPTION 'ledger.moved_end is append-only';
END $$;
REVOKE EXECUTE ON FUNCTION ledger.keep_moved_ends FROM PUBLIC;

CREATE OR REPLACE TRIGGER moved_end_kept BEFORE INSERT OR UPDATE OR DELETE ON ledger.moved_end
  FOR EACH ROW EXECUTE FUNCTION ledger.keep_moved_ends();
