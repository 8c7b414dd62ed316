-- Each pool, and so each idol's tally, equals the recount of its transfers.
SELECT pool, s.debits, t.debits AS recounted_debits, s.credits, t.credits AS recounted_credits, s.transfers, t.transfers AS recounted
  FROM (SELECT pool, sum(debits) AS debits, sum(credits) AS credits, sum(transfers) AS transfers
          FROM ledger.pool_shard GROUP BY pool) s
  FULL JOIN (SELECT pool, coalesce(sum(amount) FILTER (WHERE direction = 1), 0) AS debits,
                    coalesce(sum(amount) FILTER (WHERE direction = -1), 0) AS credits, count(*) AS transfers
               FROM ledger.transfer GROUP BY pool) t USING (pool)
 WHERE (s.debits, s.credits, s.transfers) IS DISTINCT FROM (t.debits, t.credits, t.transfers)
