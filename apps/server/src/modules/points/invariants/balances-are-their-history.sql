-- Each account's balance and transfer count equal those of its transfers, and each transfer has an account.
SELECT fan, unit, a.balance, t.balance AS by_history, a.seq, t.seq AS seq_by_history
  FROM ledger.account a
  FULL JOIN (SELECT fan, unit, sum(direction * amount) AS balance, count(*) AS seq FROM ledger.transfer GROUP BY fan, unit) t
       USING (fan, unit)
 WHERE a.fan IS NULL OR a.balance <> coalesce(t.balance, 0) OR a.seq <> coalesce(t.seq, 0)
