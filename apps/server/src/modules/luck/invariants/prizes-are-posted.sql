-- Each payment and each prize of an asset has exactly its posting in the ledger, and each such posting its record.
WITH due AS (
  SELECT n.campaign_id AS campaign, n.fan_id AS fan, n.key, 'POINT' AS asset, CASE c.kind WHEN 'box' THEN 51 ELSE 54 END AS reason, n.paid AS amount
    FROM participation n JOIN campaign c ON c.id = n.campaign_id WHERE n.paid > 0
  UNION ALL
  SELECT n.campaign_id, n.fan_id, n.prize_key, z.asset, CASE c.kind WHEN 'box' THEN 52 ELSE 53 END, sum(z.amount)::bigint
    FROM participation n
    JOIN campaign c ON c.id = n.campaign_id
    JOIN campaign_opening o ON o.participation_id = n.id
    JOIN campaign_prize z ON z.campaign_id = o.campaign_id AND z.position = o.position AND z.asset IS NOT NULL
   GROUP BY n.id, c.kind, z.asset
  UNION ALL
  SELECT w.campaign_id, w.fan_id, w.key, z.asset, 55, z.amount
    FROM raffle_winner w
    JOIN campaign_prize z ON z.campaign_id = w.campaign_id AND z.position = w.position AND z.asset IS NOT NULL
)
SELECT d.fan, d.key, d.asset, d.amount, t.id AS transfer
  FROM due d
  FULL JOIN (SELECT t.*, u.name, p.name AS pool_name
               FROM ledger.transfer t JOIN ledger.unit u ON u.id = t.unit JOIN ledger.pool p ON p.id = t.pool
              WHERE t.reason IN (51, 52, 53, 54, 55)) t
    ON t.fan = d.fan AND t.key = d.key AND t.name = d.asset AND t.reason = d.reason AND t.amount = d.amount
       AND t.direction = CASE WHEN d.reason IN (51, 54) THEN -1 ELSE 1 END AND t.pool_name = 'campaign ' || d.campaign
 WHERE d.fan IS NULL OR t.id IS NULL
