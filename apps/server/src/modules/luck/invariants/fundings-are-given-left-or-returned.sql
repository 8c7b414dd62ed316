-- Claimed, left and returned make what was funded. After the end nothing is left: what was not given went back.
SELECT f.subject_id AS subject, f.asset, f.amount, f.returned, g.given, g.is_over
  FROM luck_funding f
  JOIN (SELECT p.id AS subject, p.asset, coalesce(sum(s.amount) FILTER (WHERE s.fan_id IS NOT NULL), 0) AS given,
               sum(s.amount) AS funded, p.ended_at IS NOT NULL AS is_over
          FROM packet p JOIN packet_share s ON s.packet_id = p.id GROUP BY p.id
        UNION ALL
        SELECT c.id, z.asset, sum(z.amount * z.drawn), sum(z.amount * z.total), c.ended_at IS NOT NULL
          FROM campaign c JOIN campaign_prize z ON z.campaign_id = c.id AND z.asset IS NOT NULL GROUP BY c.id, z.asset) g
    ON g.subject = f.subject_id AND g.asset = f.asset
 WHERE f.amount <> g.funded OR g.given > f.amount OR (f.returned IS NOT NULL) <> g.is_over
    OR (g.is_over AND g.given + f.returned <> f.amount)
UNION ALL
-- Nothing is given without a funding.
SELECT g.subject, g.asset, NULL, NULL, NULL, NULL
  FROM (SELECT id AS subject, asset FROM packet
        UNION SELECT campaign_id, asset FROM campaign_prize WHERE asset IS NOT NULL) g
 WHERE NOT EXISTS (SELECT FROM luck_funding f WHERE f.subject_id = g.subject AND f.asset = g.asset)
