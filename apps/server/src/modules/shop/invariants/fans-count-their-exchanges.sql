-- A fan's counter for an offer equals the sum of the fan's exchanges of it.
SELECT offer_id, fan_id, f.exchanged, e.num AS in_exchanges
  FROM offer_fan f
  FULL JOIN (SELECT offer_id, fan_id, sum(num) AS num FROM exchange GROUP BY offer_id, fan_id) e USING (offer_id, fan_id)
 WHERE f.exchanged IS DISTINCT FROM e.num
