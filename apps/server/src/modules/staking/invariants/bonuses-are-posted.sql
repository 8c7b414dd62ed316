-- Each paid bonus has exactly one transfer in the ledger, and each such transfer has a paid bonus.
SELECT coalesce(b.fan_id, t.fan) AS fan, coalesce(b.key, t.key) AS key, b.share, t.amount
  FROM (SELECT fan_id, key, share FROM stake_bonus WHERE paid_at IS NOT NULL) b
  FULL JOIN (SELECT fan, key, direction * amount AS amount FROM ledger.transfer WHERE reason = 70) t
    ON t.fan = b.fan_id AND t.key = b.key
 WHERE b.share IS DISTINCT FROM t.amount
