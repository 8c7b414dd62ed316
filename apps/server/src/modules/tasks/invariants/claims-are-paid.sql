-- Every awarded claim of a task has exactly its reward in the ledger, of the same Points to the same fan, and every reward
-- its awarded claim; one that is held, refused or lapsed has none.
SELECT coalesce(c.fan_id, t.fan) AS fan, coalesce(c.key, t.key) AS key, c.task_id, c.occurrence, c.points, c.state, t.posted
  FROM task_claim c
  FULL JOIN (SELECT transfer.fan, transfer.key,
                    string_agg(format('%s %s', unit.name, transfer.direction * transfer.amount), ', ' ORDER BY leg) AS posted
               FROM ledger.transfer JOIN ledger.unit ON unit.id = transfer.unit
              WHERE transfer.reason = 40
              GROUP BY transfer.fan, transfer.key) t
    ON t.fan = c.fan_id AND t.key = c.key
 WHERE t.posted IS DISTINCT FROM CASE c.state WHEN 'awarded' THEN format('POINT %s', c.points) END
