-- Of an offer without a stock nobody counts what was exchanged: fans would wait for each other at its row. When it is given
-- a stock it counts on from the sum of its fans' counts. Whoever exchanges one without a stock shares the lock (of class 7707,
-- by offer), so that the sum has every exchange that was under way.
CREATE OR REPLACE FUNCTION count_exchanged_of_stock() RETURNS trigger LANGUAGE plpgsql
SET search_path = public, pg_temp AS $$
BEGIN
  PERFORM pg_advisory_xact_lock(7707, hashtext(NEW.id));
  SELECT coalesce(sum(f.exchanged), 0) INTO NEW.exchanged FROM offer_fan f WHERE f.offer_id = NEW.id;
  RETURN NEW;
END $$;

CREATE OR REPLACE TRIGGER offer_stock_counts BEFORE UPDATE OF stock ON offer
  FOR EACH ROW WHEN (OLD.stock IS NULL AND NEW.stock IS NOT NULL) EXECUTE FUNCTION count_exchanged_of_stock();
