-- No order that failed has a piece on its way or in a wallet; and an order that is minted directly is done exactly when all its
-- pieces are.
SELECT o.id AS mall_order, o.state, count(m.serial) AS mints, count(m.minted_at) AS minted
  FROM mall_order o JOIN nft_mint m ON m.order_id = o.id
 GROUP BY o.id
HAVING o.state IN ('paid', 'failed', 'refunded')
    OR o.state = 'done' AND count(*) FILTER (WHERE m.key IS NULL AND m.minted_at IS NULL) > 0
    OR o.state = 'processing' AND count(m.key) > 0;
