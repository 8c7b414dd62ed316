-- The places of a fan's followed idols are 1, 2, 3 … without gaps, and an erased fan follows no idol.
SELECT f.fan_id, count(*) AS followed, max(f.place) AS last_place
  FROM followed_idol f JOIN fan ON fan.id = f.fan_id
 GROUP BY f.fan_id, fan.erased_at
HAVING count(*) <> max(f.place) OR fan.erased_at IS NOT NULL
