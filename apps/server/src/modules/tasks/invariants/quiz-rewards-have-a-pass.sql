-- No quiz reward without a pass in that occurrence. Only the claim remains of an erased fan.
SELECT c.fan_id, c.task_id, c.occurrence
  FROM task_claim c
  JOIN task t ON t.id = c.task_id AND t.type_id = 49
  JOIN fan f ON f.id = c.fan_id AND f.erased_at IS NULL
 WHERE NOT EXISTS (SELECT FROM quiz_attempt a
                    WHERE a.fan_id = c.fan_id AND a.task_id = c.task_id AND a.occurrence = c.occurrence AND a.passed)
