-- A fan's counter for an activity equals the sum of their cheers. Erased fans have no counter.
SELECT activity_id, fan_id, f.tickets, c.tickets AS in_cheers
  FROM fan_cheers f
  FULL JOIN (SELECT c.activity_id, c.fan_id, sum(c.tickets) AS tickets
               FROM cheer c JOIN fan ON fan.id = c.fan_id AND fan.erased_at IS NULL
              GROUP BY c.activity_id, c.fan_id) c
       USING (activity_id, fan_id)
 WHERE f.tickets IS DISTINCT FROM c.tickets
