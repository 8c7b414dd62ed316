-- A badge is shown by a fan whose days earn it. Fans with acts that the job has not yet added to their days are left out.
WITH day AS (
  SELECT d.*, d.day - row_number() OVER (PARTITION BY d.fan_id ORDER BY d.day)::integer AS run
    FROM fan_day d JOIN shown_badge USING (fan_id)
), has AS (
  SELECT fan_id, count(*) FILTER (WHERE votes > 0) AS vote_days, sum(least(tasks, 3)) AS tasks,
         count(*) FILTER (WHERE places > 0) AS lift_days, bool_or(at_night) AS at_night,
         bool_or(votes > 0 AND tasks >= 3) AS full_day
    FROM day GROUP BY fan_id
), longest AS (
  SELECT fan_id, max(days) AS days FROM (SELECT fan_id, count(*) AS days FROM day GROUP BY fan_id, run) r GROUP BY fan_id
)
SELECT b.fan_id, b.badge
  FROM shown_badge b LEFT JOIN has h USING (fan_id) LEFT JOIN longest r USING (fan_id)
 WHERE NOT EXISTS (SELECT FROM ledger.transfer t
                    WHERE t.fan = b.fan_id AND t.reason IN (10, 13, 40, 42, 44) AND t.xid >= (SELECT xid FROM fan_day_cursor))
   AND CASE b.badge
         WHEN 'firstVote' THEN h.vote_days >= 1
         WHEN 'firstTask' THEN h.tasks >= 1
         WHEN 'sevenDays' THEN r.days >= 7
         WHEN 'thirtyDays' THEN r.days >= 30
         WHEN 'hundredDays' THEN h.vote_days >= 100
         WHEN 'lifter' THEN h.lift_days >= 3
         WHEN 'nightOwl' THEN h.at_night
         WHEN 'fullDay' THEN h.full_day
         WHEN 'hundredTasks' THEN h.tasks >= 100
         WHEN 'levelTen' THEN h.vote_days >= 45 AND h.tasks >= 90
       END IS NOT TRUE
