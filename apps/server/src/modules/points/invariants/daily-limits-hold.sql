-- Free votes and capped votes of a day stay within the period's limits. The order of the account's transfers sets the
-- day: a vote received before midnight but written after a later one counts to the later day.
SELECT fan, book, day, sum(votes) AS votes, sum(free) AS free, daily_cap, free_per_day
  FROM (SELECT t.fan, t.book, d.daily_cap, d.free_per_day,
               max((t.received_at AT TIME ZONE d.time_zone)::date) OVER (PARTITION BY t.fan, t.unit ORDER BY t.seq) AS day,
               CASE WHEN t.reason = 10 THEN t.amount ELSE 0 END AS votes,
               CASE WHEN t.reason = 11 THEN t.amount ELSE 0 END AS free
          FROM ledger.transfer t JOIN ledger.period d ON d.id = t.book WHERE t.reason IN (10, 11)) cast_on
 GROUP BY fan, book, day, daily_cap, free_per_day
HAVING sum(votes) > daily_cap OR sum(free) > free_per_day
