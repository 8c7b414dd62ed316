-- The shards of a song add up to its nominations, each on its stated day and received while nominations were open.
SELECT song_id, n.counted, s.nominations
  FROM (SELECT n.song_id, count(*) AS counted,
               count(*) FILTER (WHERE n.nominated_at >= e.nominations_open_at AND n.nominated_at < e.nominations_close_at
                                  AND n.day = (n.nominated_at AT TIME ZONE e.time_zone)::date) AS right
          FROM song_nomination n JOIN song_event e ON e.id = n.event_id
         GROUP BY n.song_id) n
  FULL JOIN (SELECT song_id, sum(nominations) AS nominations FROM song_nomination_shard GROUP BY song_id) s USING (song_id)
 WHERE n.counted IS DISTINCT FROM s.nominations OR n.right <> n.counted
