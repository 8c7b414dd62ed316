-- Every conversion of tickets has exactly its two legs in the ledger, at the published rate, and every such leg its conversion.
SELECT c.id AS conversion, t.id AS transfer
  FROM (SELECT c.id, c.fan_id AS fan, c.key, u.id AS unit, leg.reason, leg.amount
          FROM ticket_conversion c
          JOIN activity a ON a.id = c.activity_id
         CROSS JOIN LATERAL (VALUES (30, a.ticket_asset, c.tickets), (31, a.vote_asset, c.votes)) AS leg (reason, asset, amount)
          JOIN ledger.unit u ON u.name = leg.asset) c
  FULL JOIN (SELECT * FROM ledger.transfer WHERE reason IN (30, 31)) t
    ON t.fan = c.fan AND t.key = c.key AND t.unit = c.unit AND t.reason = c.reason AND t.amount = c.amount
 WHERE c.id IS NULL OR t.id IS NULL
