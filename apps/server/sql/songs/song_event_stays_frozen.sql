-- A round freezes once.
CREATE OR REPLACE FUNCTION song_event_stays_frozen() RETURNS trigger LANGUAGE plpgsql
SET search_path = public, pg_temp AS $$
BEGIN
  IF coalesce(OLD.nominations_frozen_at, NEW.nominations_frozen_at) IS DISTINCT FROM NEW.nominations_frozen_at
     OR coalesce(OLD.final_frozen_at, NEW.final_frozen_at) IS DISTINCT FROM NEW.final_frozen_at THEN
    RAISE EXCEPTION 'a round of song event % that is frozen stays so', OLD.id;
  END IF;
  RETURN NEW;
END $$;

CREATE OR REPLACE TRIGGER song_event_frozen BEFORE UPDATE ON song_event FOR EACH ROW EXECUTE FUNCTION song_event_stays_frozen();
