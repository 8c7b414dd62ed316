-- Each exchange has exactly two legs in the ledger, the Points paid and the tickets received, and each such leg has an
-- exchange.
SELECT coalesce(e.fan_id, t.fan) AS fan, coalesce(e.key, t.key) AS key, e.id AS exchange, e.paid, e.received, e.asset, t.posted
  FROM exchange e
  FULL JOIN (SELECT transfer.fan, transfer.key,
                    string_agg(format('%s %s', unit.name, transfer.direction * transfer.amount), ', ' ORDER BY reason) AS posted
               FROM ledger.transfer JOIN ledger.unit ON unit.id = transfer.unit
              WHERE transfer.reason IN (20, 21)
              GROUP BY transfer.fan, transfer.key) t
    ON t.fan = e.fan_id AND t.key = e.key
 WHERE t.posted IS DISTINCT FROM format('POINT -%s, %s %s', e.paid, e.asset, e.received)
