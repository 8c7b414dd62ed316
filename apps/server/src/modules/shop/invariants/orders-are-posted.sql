-- Each order has exactly its legs in the ledger: the Points paid, the votes of a vote pack, the same Points back on a
-- refund. Each such leg has an order. A prize has no payment.
SELECT o.id AS mall_order, t.id AS transfer
  FROM (SELECT o.id, o.fan_id AS fan, leg.key, u.id AS unit, leg.reason, leg.direction, leg.amount
          FROM mall_order o
         CROSS JOIN LATERAL (VALUES (22, -1, 'POINT', o.key, o.paid), (23, 1, o.asset, o.key, o.votes),
                                    (24, 1, 'POINT', o.refund_key, o.paid)) AS leg (reason, direction, asset, key, amount)
          JOIN ledger.unit u ON u.name = leg.asset
         WHERE leg.key IS NOT NULL AND o.source = 'mall') o
  FULL JOIN (SELECT * FROM ledger.transfer WHERE reason IN (22, 23, 24)) t
    ON t.fan = o.fan AND t.key = o.key AND t.unit = o.unit AND t.reason = o.reason AND t.direction = o.direction
       AND t.amount = o.amount
 WHERE o.id IS NULL OR t.id IS NULL
