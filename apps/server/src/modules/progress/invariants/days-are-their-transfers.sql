-- A fan's days add up to the journal up to the cursor: votes that count, rewarded tasks and places lifted. Simulated and
-- erased fans have no days.
SELECT coalesce(d.fan_id, t.fan) AS fan, d.votes, d.tasks, d.places, t.votes AS votes_in_the_journal, t.tasks AS tasks_in_the_journal
  FROM (SELECT fan_id, sum(votes) AS votes, sum(tasks) AS tasks, sum(places) AS places FROM fan_day
         WHERE votes > 0 OR tasks > 0 GROUP BY fan_id) d
  FULL JOIN (SELECT t.fan, coalesce(sum(t.amount) FILTER (WHERE t.reason IN (10, 13)), 0) AS votes,
                    count(*) FILTER (WHERE t.reason IN (40, 42, 44)) AS tasks,
                    coalesce(sum(greatest(t.rank_before - t.pool_rank, 0)), 0) AS places
               FROM ledger.transfer t
               JOIN fan f ON f.id = t.fan AND NOT f.simulated AND f.erased_at IS NULL
              WHERE (t.reason IN (13, 40, 42, 44) OR (t.reason = 10 AND t.flag IS NULL))
                AND t.xid < (SELECT xid FROM fan_day_cursor)
              GROUP BY t.fan) t
    ON t.fan = d.fan_id
 WHERE d.votes IS DISTINCT FROM t.votes OR d.tasks IS DISTINCT FROM t.tasks OR d.places IS DISTINCT FROM t.places
