-- The right count of every finished attempt matches its answers: all right options of a question and no other.
SELECT a.id, a.fan_id, a.right_count, marked.right_count AS should_be
  FROM quiz_attempt a
  JOIN quiz_edition e USING (quiz_id, edition)
  CROSS JOIN LATERAL (
    SELECT count(*) AS right_count
      FROM quiz_answer answer
     WHERE answer.attempt_id = a.id
       AND (SELECT array_agg(DISTINCT c.option ORDER BY c.option) FROM unnest(answer.chosen) AS c (option))
         = (SELECT array_agg(r.option::integer ORDER BY r.option::integer)
              FROM jsonb_array_elements_text(e.questions -> answer.question -> 'right') AS r (option))
  ) marked
 WHERE a.ended_at IS NOT NULL AND a.right_count <> marked.right_count
