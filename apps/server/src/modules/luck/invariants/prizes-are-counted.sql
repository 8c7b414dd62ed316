-- Drawn prizes are the openings or the winners that have them; openings, with those that are paid and wait, have no gaps; fans
-- count theirs.
SELECT z.campaign_id AS campaign, z.prize_id AS what, z.drawn::bigint AS counted, coalesce(d.drawn, 0) AS recounted
  FROM campaign_prize z
  LEFT JOIN (SELECT campaign_id, position, count(*) AS drawn
               FROM (SELECT campaign_id, position FROM campaign_opening
                     UNION ALL SELECT campaign_id, position FROM raffle_winner) x
              GROUP BY campaign_id, position) d ON d.campaign_id = z.campaign_id AND d.position = z.position
 WHERE z.drawn <> coalesce(d.drawn, 0)
UNION ALL
SELECT c.id, 'nonces', c.nonce, count(o.nonce) + coalesce(max(w.num), 0)
  FROM campaign c
  LEFT JOIN campaign_opening o ON o.campaign_id = c.id
  LEFT JOIN participation w ON w.campaign_id = c.id AND w.first_nonce IS NOT NULL AND w.since_after IS NULL
 GROUP BY c.id
HAVING c.nonce <> count(o.nonce) + coalesce(max(w.num), 0) OR count(o.nonce) <> coalesce(max(o.nonce), 0)
UNION ALL
SELECT c.id, 'fans', c.fans, count(f.fan_id)
  FROM campaign c LEFT JOIN campaign_fan f ON f.campaign_id = c.id GROUP BY c.id HAVING c.fans <> count(f.fan_id)
UNION ALL
SELECT c.id, 'entries', c.entries, coalesce(sum(f.used), 0)
  FROM campaign c LEFT JOIN campaign_fan f ON f.campaign_id = c.id
 WHERE c.kind = 'raffle' GROUP BY c.id HAVING c.entries <> coalesce(sum(f.used), 0)
UNION ALL
SELECT f.campaign_id, 'used by a fan', f.used, coalesce(n.num, 0)
  FROM campaign_fan f
  LEFT JOIN (SELECT campaign_id, fan_id, sum(num) AS num FROM participation GROUP BY campaign_id, fan_id) n
    ON n.campaign_id = f.campaign_id AND n.fan_id = f.fan_id
 WHERE f.used <> coalesce(n.num, 0)
UNION ALL
-- Attempts of a day that were used are the draws of that day, waiting ones included.
SELECT d.campaign_id, 'attempts', sum(d.used), c.nonce
  FROM campaign c JOIN envelope_day d ON d.campaign_id = c.id GROUP BY d.campaign_id, c.nonce HAVING sum(d.used) <> c.nonce
UNION ALL
SELECT n.campaign_id, 'paid', n.paid, n.num * c.price
  FROM participation n JOIN campaign c ON c.id = n.campaign_id WHERE n.paid <> n.num * c.price
