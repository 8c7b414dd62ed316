-- The entries of a raffle are published with their hash, so they never change afterwards.
CREATE OR REPLACE FUNCTION keep_frozen_entries() RETURNS trigger LANGUAGE plpgsql
SET search_path = public, pg_temp AS $$
BEGIN
  IF EXISTS (SELECT FROM raffle_draw WHERE campaign_id = NEW.campaign_id) THEN
    RAISE EXCEPTION 'the entries of raffle % are frozen', NEW.campaign_id USING ERRCODE = 'restrict_violation';
  END IF;
  RETURN NEW;
END $$;

CREATE OR REPLACE TRIGGER campaign_fan_frozen BEFORE INSERT OR UPDATE OF used, entry_hash ON campaign_fan
  FOR EACH ROW EXECUTE FUNCTION keep_frozen_entries();
