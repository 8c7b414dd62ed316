-- Each vote is in its period's book, in a tally or the quarantine of the round in which it was received. Each decision
-- moves exactly that quarantined vote, to the same idol's tally or to the voided pool.
SELECT t.book, t.id, t.pool, p.period, t.received_at, t.reason, t.leg
  FROM ledger.transfer t
  JOIN ledger.pool p ON p.id = t.pool
  LEFT JOIN ledger.period d ON d.id = p.period
  LEFT JOIN ledger.round r ON r.period = p.period AND r.round = p.round
 WHERE (p.period IS NOT NULL OR t.reason IN (10, 12, 13, 14))
   AND (t.book IS DISTINCT FROM p.period OR t.unit <> d.unit OR t.received_at < r.opens_at OR t.received_at >= r.closes_at
        OR (t.reason, t.direction, p.kind, t.leg) NOT IN
           ((10, -1, 'tally', 0), (10, -1, 'quarantine', 0), (12, 1, 'quarantine', 2), (13, -1, 'tally', 3), (14, -1, 'voided', 3))
        OR (t.reason = 10 AND (t.flag IS NOT NULL) <> (p.kind = 'quarantine'))
        OR (t.reason IN (12, 13, 14)
            AND NOT EXISTS (SELECT FROM ledger.transfer v JOIN ledger.pool q ON q.id = v.pool AND q.kind = 'quarantine'
                             WHERE v.book = t.book AND v.fan = t.fan AND v.unit = t.unit AND v.key = t.key AND v.leg = 0
                               AND v.amount = t.amount AND v.received_at = t.received_at AND q.name = p.name AND q.round = p.round)))
UNION ALL
-- A decision has both of its legs.
SELECT t.book, min(t.id), NULL, NULL, NULL, NULL, NULL
  FROM ledger.transfer t WHERE t.reason IN (12, 13, 14)
 GROUP BY t.book, t.fan, t.unit, t.key HAVING count(*) <> 2
