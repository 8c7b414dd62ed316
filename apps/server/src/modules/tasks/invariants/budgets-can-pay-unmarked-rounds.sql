-- What is left of a task's budget can pay every unmarked answer, even if all are right.
SELECT t.id, s.unspent, u.can_be_won
  FROM task t
  JOIN (SELECT task_id, sum(unspent) AS unspent FROM task_budget_shard GROUP BY task_id) s ON s.task_id = t.id
  JOIN (SELECT round.task_id, sum(unlock.rewards[cardinality(unlock.rewards)]) AS can_be_won
          FROM riddle_unlock unlock JOIN riddle_round round ON round.id = unlock.round_id
         WHERE unlock.marked_at IS NULL
         GROUP BY round.task_id) u ON u.task_id = t.id
 WHERE t.budget IS NOT NULL AND s.unspent < u.can_be_won
