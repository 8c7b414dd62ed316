-- Every vote stands in the book of its period, in a tally of that period, and was received inside the window.
SELECT t.book, t.id, t.pool, p.period, t.received_at
  FROM ledger.transfer t
  JOIN ledger.pool p ON p.id = t.pool
  LEFT JOIN ledger.period d ON d.id = p.period
 WHERE (p.kind = 'tally' OR t.reason = 10)
   AND (p.kind IS DISTINCT FROM 'tally' OR t.reason <> 10 OR t.direction <> -1 OR t.book IS DISTINCT FROM p.period
        OR t.unit <> d.unit OR t.received_at < d.opens_at OR t.received_at >= d.closes_at)
