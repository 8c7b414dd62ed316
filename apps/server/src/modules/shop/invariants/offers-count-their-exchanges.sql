-- The counter of an offer with a stock equals the sum of its exchanges and the sum of its fans' counters.
SELECT offer.id, offer.exchanged, coalesce(e.num, 0) AS in_exchanges, coalesce(f.num, 0) AS by_fans
  FROM offer
  LEFT JOIN (SELECT offer_id, sum(num) AS num FROM exchange GROUP BY offer_id) e ON e.offer_id = offer.id
  LEFT JOIN (SELECT offer_id, sum(exchanged) AS num FROM offer_fan GROUP BY offer_id) f ON f.offer_id = offer.id
 WHERE offer.stock IS NOT NULL AND (offer.exchanged <> coalesce(e.num, 0) OR offer.exchanged <> coalesce(f.num, 0))
