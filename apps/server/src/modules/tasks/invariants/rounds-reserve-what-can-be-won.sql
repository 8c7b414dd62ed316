-- A round's reserve is the most that the fans who unlocked it can win.
SELECT r.id, r.reserved, sum(u.rewards[cardinality(u.rewards)]) AS can_be_won
  FROM riddle_round r LEFT JOIN riddle_unlock u ON u.round_id = r.id
 GROUP BY r.id, r.reserved
HAVING r.reserved <> coalesce(sum(u.rewards[cardinality(u.rewards)]), 0)
