-- A day's count of a fan is the number of moves asked for on it. An erased fan has no counts.
SELECT coalesce(d.fan_id, m.fan_id) AS fan, coalesce(d.day, m.day) AS day, d.moves, m.moves AS asked
  FROM nft_move_day d
  FULL JOIN (SELECT fan_id, day, count(*) AS moves FROM nft_mint WHERE day IS NOT NULL GROUP BY fan_id, day) m
         ON m.fan_id = d.fan_id AND m.day = d.day
  LEFT JOIN fan f ON f.id = m.fan_id
 WHERE d.moves IS DISTINCT FROM m.moves AND f.erased_at IS NULL;
