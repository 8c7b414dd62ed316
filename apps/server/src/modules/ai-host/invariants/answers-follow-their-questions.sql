-- An answered question has an answer that was shown, an open one has none yet, and no answer is by an owner yet to come.
SELECT q.id, q.state, a.id AS answer, a.starts_at, a.fence
  FROM ai_question q
  LEFT JOIN ai_answer a ON a.question_id = q.id
  LEFT JOIN ai_question other ON other.id = q.merged_into
 WHERE q.state = 'answered' AND a.starts_at IS NULL
    OR q.state IN ('waiting', 'answering', 'merged') AND a.id IS NOT NULL
    OR q.state = 'held' AND (a.id IS NULL) <> (q.picked_at IS NULL)
    OR q.state = 'merged' AND other.picked_at IS NULL
    OR a.fence > (SELECT fence FROM ai_host)
