-- A round has a reward for each number of right answers, and every riddle has an accepted answer.
SELECT r.id, cardinality(r.rewards) AS rewards, count(q.id) AS riddles, count(s.riddle_id) AS solutions
  FROM riddle_round r
  LEFT JOIN riddle q ON q.round_id = r.id
  LEFT JOIN riddle_solution s ON s.riddle_id = q.id
 GROUP BY r.id, r.rewards
HAVING count(q.id) <> cardinality(r.rewards) OR count(s.riddle_id) <> count(q.id)
