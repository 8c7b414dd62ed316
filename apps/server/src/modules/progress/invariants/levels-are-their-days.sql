-- The level of a fan is the highest n with n(n-1)/2 days with a vote and n(n-1) tasks, at most three of a day. Only levels
-- above 1 are stored.
SELECT coalesce(l.fan_id, d.fan_id) AS fan, l.level, d.vote_days, d.tasks
  FROM fan_level l
  FULL JOIN (SELECT fan_id, count(*) FILTER (WHERE votes > 0) AS vote_days, sum(least(tasks, 3)) AS tasks
               FROM fan_day GROUP BY fan_id) d
    ON d.fan_id = l.fan_id
 WHERE (l.level IS NULL AND d.vote_days >= 1 AND d.tasks >= 2)
    OR (l.level IS NOT NULL AND (
         coalesce(d.vote_days < l.level * (l.level - 1) / 2 OR d.tasks < l.level * (l.level - 1), true)
         OR (d.vote_days >= l.level * (l.level + 1) / 2 AND d.tasks >= l.level * (l.level + 1))))
