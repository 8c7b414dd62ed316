-- Each transaction of the faucet carries the coins of one grant, and the total of a day is the sum of its grants.
SELECT 'transaction' AS what, coalesce(t.id, g.transaction_id)::text AS which, t.value AS counted, g.wei AS granted
  FROM (SELECT * FROM chain_transaction WHERE purpose = 'testCoin') t
  FULL JOIN (SELECT transaction_id, wei FROM test_coin_grant WHERE transaction_id IS NOT NULL) g ON g.transaction_id = t.id
 WHERE t.value IS DISTINCT FROM g.wei
UNION ALL
SELECT 'day', coalesce(d.day, g.sent_on)::text, d.wei, g.wei
  FROM test_coin_day d
  FULL JOIN (SELECT sent_on, sum(wei) AS wei FROM test_coin_grant WHERE sent_on IS NOT NULL GROUP BY sent_on) g
    ON g.sent_on = d.day
 WHERE d.wei IS DISTINCT FROM g.wei
