-- Positions lie within those of their chat. What is pinned is shown in its room. A message that was reported for child safety
-- is locked, and no locked message is shown, nor one that three fans have reported. Reports that hide nothing only wait.
SELECT 'position' AS rule, m.id FROM live_chat_message m JOIN live_chat c USING (room_id) WHERE m.seq > c.seq
UNION ALL
SELECT 'pinned', m.id FROM live_chat c JOIN live_chat_message m ON m.id = c.pinned_id
 WHERE m.room_id <> c.room_id OR m.state <> 'shown'
UNION ALL
SELECT 'locked', m.id FROM live_chat_lock l JOIN live_chat_message m ON m.id = l.message_id WHERE m.state <> 'hidden'
UNION ALL
SELECT 'child safety', r.message_id FROM live_chat_report r
 WHERE r.reason = 'childSafety' AND r.hides AND r.looked_at_at IS NULL
   AND NOT EXISTS (SELECT FROM live_chat_lock l WHERE l.message_id = r.message_id)
UNION ALL
SELECT 'reported', m.id FROM live_chat_report r JOIN live_chat_message m ON m.id = r.message_id
 WHERE r.looked_at_at IS NULL AND r.hides AND m.state = 'shown' GROUP BY m.id HAVING count(*) >= 3
