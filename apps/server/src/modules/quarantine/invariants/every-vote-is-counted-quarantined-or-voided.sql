-- For each idol and round, counted, quarantined and voided votes add up to the votes cast for her, and her quarantine's
-- totals to the votes that ever entered it.
WITH cast_to AS (
  SELECT pool, sum(amount) AS votes FROM ledger.transfer WHERE reason = 10 GROUP BY pool
), holds AS (
  SELECT pool, sum(credits - debits) AS votes FROM ledger.pool_shard GROUP BY pool
)
SELECT t.activity_id, t.idol_id, t.round, counted.votes AS counted, q.quarantined, q.released, q.voided
  FROM candidate_tally t
  JOIN candidate_quarantine q ON q.activity_id = t.activity_id AND q.idol_id = t.idol_id AND q.round = t.round
  LEFT JOIN cast_to at_once ON at_once.pool = t.pool
  LEFT JOIN cast_to aside ON aside.pool = t.quarantine_pool
  LEFT JOIN holds counted ON counted.pool = t.pool
 WHERE coalesce(counted.votes, 0) + q.quarantined + q.voided <> coalesce(at_once.votes, 0) + coalesce(aside.votes, 0)
    OR q.quarantined + q.released + q.voided <> coalesce(aside.votes, 0)
    OR least(q.quarantined, q.released, q.voided) < 0
