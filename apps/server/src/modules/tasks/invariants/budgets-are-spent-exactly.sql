-- A task's spent budget is the sum of its awarded or held claims and of what other modules paid.
SELECT t.id, t.budget, s.unspent, s.paid_elsewhere, c.claimed
  FROM task t
  JOIN (SELECT task_id, count(*) AS shards, sum(unspent) AS unspent, sum(paid_elsewhere) AS paid_elsewhere
          FROM task_budget_shard GROUP BY task_id) s ON s.task_id = t.id
  LEFT JOIN (SELECT task_id, sum(points) AS claimed FROM task_claim WHERE state IN ('awarded', 'held') GROUP BY task_id) c
    ON c.task_id = t.id
 WHERE s.shards <> 8
    OR t.budget - s.unspent IS DISTINCT FROM
       CASE WHEN t.budget IS NOT NULL THEN coalesce(c.claimed, 0) + s.paid_elsewhere END
