-- A fan's all-time total equals the journal's credits up to the cursor. Simulated and erased fans have no total.
SELECT coalesce(p.fan_id, t.fan) AS fan, p.points, t.points AS in_the_journal
  FROM (SELECT fan_id, points FROM points_earned WHERE span = 'allTime') p
  FULL JOIN (SELECT t.fan, sum(t.amount) AS points
               FROM ledger.transfer t
               JOIN ledger.unit u ON u.id = t.unit AND u.name = 'POINT'
               JOIN fan f ON f.id = t.fan AND NOT f.simulated AND f.erased_at IS NULL
              WHERE t.direction = 1 AND t.reason IN (40, 41, 42, 44, 50, 53, 70, 90) AND t.xid < (SELECT xid FROM points_earned_cursor)
              GROUP BY t.fan) t
    ON t.fan = p.fan_id
 WHERE p.points IS DISTINCT FROM t.points
