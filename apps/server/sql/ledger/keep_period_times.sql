-- The times of a period that has rounds change only with a moved end of its last round in the same transaction, for its
-- owner too. ledger.define_period deletes the rounds before it sets other times.
CREATE OR REPLACE FUNCTION ledger.keep_period_times() RETURNS trigger LANGUAGE plpgsql
SET search_path = ledger, pg_temp AS $$
BEGIN
  IF EXISTS (SELECT FROM ledger.round r WHERE r.period = OLD.id)
     AND (NEW.opens_at <> OLD.opens_at
          OR NOT EXISTS (SELECT FROM ledger.moved_end m JOIN ledger.round last USING (period, round)
                          WHERE last.go_on IS NULL AND m.period = OLD.id AND m.new_end = NEW.closes_at AND m.xid = pg_current_xact_id())) THEN
    RAISE EXCEPTION 'The times of election % are promised', OLD.id
      USING HINT = 'To move its end, run: npm run election -- move-end ID TIME --why TEXT';
  END IF;
  RETURN NEW;
END $$;
REVOKE EXECUTE ON FUNCTION ledger.keep_period_times FROM PUBLIC;

CREATE OR REPLACE TRIGGER period_times_kept BEFORE UPDATE OF opens_at, closes_at ON ledger.period
  FOR EACH ROW WHEN ((OLD.opens_at, OLD.closes_at) IS DISTINCT FROM (NEW.opens_at, NEW.closes_at))
  EXECUTE FUNCTION ledger.keep_period_times();
