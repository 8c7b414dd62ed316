-- Each cheer has exactly one transfer in the ledger, in the sink of its idol, received while the activity was open.
-- Each such transfer has a cheer.
SELECT c.id AS cheer, t.id AS transfer, c.cheered_at
  FROM (SELECT c.*, u.id AS unit, d.opens_at, d.closes_at,
               (SELECT p.id FROM ledger.pool p
                 WHERE p.unit = u.id AND p.kind = 'sink' AND p.name = format('cheers %s/%s', c.activity_id, c.idol_id)) AS pool
          FROM cheer c
          JOIN activity a ON a.id = c.activity_id
          JOIN ledger.unit u ON u.name = a.ticket_asset
          JOIN ledger.period d ON d.id = a.period) c
  FULL JOIN (SELECT * FROM ledger.transfer WHERE reason = 62) t
    ON t.id = c.transfer AND t.fan = c.fan_id AND t.key = c.key AND t.unit = c.unit AND t.pool = c.pool
   AND t.amount = c.tickets AND t.direction = -1 AND t.received_at = c.cheered_at
 WHERE c.id IS NULL OR t.id IS NULL OR c.cheered_at < c.opens_at OR c.cheered_at >= c.closes_at
