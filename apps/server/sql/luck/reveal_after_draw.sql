-- A draw takes a secret seed alone, so paid openings under a shown one would wait for ever.
CREATE OR REPLACE FUNCTION reveal_after_draw() RETURNS trigger LANGUAGE plpgsql
SET search_path = public, pg_temp AS $$
BEGIN
  IF EXISTS (SELECT FROM participation n WHERE n.campaign_id = NEW.subject_id AND n.epoch = NEW.epoch
                AND n.first_nonce IS NOT NULL AND n.since_after IS NULL) THEN
    RAISE EXCEPTION 'openings of % wait for their draw under the seed %', NEW.subject_id, NEW.epoch
      USING ERRCODE = 'restrict_violation';
  END IF;
  RETURN NEW;
END $$;

CREATE OR REPLACE TRIGGER luck_seed_revealed_after_draw BEFORE UPDATE OF revealed_at ON luck_seed
  FOR EACH ROW WHEN (OLD.revealed_at IS NULL AND NEW.revealed_at IS NOT NULL) EXECUTE FUNCTION reveal_after_draw();
