-- The end of a round changes only with a row of ledger.moved_end in the same transaction, for its owner too; its opening
-- stays. Rounds are deleted only before their election opens, by the database's clock, because a trigger has no argument.
CREATE OR REPLACE FUNCTION ledger.keep_round_times() RETURNS trigger LANGUAGE plpgsql
SET search_path = ledger, pg_temp AS $$
BEGIN
  IF TG_OP = 'DELETE' THEN
    IF EXISTS (SELECT FROM ledger.period p WHERE p.id = OLD.period AND p.opens_at <= clock_timestamp()) THEN
      RAISE EXCEPTION 'Round % of election % is promised', OLD.round, OLD.period;
    END IF;
    RETURN OLD;
  END IF;
  IF (OLD.opens_at, OLD.closes_at) IS DISTINCT FROM (NEW.opens_at, NEW.closes_at)
     AND (NEW.opens_at <> OLD.opens_at
          OR NOT EXISTS (SELECT FROM ledger.moved_end m
                          WHERE m.period = OLD.period AND m.round = OLD.round AND m.new_end = NEW.closes_at
                            AND m.xid = pg_current_xact_id())) THEN
    RAISE EXCEPTION 'The times of round % of election % are promised', OLD.round, OLD.period
      USING HINT = 'To move its end, run: npm run election -- move-end ID TIME --round N --why TEXT';
  END IF;
  RETURN NEW;
END $$;
REVOKE EXECUTE ON FUNCTION ledger.keep_round_times FROM PUBLIC;

CREATE OR REPLACE TRIGGER round_times_kept BEFORE UPDATE OF opens_at, closes_at OR DELETE ON ledger.round
  FOR EACH ROW EXECUTE FUNCTION ledger.keep_round_times();
