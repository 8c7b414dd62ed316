-- The free votes of a day belong to a vote and stay within the period's number; so do the votes of the cap. A vote received
-- just before midnight but written just after one received after it counts to the later day, so days are read from the
-- order of the account's own transfers.
SELECT fan, book, day, sum(votes) AS votes, sum(free) AS free, daily_cap, free_per_day
  FROM (SELECT t.fan, t.book, d.daily_cap, d.free_per_day,
               max((t.received_at AT TIME ZONE d.time_zone)::date) OVER (PARTITION BY t.fan, t.unit ORDER BY t.seq) AS day,
               CASE WHEN t.reason = 10 THEN t.amount ELSE 0 END AS votes,
               CASE WHEN t.reason = 11 THEN t.amount ELSE 0 END AS free
          FROM ledger.transfer t JOIN ledger.period d ON d.id = t.book WHERE t.reason IN (10, 11)) cast_on
 GROUP BY fan, book, day, daily_cap, free_per_day
HAVING sum(votes) > daily_cap OR sum(free) > free_per_day
