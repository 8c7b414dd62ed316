-- What an account of an expiring unit has available was credited into its lots, and only such accounts have lots.
SELECT a.fan, a.unit, a.balance, a.held, coalesce(l.credited, 0) AS credited
  FROM ledger.account a
  JOIN ledger.unit u ON u.id = a.unit
  LEFT JOIN (SELECT fan, unit, sum(credited) AS credited FROM ledger.lot GROUP BY fan, unit) l
       ON l.fan = a.fan AND l.unit = a.unit
 WHERE CASE WHEN u.expires THEN a.balance - a.held > coalesce(l.credited, 0) ELSE l.credited IS NOT NULL END
