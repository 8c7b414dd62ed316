-- A drawn piece belongs to an order of its fan that was not paid, and each such order has its prizes.
SELECT coalesce(d.order_id, o.id) AS mall_order, d.serial, o.num
  FROM (SELECT x.order_id, x.fan_id, z.edition_id, count(*) AS num, array_agg(x.serial ORDER BY x.serial) AS serial
          FROM (SELECT campaign_id, position, order_id, fan_id, serial FROM campaign_opening
                UNION ALL SELECT campaign_id, position, order_id, fan_id, serial FROM raffle_winner) x
          JOIN campaign_prize z ON z.campaign_id = x.campaign_id AND z.position = x.position AND z.edition_id IS NOT NULL
         GROUP BY x.order_id, x.fan_id, z.edition_id) d
  FULL JOIN (SELECT o.*, array(SELECT p.serial FROM nft_piece p WHERE p.order_id = o.id ORDER BY p.serial) AS serials
               FROM mall_order o WHERE o.source = 'prize') o
    ON o.id = d.order_id AND o.fan_id = d.fan_id AND o.nft_edition_id = d.edition_id AND o.num = d.num AND o.serials = d.serial
 WHERE d.order_id IS NULL OR o.id IS NULL
