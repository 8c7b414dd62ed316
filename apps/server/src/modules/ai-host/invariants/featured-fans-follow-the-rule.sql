-- A featured fan asked the question on that day, with hands raised for it, and was featured at most once in seven days.
SELECT d.day, d.fan_id, q.fan_id AS asked_by, q.day AS asked_on
  FROM ai_featured_fan d
  LEFT JOIN ai_question q ON q.id = d.question_id
 WHERE q.id IS NOT NULL AND d.fan_id IS NOT NULL
       AND (q.fan_id IS DISTINCT FROM d.fan_id OR q.day <> d.day OR q.is_private OR q.hands < d.hands)
    OR EXISTS (SELECT FROM ai_featured_fan other
                WHERE other.fan_id = d.fan_id AND other.day < d.day AND other.day > d.day - 7)
