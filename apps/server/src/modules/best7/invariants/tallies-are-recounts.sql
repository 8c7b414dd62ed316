-- The tallies of an idol add up to a recount of all ballots.
SELECT activity_id, idol_id, t.points, t.first_places, r.points AS recounted_points, r.first_places AS recounted_first_places
  FROM (SELECT activity_id, idol_id, sum(points) AS points, sum(first_places) AS first_places
          FROM best7_tally GROUP BY activity_id, idol_id) t
  FULL JOIN (SELECT b.activity_id, p.idol_id, sum(8 - p.place) AS points, count(*) FILTER (WHERE p.place = 1) AS first_places
               FROM best7_ballot b
              CROSS JOIN LATERAL (VALUES (1, place_1), (2, place_2), (3, place_3), (4, place_4), (5, place_5), (6, place_6),
                                         (7, place_7)) AS p (place, idol_id)
              GROUP BY b.activity_id, p.idol_id) r
       USING (activity_id, idol_id)
 WHERE (t.points, t.first_places) IS DISTINCT FROM (r.points, r.first_places)
