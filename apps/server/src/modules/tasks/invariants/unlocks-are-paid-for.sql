-- Every unlock has exactly its price in the ledger and every such payment its unlock; likewise rewards and right answers.
SELECT coalesce(u.fan_id, t.fan) AS fan, coalesce(u.key, t.key) AS key, u.due, t.posted
  FROM (SELECT fan_id, key, format('43 POINT %s', -price) AS due FROM riddle_unlock
        UNION ALL
        SELECT fan_id, reward_key, format('42 POINT %s', reward) FROM riddle_unlock WHERE reward > 0) u
  FULL JOIN (SELECT transfer.fan, transfer.key,
                    string_agg(format('%s %s %s', transfer.reason, unit.name, transfer.direction * transfer.amount), ', '
                               ORDER BY leg) AS posted
               FROM ledger.transfer JOIN ledger.unit ON unit.id = transfer.unit
              WHERE transfer.reason IN (42, 43)
              GROUP BY transfer.fan, transfer.key) t
    ON t.fan = u.fan_id AND t.key = u.key
 WHERE t.posted IS DISTINCT FROM u.due
