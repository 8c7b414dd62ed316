-- The sum that other modules paid from budgets equals their rewards in the ledger: riddles and videos.
SELECT b.points AS from_budgets, t.points AS in_ledger
  FROM (SELECT coalesce(sum(paid_elsewhere), 0) AS points FROM task_budget_shard) b
 CROSS JOIN (SELECT coalesce(sum(transfer.amount), 0) AS points
               FROM ledger.transfer JOIN ledger.unit ON unit.id = transfer.unit AND unit.name = 'POINT'
              WHERE transfer.reason IN (42, 44) AND transfer.direction = 1) t
 WHERE b.points <> t.points
