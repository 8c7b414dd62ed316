-- A settled round's result equals the recount of its tallies plus their carried votes; no other round has a result.
WITH reached AS (
  SELECT r.*, coalesce((SELECT max(x.received_at) FROM ledger.transfer x
                         WHERE x.book = a.period AND x.pool = t.pool AND x.direction = -1), t.carried_at) AS reached_at
    FROM round_result r
    JOIN activity a ON a.id = r.activity_id
    JOIN candidate_tally t ON t.activity_id = r.activity_id AND t.idol_id = r.idol_id AND t.round = r.round
)
SELECT r.activity_id, r.round, r.idol_id, 'recount' AS what, r.votes AS stands, t.carried + j.votes AS counted
  FROM round_result r
  LEFT JOIN candidate_tally t ON t.activity_id = r.activity_id AND t.idol_id = r.idol_id AND t.round = r.round
  LEFT JOIN activity a ON a.id = r.activity_id
  LEFT JOIN ledger.round d ON d.period = a.period AND d.round = r.round
 CROSS JOIN LATERAL (SELECT coalesce(sum(x.amount), 0) AS votes FROM ledger.transfer x
                      WHERE x.book = a.period AND x.pool = t.pool AND x.direction = -1) j
 WHERE r.votes IS DISTINCT FROM t.carried + j.votes OR d.status IS DISTINCT FROM 'settled'
UNION ALL
-- Exactly the first ranks advance and have a tally in the next round.
SELECT r.activity_id, r.round, r.idol_id, 'goes on', r.rank, d.go_on
  FROM round_result r
  JOIN activity a ON a.id = r.activity_id
  JOIN ledger.round d ON d.period = a.period AND d.round = r.round
 WHERE r.goes_on <> coalesce(r.rank <= d.go_on, false)
    OR r.goes_on <> EXISTS (SELECT FROM candidate_tally t WHERE t.activity_id = r.activity_id AND t.idol_id = r.idol_id AND t.round = r.round + 1)
UNION ALL
-- Each tally of a later round begins with its idol's votes or with zero.
SELECT t.activity_id, t.round, t.idol_id, 'carried', t.carried, r.votes
  FROM candidate_tally t
  JOIN activity a ON a.id = t.activity_id
  LEFT JOIN ledger.round d ON d.period = a.period AND d.round = t.round - 1
  LEFT JOIN round_result r ON r.activity_id = t.activity_id AND r.idol_id = t.idol_id AND r.round = t.round - 1
 WHERE t.carried IS DISTINCT FROM CASE WHEN t.round = 1 THEN 0 WHEN d.carries THEN r.votes WHEN r.goes_on THEN 0 END
UNION ALL
-- A carried count was reached when its last vote was received, in any round.
SELECT t.activity_id, t.round, t.idol_id, 'carried at', NULL, NULL
  FROM candidate_tally t
  JOIN activity a ON a.id = t.activity_id
  LEFT JOIN candidate_tally f ON f.activity_id = t.activity_id AND f.idol_id = t.idol_id AND f.round = t.round - 1
  LEFT JOIN ledger.round d ON d.period = a.period AND d.round = f.round AND d.carries
 CROSS JOIN LATERAL (SELECT max(x.received_at) AS at FROM ledger.transfer x
                      WHERE x.book = a.period AND x.pool = f.pool AND x.direction = -1) j
 WHERE t.carried_at IS DISTINCT FROM CASE WHEN d.round IS NOT NULL THEN coalesce(j.at, f.carried_at) END
UNION ALL
-- Without shared ranks, the earlier of two equal counts ranks first.
SELECT a.activity_id, a.round, a.idol_id, 'first', a.rank, b.rank
  FROM reached a
  JOIN reached b ON b.activity_id = a.activity_id AND b.round = a.round AND b.votes = a.votes AND b.rank < a.rank
  JOIN activity c ON c.id = a.activity_id
  JOIN ledger.period p ON p.id = c.period AND NOT p.shares_places
 WHERE a.reached_at < b.reached_at
UNION ALL
-- More votes never rank below fewer.
SELECT a.activity_id, a.round, a.idol_id, 'order', a.votes, b.votes
  FROM round_result a
  JOIN round_result b ON b.activity_id = a.activity_id AND b.round = a.round AND b.rank < a.rank
 WHERE b.votes < a.votes
