-- The shares of a packet make its total; the grabbed ones are the first slots, without a gap, and are counted.
SELECT p.id AS packet, p.total, s.sum, p.shares, s.count, p.taken, s.grabbed, s.last_grabbed
  FROM packet p
  LEFT JOIN (SELECT packet_id, sum(amount) AS sum, count(*) AS count, count(fan_id) AS grabbed,
                    coalesce(max(slot) FILTER (WHERE fan_id IS NOT NULL), 0) AS last_grabbed
               FROM packet_share GROUP BY packet_id) s ON s.packet_id = p.id
 WHERE (p.total, p.shares, p.taken, p.taken) IS DISTINCT FROM (s.sum, s.count, s.grabbed, s.last_grabbed)
