-- Every room has the row under which its chat is locked.
CREATE OR REPLACE FUNCTION give_room_its_chat() RETURNS trigger LANGUAGE plpgsql
SET search_path = public, pg_temp AS $$
BEGIN
  INSERT INTO live_chat (room_id) VALUES (NEW.id);
  RETURN NULL;
END $$;

CREATE OR REPLACE TRIGGER live_room_has_its_chat AFTER INSERT ON live_room
  FOR EACH ROW EXECUTE FUNCTION give_room_its_chat();
