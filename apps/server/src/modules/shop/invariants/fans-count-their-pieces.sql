-- A fan's counter for an edition equals the number of its pieces that the fan has taken.
SELECT edition_id, fan_id, f.pieces, p.taken
  FROM nft_edition_fan f
  FULL JOIN (SELECT edition_id, buyer_id AS fan_id, count(*) AS taken
               FROM nft_piece WHERE buyer_id IS NOT NULL GROUP BY edition_id, buyer_id) p USING (edition_id, fan_id)
 WHERE coalesce(f.pieces, 0) <> coalesce(p.taken, 0)
