-- Each move with a fee paid it once, and no fee was paid without a move.
SELECT coalesce(m.fan_id, t.fan) AS fan, coalesce(m.key, t.key) AS key, m.fee, t.amount
  FROM (SELECT * FROM nft_mint WHERE fee > 0) m
  FULL JOIN (SELECT t.* FROM ledger.transfer t
              WHERE t.reason = (SELECT code FROM ledger.reason WHERE name = 'nft_fee')) t
         ON t.fan = m.fan_id AND t.key = m.key
 WHERE m.fee IS DISTINCT FROM t.amount OR t.direction IS DISTINCT FROM -1;
