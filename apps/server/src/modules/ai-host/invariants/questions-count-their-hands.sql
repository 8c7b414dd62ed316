-- A question that can still be picked counts the hands that are up; later an erased fan's hand is gone, but was counted.
SELECT q.id, q.hands, coalesce(h.hands, 0) AS raised
  FROM ai_question q
  LEFT JOIN (SELECT question_id, count(*) AS hands FROM ai_hand GROUP BY question_id) h ON h.question_id = q.id
 WHERE q.hands < coalesce(h.hands, 0)
    OR q.over_at IS NULL AND q.picked_at IS NULL AND q.hands <> coalesce(h.hands, 0)
