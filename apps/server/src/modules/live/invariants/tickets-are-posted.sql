-- Each ticket was paid by exactly one transfer, and each refund by one back; each such transfer has a ticket.
SELECT coalesce(k.fan_id, t.fan) AS fan, coalesce(k.key, t.key) AS key, k.amount AS expected, t.amount
  FROM (SELECT fan_id, key, -paid AS amount, 64 AS reason FROM live_ticket
        UNION ALL
        SELECT fan_id, refund_key, paid, 65 FROM live_ticket WHERE refunded_at IS NOT NULL) k
  FULL JOIN (SELECT fan, key, direction * amount AS amount, reason FROM ledger.transfer WHERE reason IN (64, 65)) t
    ON t.fan = k.fan_id AND t.key = k.key AND t.reason = k.reason
 WHERE k.amount IS DISTINCT FROM t.amount
