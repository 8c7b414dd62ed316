-- A fan's counter for an edition equals the number of its pieces that the fan has bought; prizes do not count.
SELECT edition_id, fan_id, f.pieces, p.taken
  FROM nft_edition_fan f
  FULL JOIN (SELECT piece.edition_id, piece.buyer_id AS fan_id, count(*) AS taken
               FROM nft_piece piece JOIN mall_order o ON o.id = piece.order_id AND o.source = 'mall'
              GROUP BY piece.edition_id, piece.buyer_id) p USING (edition_id, fan_id)
 WHERE coalesce(f.pieces, 0) <> coalesce(p.taken, 0)
