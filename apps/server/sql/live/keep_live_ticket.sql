-- A ticket takes a seat of a room that is neither cancelled nor failed, which the room counts. It is refunded once, and only
-- when the room is cancelled or failed; nothing else of it changes.
CREATE OR REPLACE FUNCTION keep_live_ticket() RETURNS trigger LANGUAGE plpgsql
SET search_path = public, pg_temp AS $$
BEGIN
  IF TG_OP = 'INSERT' THEN
    UPDATE live_room SET sold = sold + 1 WHERE id = NEW.room_id AND cancelled_at IS NULL AND failed_at IS NULL;
    IF NOT FOUND OR NEW.refunded_at IS NOT NULL THEN
      RAISE EXCEPTION 'a ticket is for a room that is neither cancelled nor failed, and not refunded';
    END IF;
    RETURN NEW;
  END IF;
  IF (OLD.room_id, OLD.fan_id, OLD.paid, OLD.key, OLD.bought_at)
     IS DISTINCT FROM (NEW.room_id, NEW.fan_id, NEW.paid, NEW.key, NEW.bought_at) OR OLD.refunded_at IS NOT NULL THEN
    RAISE EXCEPTION 'a ticket does not change, and is refunded once';
  END IF;
  IF NOT EXISTS (SELECT FROM live_room WHERE id = NEW.room_id AND (cancelled_at IS NOT NULL OR failed_at IS NOT NULL)) THEN
    RAISE EXCEPTION 'a ticket is refunded when its room is cancelled or failed';
  END IF;
  RETURN NEW;
END $$;

CREATE OR REPLACE TRIGGER live_ticket_is_kept BEFORE INSERT OR UPDATE ON live_ticket
  FOR EACH ROW EXECUTE FUNCTION keep_live_ticket();
