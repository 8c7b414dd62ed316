-- A fan writes nothing while a mute holds; calls within seconds of each other may be judged in the other order.
-- Each mute that is as young as the acts that are kept, and each lifting, is one of them.
SELECT 'written' AS rule, m.id FROM live_chat_message m
  JOIN live_chat_mute t ON t.fan_id = m.fan_id AND coalesce(t.room_id, m.room_id) = m.room_id
 WHERE m.role = 'fan' AND t.granted IS NOT TRUE
   AND m.sent_at > t.muted_at + interval '10 seconds'
   AND m.sent_at < coalesce(least(t.until, t.lifted_at), 'infinity') - interval '10 seconds'
UNION ALL
SELECT needed.action, needed.id
  FROM (SELECT 'mute' AS action, id, muted_at AS at FROM live_chat_mute
        UNION ALL
        SELECT 'liftMute', id, lifted_at FROM live_chat_mute WHERE lifted_at IS NOT NULL) AS needed
 WHERE needed.at >= (SELECT min(a.at) FROM live_chat_act a)
   AND NOT EXISTS (SELECT FROM live_chat_act a WHERE a.mute_id = needed.id AND a.action = needed.action)
