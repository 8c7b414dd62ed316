-- Each grant of test coins that was not sent has exactly one transfer in the ledger, and each such transfer has a grant.
SELECT coalesce(g.fan_id, t.fan) AS fan, coalesce(g.key, t.key) AS key, g.turn, g.amount, t.posted
  FROM test_coin_grant g
  FULL JOIN (SELECT transfer.fan, transfer.key,
                    string_agg(format('%s %s', unit.name, transfer.direction * transfer.amount), ', ' ORDER BY leg) AS posted
               FROM ledger.transfer JOIN ledger.unit ON unit.id = transfer.unit
              WHERE transfer.reason = 80
              GROUP BY transfer.fan, transfer.key) t
    ON t.fan = g.fan_id AND t.key = g.key
 WHERE t.posted IS DISTINCT FROM CASE WHEN g.amount > 0 THEN format('TEST_COIN %s', g.amount) END
