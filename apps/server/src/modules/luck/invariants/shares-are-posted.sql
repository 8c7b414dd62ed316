-- Each grabbed share has its posting from the packet's pool, and each such posting has its share.
SELECT s.packet_id AS packet, s.slot, t.id AS transfer
  FROM (SELECT s.*, p.pool FROM packet_share s JOIN packet p ON p.id = s.packet_id WHERE s.fan_id IS NOT NULL) s
  FULL JOIN (SELECT * FROM ledger.transfer WHERE reason = 50) t
    ON t.fan = s.fan_id AND t.key = s.key AND t.pool = s.pool AND t.amount = s.amount AND t.direction = 1
 WHERE s.slot IS NULL OR t.id IS NULL
