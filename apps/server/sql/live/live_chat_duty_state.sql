-- What a room without or with a moderator on duty allows: `open`, `held` for five minutes after the last one or the room's
-- beginning, then `readOnly`.
CREATE OR REPLACE FUNCTION live_chat_duty_state(p_room text, p_opens_at timestamptz, p_at timestamptz) RETURNS text
LANGUAGE sql STABLE SET search_path = public, pg_temp AS $$
  SELECT CASE WHEN d.until > p_at THEN 'open'
              WHEN greatest(d.until, p_opens_at) > p_at - interval '5 minutes' THEN 'held'
              ELSE 'readOnly' END
    FROM (SELECT max(until) AS until FROM live_chat_duty WHERE room_id = p_room) AS d
$$;

REVOKE ALL ON FUNCTION live_chat_duty_state FROM PUBLIC;
GRANT EXECUTE ON FUNCTION live_chat_duty_state TO lightstick_app;
