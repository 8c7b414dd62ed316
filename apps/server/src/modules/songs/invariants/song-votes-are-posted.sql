-- Each vote of a final has exactly one transfer in the ledger, in the sink of its song, received while the final was
-- open. Each such transfer has a vote.
SELECT v.id AS song_vote, t.id AS transfer, v.voted_at
  FROM (SELECT v.*, u.id AS unit, e.final_opens_at, e.final_closes_at, (v.voted_at AT TIME ZONE e.time_zone)::date AS right_day,
               (SELECT p.id FROM ledger.pool p
                 WHERE p.unit = u.id AND p.kind = 'sink' AND p.name = format('songs %s/%s', v.event_id, v.song_id)) AS pool
          FROM song_vote v
          JOIN song_event e ON e.id = v.event_id
          JOIN activity a ON a.id = e.activity_id
          JOIN ledger.unit u ON u.name = a.vote_asset) v
  FULL JOIN (SELECT * FROM ledger.transfer WHERE reason = 63) t
    ON t.id = v.transfer AND t.fan = v.fan_id AND t.key = v.key AND t.unit = v.unit AND t.pool = v.pool
   AND t.amount = v.votes AND t.direction = -1 AND t.received_at = v.voted_at
 WHERE v.id IS NULL OR t.id IS NULL OR v.voted_at < v.final_opens_at OR v.voted_at >= v.final_closes_at
    OR v.day <> v.right_day
