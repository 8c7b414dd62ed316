-- An order of NFTs has the ordered number of pieces, and none after a refund. The fan owns them only when the order is
-- done.
SELECT o.id AS mall_order, o.state, o.num, coalesce(p.taken, 0) AS taken, coalesce(p.owned, 0) AS owned
  FROM mall_order o
  LEFT JOIN (SELECT order_id, count(*) AS taken, count(owner_id) AS owned FROM nft_piece GROUP BY order_id) p
    ON p.order_id = o.id
 WHERE o.kind = 'nft'
   AND (coalesce(p.taken, 0) <> CASE o.state WHEN 'refunded' THEN 0 ELSE o.num END
        OR coalesce(p.owned, 0) <> CASE o.state WHEN 'done' THEN o.num ELSE 0 END)
