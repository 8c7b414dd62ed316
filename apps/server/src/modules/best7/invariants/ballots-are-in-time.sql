-- Each ballot was received while its poll was open, on its stated day in the poll's time zone.
SELECT b.id AS ballot, b.cast_at, b.day, p.opens_at, p.closes_at, p.time_zone
  FROM best7_ballot b JOIN best7_poll p USING (activity_id)
 WHERE b.cast_at < p.opens_at OR b.cast_at >= p.closes_at OR b.day <> (b.cast_at AT TIME ZONE p.time_zone)::date
