-- No account is negative, and no pool except the issue pools, which create amounts.
SELECT 'account' AS what, fan AS id, balance - held AS available FROM ledger.account WHERE held < 0 OR balance - held < 0
UNION ALL
SELECT 'pool ' || p.name, p.id, sum(s.credits - s.debits)
  FROM ledger.pool p JOIN ledger.pool_shard s ON s.pool = p.id WHERE p.kind <> 'issue'
 GROUP BY p.id, p.name HAVING sum(s.credits - s.debits) < 0
