-- Each gift of tickets has exactly two legs in the ledger, and each such leg has a gift.
SELECT g.id AS gift, t.id AS transfer
  FROM (SELECT g.id, g.key, u.id AS unit, g.tickets AS amount, leg.*
          FROM ticket_gift g
          JOIN activity a ON a.id = g.activity_id
          JOIN ledger.unit u ON u.name = a.ticket_asset
         CROSS JOIN LATERAL (VALUES (60, g.sender_id, g.sent_transfer), (61, g.receiver_id, g.received_transfer))
                            AS leg (reason, fan, transfer)) g
  FULL JOIN (SELECT * FROM ledger.transfer WHERE reason IN (60, 61)) t
    ON t.id = g.transfer AND t.fan = g.fan AND t.key = g.key AND t.unit = g.unit AND t.reason = g.reason
   AND t.amount = g.amount AND t.direction = CASE g.reason WHEN 60 THEN -1 ELSE 1 END
 WHERE g.id IS NULL OR t.id IS NULL
