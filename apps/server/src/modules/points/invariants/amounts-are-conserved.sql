-- For each unit, the sum of accounts and pools is zero.
SELECT u.name AS unit, coalesce(a.total, 0) AS with_fans, coalesce(p.total, 0) AS in_pools
  FROM ledger.unit u
  LEFT JOIN (SELECT unit, sum(balance) AS total FROM ledger.account GROUP BY unit) a ON a.unit = u.id
  LEFT JOIN (SELECT pool.unit, sum(s.credits - s.debits) AS total
               FROM ledger.pool_shard s JOIN ledger.pool pool ON pool.id = s.pool GROUP BY pool.unit) p ON p.unit = u.id
 WHERE coalesce(a.total, 0) + coalesce(p.total, 0) <> 0
