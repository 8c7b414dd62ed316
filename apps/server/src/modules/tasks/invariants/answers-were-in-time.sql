-- No answer came before its round was unlocked, or after it had closed.
SELECT a.fan_id, a.riddle_id, a.answered_at, u.unlocked_at, r.closes_at
  FROM riddle_answer a
  JOIN riddle_unlock u ON u.fan_id = a.fan_id AND u.round_id = a.round_id
  JOIN riddle_round r ON r.id = a.round_id
 WHERE a.answered_at < u.unlocked_at OR a.answered_at >= r.closes_at
