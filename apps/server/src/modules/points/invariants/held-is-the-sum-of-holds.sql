-- An account holds exactly what is held and not released.
SELECT coalesce(a.fan, h.fan) AS fan, coalesce(a.unit, h.unit) AS unit, a.held, h.amount AS by_holds
  FROM (SELECT fan, unit, held FROM ledger.account WHERE held > 0) a
  FULL JOIN (SELECT fan, unit, sum(amount) AS amount FROM ledger.hold WHERE released_at IS NULL GROUP BY fan, unit) h
    ON h.fan = a.fan AND h.unit = a.unit
 WHERE a.held IS DISTINCT FROM h.amount
