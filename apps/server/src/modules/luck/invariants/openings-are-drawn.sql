-- What is paid for is drawn: the openings of a participation are the nonces that it was bound to, under a seed of that stretch.
-- One that waits has none, its seed is secret, and a job draws it within a minute.
SELECT n.id AS participation, n.campaign_id AS campaign, n.first_nonce, n.num, count(o.nonce) AS openings, n.since_after
  FROM participation n
  JOIN luck_seed s ON s.subject_id = n.campaign_id AND s.epoch = n.epoch
  LEFT JOIN luck_seed later ON later.subject_id = n.campaign_id AND later.epoch = n.epoch + 1
  LEFT JOIN campaign_opening o ON o.participation_id = n.id
 WHERE n.first_nonce IS NOT NULL
 GROUP BY n.id, s.first_nonce, s.revealed_at, later.first_nonce
HAVING count(o.nonce) <> CASE WHEN n.since_after IS NULL THEN 0 ELSE n.num END
    OR min(o.nonce) <> n.first_nonce OR max(o.nonce) <> n.first_nonce + n.num - 1
    OR n.first_nonce < s.first_nonce OR n.first_nonce >= later.first_nonce
    OR (n.since_after IS NULL AND (s.revealed_at IS NOT NULL OR n.at < now() - interval '5 minutes'))
