-- Openings are bound undrawn, to a seed that is secret. Its lock makes a reveal wait for the binding; both hold the campaign's
-- row before. The application cannot choose `paid_in`, which stays the same in savepoints, unlike xmin.
CREATE OR REPLACE FUNCTION bind_in_payment() RETURNS trigger LANGUAGE plpgsql
SET search_path = public, pg_temp AS $$
BEGIN
  NEW.paid_in := pg_current_xact_id();
  IF NEW.first_nonce IS NULL THEN
    RETURN NEW;
  END IF;
  IF NEW.since_after IS NOT NULL THEN
    RAISE EXCEPTION 'openings of % are bound as drawn', NEW.campaign_id USING ERRCODE = 'restrict_violation';
  END IF;
  PERFORM FROM luck_seed s WHERE s.subject_id = NEW.campaign_id AND s.epoch = NEW.epoch AND s.revealed_at IS NULL FOR SHARE;
  IF NOT FOUND THEN
    RAISE EXCEPTION 'the seed % of % is not secret', NEW.epoch, NEW.campaign_id USING ERRCODE = 'restrict_violation';
  END IF;
  RETURN NEW;
END $$;

CREATE OR REPLACE TRIGGER participation_bound_in_payment BEFORE INSERT ON participation
  FOR EACH ROW EXECUTE FUNCTION bind_in_payment();
