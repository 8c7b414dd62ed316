-- The sink through which gifts pass is empty.
SELECT p.id AS pool, sum(s.credits - s.debits) AS left_behind
  FROM ledger.pool p JOIN ledger.pool_shard s ON s.pool = p.id
 WHERE p.kind = 'sink' AND p.name = 'ticket gifts'
 GROUP BY p.id HAVING sum(s.credits - s.debits) <> 0
