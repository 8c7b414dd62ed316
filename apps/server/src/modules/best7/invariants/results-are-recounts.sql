-- A stored result has each idol that a ballot names, with the sums of the tallies, in descending order of points.
SELECT activity_id, idol_id, r.points, r.first_places, t.points AS tallied_points, t.first_places AS tallied_first_places
  FROM best7_result r
  FULL JOIN (SELECT activity_id, idol_id, sum(points) AS points, sum(first_places) AS first_places
               FROM best7_tally WHERE activity_id IN (SELECT activity_id FROM best7_result)
              GROUP BY activity_id, idol_id) t USING (activity_id, idol_id)
 WHERE r.idol_id IS NULL OR (r.points, r.first_places) IS DISTINCT FROM (coalesce(t.points, 0), coalesce(t.first_places, 0))
UNION ALL
SELECT a.activity_id, a.idol_id, a.points, a.first_places, b.points, b.first_places
  FROM best7_result a JOIN best7_result b ON b.activity_id = a.activity_id AND b.rank < a.rank
 WHERE b.points < a.points
