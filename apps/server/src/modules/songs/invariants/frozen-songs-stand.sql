-- A frozen round has a result for each song that took part, equal to the counted votes; the most nominated songs are
-- the finalists. A round that is not frozen has no results.
WITH counted AS (
  SELECT s.event_id, s.id AS song_id, r.round,
         CASE r.round WHEN 'nominations' THEN
           (SELECT count(*) FROM song_nomination n WHERE n.song_id = s.id)
         ELSE (SELECT coalesce(sum(v.votes), 0) FROM song_vote v WHERE v.song_id = s.id) END AS votes,
         CASE r.round WHEN 'nominations' THEN e.nominations_frozen_at IS NOT NULL
         ELSE e.final_frozen_at IS NOT NULL AND f.song_id IS NOT NULL END AS is_due
    FROM song s
    JOIN song_event e ON e.id = s.event_id
    LEFT JOIN song_finalist f ON f.song_id = s.id
   CROSS JOIN (VALUES ('nominations'), ('final')) AS r (round)
)
SELECT event_id, song_id, c.round, c.votes, r.votes AS in_result
  FROM counted c LEFT JOIN song_result r USING (event_id, song_id, round)
 WHERE (r.song_id IS NOT NULL) <> c.is_due OR (c.is_due AND r.votes <> c.votes)
UNION ALL
SELECT e.id, coalesce(f.song_id, r.song_id), 'finalist', NULL, r.rank
  FROM song_event e
  JOIN song_result r ON r.event_id = e.id AND r.round = 'nominations'
  LEFT JOIN song_finalist f ON f.song_id = r.song_id
 WHERE (f.song_id IS NOT NULL) <> (r.rank <= e.places)
UNION ALL
SELECT a.event_id, a.song_id, a.round, a.votes, b.votes
  FROM song_result a JOIN song_result b ON b.event_id = a.event_id AND b.round = a.round AND b.rank < a.rank
 WHERE b.votes < a.votes
