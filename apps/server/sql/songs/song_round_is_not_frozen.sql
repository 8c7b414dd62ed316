-- A frozen round takes no more rows. Its results are written before it is marked frozen.
CREATE OR REPLACE FUNCTION song_round_is_not_frozen() RETURNS trigger LANGUAGE plpgsql
SET search_path = public, pg_temp AS $$
BEGIN
  IF EXISTS (SELECT FROM song_event e
              WHERE e.id = NEW.event_id
                AND CASE TG_ARGV[0] WHEN 'nominations' THEN e.nominations_frozen_at ELSE e.final_frozen_at END IS NOT NULL) THEN
    RAISE EXCEPTION 'round % of song event % is frozen', TG_ARGV[0], NEW.event_id;
  END IF;
  RETURN NEW;
END $$;

CREATE OR REPLACE TRIGGER song_nomination_in_time BEFORE INSERT ON song_nomination
  FOR EACH ROW EXECUTE FUNCTION song_round_is_not_frozen('nominations');

CREATE OR REPLACE TRIGGER song_finalist_in_time BEFORE INSERT ON song_finalist
  FOR EACH ROW EXECUTE FUNCTION song_round_is_not_frozen('nominations');

CREATE OR REPLACE TRIGGER song_vote_in_time BEFORE INSERT ON song_vote
  FOR EACH ROW EXECUTE FUNCTION song_round_is_not_frozen('final');

CREATE OR REPLACE TRIGGER song_result_of_nominations_in_time BEFORE INSERT ON song_result
  FOR EACH ROW WHEN (NEW.round = 'nominations') EXECUTE FUNCTION song_round_is_not_frozen('nominations');

CREATE OR REPLACE TRIGGER song_result_of_final_in_time BEFORE INSERT ON song_result
  FOR EACH ROW WHEN (NEW.round = 'final') EXECUTE FUNCTION song_round_is_not_frozen('final');
