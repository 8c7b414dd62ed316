-- Writes a message of a fan. All limits are judged under the locks of the room's chat and of the author, in this order.
-- p_because: why the text itself or its author's new account makes it wait, else null.
-- Results: sent, repeat (with the first answer), reused (the client id has another text), gone (the author is erased), muted,
-- paused, readOnly, moderatorsOnly, tooFast (with seconds to wait), repeated, full.
CREATE OR REPLACE FUNCTION send_chat_message(
  p_room text, p_opens_at timestamptz, p_fan bigint, p_client_id uuid, p_text text, p_role text, p_because text,
  p_at timestamptz
) RETURNS TABLE (result text, message_id bigint, state text, seconds integer, reason text)
LANGUAGE plpgsql SET search_path = public, pg_temp SET lock_timeout = '5s' AS $$
#variable_conflict use_column
DECLARE
  v_chat    live_chat;
  v_first   live_chat_message;
  v_muted   text;
  v_duty    text;
  v_last    timestamptz;
  v_next    timestamptz;
  v_because text := p_because;
BEGIN
  SELECT * INTO STRICT v_chat FROM live_chat WHERE room_id = p_room FOR NO KEY UPDATE;

  SELECT * INTO v_first FROM live_chat_message WHERE fan_id = p_fan AND client_id = p_client_id;
  IF FOUND THEN
    RETURN QUERY SELECT CASE WHEN v_first.room_id = p_room AND v_first.text = p_text THEN 'repeat' ELSE 'reused' END,
                        v_first.id, CASE v_first.state WHEN 'held' THEN 'held' ELSE 'shown' END, NULL::integer, NULL::text;
    RETURN;
  END IF;
  -- Waits for an erasure and then sees it.
  PERFORM FROM fan WHERE id = p_fan AND erased_at IS NULL FOR KEY SHARE;
  IF NOT FOUND THEN
    RETURN QUERY SELECT 'gone', NULL::bigint, NULL::text, NULL::integer, NULL::text;
    RETURN;
  END IF;

  SELECT m.reason INTO v_muted FROM live_chat_mute m
   WHERE m.fan_id = p_fan AND coalesce(m.room_id, p_room) = p_room AND coalesce(m.until > p_at, true)
     AND m.granted IS NOT TRUE AND m.lifted_at IS NULL
   ORDER BY m.until DESC NULLS FIRST LIMIT 1;
  v_duty := live_chat_duty_state(p_room, p_opens_at, p_at);
  SELECT a.last_at INTO v_last FROM live_chat_author a WHERE a.fan_id = p_fan FOR NO KEY UPDATE;
  v_next := v_last + interval '2 seconds';
  IF p_role = 'fan' AND v_chat.slow_mode_seconds > 0 THEN
    v_next := greatest(v_next, (SELECT m.sent_at + v_chat.slow_mode_seconds * interval '1 second' FROM live_chat_message m
                                 WHERE m.fan_id = p_fan AND m.room_id = p_room ORDER BY m.id DESC LIMIT 1));
  END IF;

  RETURN QUERY
  SELECT r.refusal, NULL::bigint, NULL::text,
         CASE WHEN r.refusal = 'tooFast' THEN ceil(extract(epoch FROM v_next - p_at))::integer END,
         CASE WHEN r.refusal = 'muted' THEN v_muted END
    FROM (SELECT CASE WHEN v_muted IS NOT NULL AND p_role = 'fan' THEN 'muted'
                      WHEN v_chat.is_paused AND p_role = 'fan' THEN 'paused'
                      WHEN v_duty = 'readOnly' AND p_role = 'fan' THEN 'readOnly'
                      WHEN v_chat.moderators_only AND p_role = 'fan' THEN 'moderatorsOnly'
                      WHEN v_next > p_at THEN 'tooFast'
                      WHEN EXISTS (SELECT FROM live_chat_message m WHERE m.fan_id = p_fan AND m.room_id = p_room
                                      AND lower(m.text) = lower(p_text) AND m.sent_at > p_at - interval '1 minute')
                        THEN 'repeated'
                      WHEN v_chat.second = date_trunc('second', p_at) AND v_chat.sent_in_second = 20 THEN 'full' END) AS r (refusal)
   WHERE r.refusal IS NOT NULL;
  IF FOUND THEN
    RETURN;
  END IF;

  IF p_role = 'fan' AND v_because IS NULL AND (v_chat.hold_all OR v_duty <> 'open') THEN
    v_because := 'hold';
  END IF;
  -- Two first messages at once, in two rooms, had no row to lock; of them this takes one.
  INSERT INTO live_chat_author AS a (fan_id, last_at) VALUES (p_fan, p_at)
  ON CONFLICT (fan_id) DO UPDATE SET before_at = a.last_at, last_at = p_at WHERE a.last_at <= p_at - interval '2 seconds';
  IF NOT FOUND THEN
    RETURN QUERY SELECT 'tooFast', NULL::bigint, NULL::text, 2, NULL::text;
    RETURN;
  END IF;
  UPDATE live_chat
     SET second = date_trunc('second', p_at),
         sent_in_second = CASE WHEN second = date_trunc('second', p_at) THEN sent_in_second + 1 ELSE 1 END
   WHERE room_id = p_room;
  RETURN QUERY
  INSERT INTO live_chat_message (room_id, fan_id, client_id, text, role, sent_at, state, because, seq)
  VALUES (p_room, p_fan, p_client_id, p_text, p_role, p_at, CASE WHEN v_because IS NULL THEN 'shown' ELSE 'held' END, v_because,
          CASE WHEN v_because IS NULL THEN live_chat_next_seq(p_room) END)
  RETURNING 'sent', id, state, NULL::integer, NULL::text;
END $$;

REVOKE ALL ON FUNCTION send_chat_message FROM PUBLIC;
GRANT EXECUTE ON FUNCTION send_chat_message TO lightstick_app;
