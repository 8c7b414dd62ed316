-- What is over has shown its seeds, and what is on keeps exactly one secret. A CHECK keeps each seed what was promised.
SELECT s.subject, count(x.epoch) AS secrets, s.secrets AS expected
  FROM (SELECT id AS subject, CASE WHEN ended_at IS NULL THEN 1 ELSE 0 END AS secrets FROM packet
        UNION ALL
        SELECT id, CASE WHEN ended_at IS NULL AND (kind <> 'raffle' OR beacon = 'organiser') THEN 1 ELSE 0 END FROM campaign) s
  LEFT JOIN luck_seed x ON x.subject_id = s.subject AND x.revealed_at IS NULL
 GROUP BY s.subject, s.secrets HAVING count(x.epoch) <> s.secrets
