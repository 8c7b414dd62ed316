-- The shares of a settled period sum up to its pool, are those that its stakes give, and are what its hash says.
WITH weighed AS (
  SELECT p.id AS period_id, s.fan_id, sum(s.amount::numeric * s.factor) AS weight
    FROM staking_period p JOIN stake s ON s.first_period <= p.id AND s.end_period > p.id
   WHERE p.settled_at IS NOT NULL GROUP BY p.id, s.fan_id
)
SELECT p.id AS period, 'sum' AS problem, b.share::text AS is, p.pool::text AS expected
  FROM staking_period p
  LEFT JOIN (SELECT period_id, sum(share) AS share, sum(weight) AS weight, count(*) AS lines FROM stake_bonus GROUP BY period_id) b
    ON b.period_id = p.id
 WHERE p.settled_at IS NOT NULL
   AND (coalesce(b.share, 0) + p.returned <> p.pool OR coalesce(b.weight, 0) <> p.total_weight OR coalesce(b.lines, 0) <> p.stakers)
UNION ALL
SELECT coalesce(b.period_id, w.period_id), 'weight of ' || coalesce(b.fan_id, w.fan_id), b.weight::text, w.weight::text
  FROM stake_bonus b FULL JOIN weighed w ON w.period_id = b.period_id AND w.fan_id = b.fan_id
 WHERE b.weight IS DISTINCT FROM w.weight
UNION ALL
SELECT p.id, 'share in line ' || b.line, b.share::text, (p.pool * b.weight / p.total_weight)::text
  FROM stake_bonus b JOIN staking_period p ON p.id = b.period_id
 WHERE b.share - div(p.pool * b.weight::numeric, p.total_weight) NOT IN (0, 1)
UNION ALL
SELECT p.id, 'hash', encode(p.hash, 'hex'), encode(sha256(convert_to(staking_period_text(p.id), 'UTF8')), 'hex')
  FROM staking_period p
 WHERE p.settled_at IS NOT NULL AND p.hash <> sha256(convert_to(staking_period_text(p.id), 'UTF8'))
