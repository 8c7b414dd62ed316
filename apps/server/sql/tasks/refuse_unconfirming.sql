-- A confirmation is final.
CREATE OR REPLACE FUNCTION refuse_unconfirming() RETURNS trigger LANGUAGE plpgsql
SET search_path = public, pg_temp AS $$
BEGIN
  RAISE EXCEPTION 'a confirmed form entry never changes' USING ERRCODE = 'restrict_violation';
END $$;

CREATE OR REPLACE TRIGGER form_entry_stays_confirmed BEFORE UPDATE ON form_entry
  FOR EACH ROW WHEN (OLD.confirmed_at IS NOT NULL
                     AND (NEW.confirmed_at, NEW.confirmed_by, NEW.ticket)
                         IS DISTINCT FROM (OLD.confirmed_at, OLD.confirmed_by, OLD.ticket))
  EXECUTE FUNCTION refuse_unconfirming();
