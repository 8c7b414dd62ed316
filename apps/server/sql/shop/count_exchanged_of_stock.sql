-- Offers without stock have no total, because fans would wait for each other at its row. When an offer gets a stock, its
-- total begins with the sum of its fans' counts. Exchanges without stock share the lock (class 7707, by offer), so that the
-- sum includes those in progress.
CREATE OR REPLACE FUNCTION count_exchanged_of_stock() RETURNS trigger LANGUAGE plpgsql
SET search_path = public, pg_temp AS $$
BEGIN
  PERFORM pg_advisory_xact_lock(7707, hashtext(NEW.id));
  SELECT coalesce(sum(f.exchanged), 0) INTO NEW.exchanged FROM offer_fan f WHERE f.offer_id = NEW.id;
  RETURN NEW;
END $$;

CREATE OR REPLACE TRIGGER offer_stock_counts BEFORE UPDATE OF stock ON offer
  FOR EACH ROW WHEN (OLD.stock IS NULL AND NEW.stock IS NOT NULL) EXECUTE FUNCTION count_exchanged_of_stock();
