-- No fan exceeds the published limit near the end of a round, or the daily share of votes that are not free. As with
-- daily limits, a vote that is written late counts to the later day and window.
WITH cast_on AS (
  SELECT t.fan, t.book, t.reason, t.amount, d.paid_share_max, d.ending_caps,
         max((t.received_at AT TIME ZONE d.time_zone)::date) OVER account AS day,
         max(width_bucket(t.received_at, d.ending_from)) OVER account AS step
    FROM ledger.transfer t JOIN ledger.period d ON d.id = t.book
   WHERE t.reason IN (10, 11) AND (d.paid_share_max IS NOT NULL OR cardinality(d.ending_from) > 0)
  WINDOW account AS (PARTITION BY t.fan, t.unit ORDER BY t.seq)
)
SELECT fan, book, 'near the end' AS limit, sum(amount) AS votes, ending_caps[step] AS most
  FROM cast_on WHERE reason = 10
 GROUP BY fan, book, step, ending_caps[step]
HAVING sum(amount) > ending_caps[step]
UNION ALL
SELECT fan, book, 'paid share of ' || day, sum(amount) FILTER (WHERE reason = 10), paid_share_max
  FROM cast_on
 GROUP BY fan, book, day, paid_share_max
HAVING (sum(amount) FILTER (WHERE reason = 10) - coalesce(sum(amount) FILTER (WHERE reason = 11), 0)) * 100
       > paid_share_max * sum(amount) FILTER (WHERE reason = 10)
