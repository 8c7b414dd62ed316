-- What is marked as drawn waits no longer, so an opening that was paid and not drawn would be lost.
CREATE OR REPLACE FUNCTION draw_whole() RETURNS trigger LANGUAGE plpgsql
SET search_path = public, pg_temp AS $$
DECLARE
  v_drawn bigint;
BEGIN
  SELECT count(*) INTO v_drawn FROM campaign_opening o WHERE o.participation_id = NEW.id;
  IF v_drawn <> NEW.num THEN
    RAISE EXCEPTION '% of % openings of participation % are drawn', v_drawn, NEW.num, NEW.id
      USING ERRCODE = 'restrict_violation';
  END IF;
  RETURN NEW;
END $$;

CREATE OR REPLACE TRIGGER participation_drawn_whole BEFORE UPDATE OF since_after ON participation
  FOR EACH ROW WHEN (OLD.since_after IS NULL AND NEW.since_after IS NOT NULL) EXECUTE FUNCTION draw_whole();
