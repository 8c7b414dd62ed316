-- Every decided vote is in the ledger with the same amount and verdict, and no vote left quarantine without a decision.
SELECT d.vote_id, l.vote AS lifted, d.num, l.amount
  FROM (SELECT v.vote_id, v.num, CASE c.verdict WHEN 'released' THEN 13 ELSE 14 END AS reason, a.period
          FROM decided_vote v JOIN vote_decision c ON c.id = v.decision_id JOIN activity a ON a.id = c.activity_id) d
  FULL JOIN (SELECT o.id AS vote, l.book, l.reason, l.amount
               FROM ledger.transfer l
               JOIN ledger.transfer o ON o.book = l.book AND o.fan = l.fan AND o.unit = l.unit AND o.key = l.key AND o.leg = 0
              WHERE l.reason IN (13, 14)) l
    ON l.vote = d.vote_id AND l.book = d.period AND l.reason = d.reason AND l.amount = d.num
 WHERE d.vote_id IS NULL OR l.vote IS NULL
UNION ALL
-- Every decision has votes.
SELECT NULL, NULL, NULL, c.id FROM vote_decision c
 WHERE NOT EXISTS (SELECT FROM decided_vote v WHERE v.decision_id = c.id)
