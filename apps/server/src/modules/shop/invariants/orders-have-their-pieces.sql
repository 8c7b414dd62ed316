-- An order of NFTs has as many pieces as were ordered, and none once it is refunded. They are the fan's when it is done,
-- and not before.
SELECT o.id AS mall_order, o.state, o.num, coalesce(p.taken, 0) AS taken, coalesce(p.owned, 0) AS owned
  FROM mall_order o
  LEFT JOIN (SELECT order_id, count(*) AS taken, count(owner_id) AS owned FROM nft_piece GROUP BY order_id) p
    ON p.order_id = o.id
 WHERE o.kind = 'nft'
   AND (coalesce(p.taken, 0) <> CASE o.state WHEN 'refunded' THEN 0 ELSE o.num END
        OR coalesce(p.owned, 0) <> CASE o.state WHEN 'done' THEN o.num ELSE 0 END)
