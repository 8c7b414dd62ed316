-- Takes the next position in what the listeners of a room see. The lock of the room's chat lasts until the commit.
CREATE OR REPLACE FUNCTION live_chat_next_seq(p_room text) RETURNS bigint
LANGUAGE sql SET search_path = public, pg_temp AS $$
  UPDATE live_chat SET seq = seq + 1 WHERE room_id = p_room RETURNING seq
$$;

REVOKE ALL ON FUNCTION live_chat_next_seq FROM PUBLIC;
GRANT EXECUTE ON FUNCTION live_chat_next_seq TO lightstick_app;
