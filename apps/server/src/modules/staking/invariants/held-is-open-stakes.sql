-- Each stake has its hold of Points, released when it returned; nothing else holds Points. What a fan holds is the sum of the
-- open stakes.
SELECT coalesce(s.fan_id, h.fan) AS fan, coalesce(s.key, h.key) AS key, s.amount, h.amount AS held, s.returned_at, h.released_at
  FROM stake s
  FULL JOIN (SELECT h.* FROM ledger.hold h JOIN ledger.unit u ON u.id = h.unit AND u.name = 'POINT') h
    ON h.fan = s.fan_id AND h.key = s.key
 WHERE s.amount IS DISTINCT FROM h.amount OR s.returned_at IS DISTINCT FROM h.released_at
UNION ALL
SELECT a.fan, NULL, coalesce(s.amount, 0), a.held, NULL, NULL
  FROM ledger.account a
  JOIN ledger.unit u ON u.id = a.unit AND u.name = 'POINT'
  LEFT JOIN (SELECT fan_id, sum(amount) AS amount FROM stake WHERE returned_at IS NULL GROUP BY fan_id) s ON s.fan_id = a.fan
 WHERE a.held <> coalesce(s.amount, 0)
