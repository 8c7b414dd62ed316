-- A fan's sent and received counts of a day equal the sum of that day's gifts.
SELECT fan_id, activity_id, day, direction, d.tickets, g.tickets AS in_gifts
  FROM ticket_gift_day d
  FULL JOIN (SELECT leg.fan_id, g.activity_id, g.given_on AS day, leg.direction, sum(g.tickets) AS tickets
               FROM ticket_gift g
              CROSS JOIN LATERAL (VALUES (g.sender_id, 'sent'), (g.receiver_id, 'received')) AS leg (fan_id, direction)
              GROUP BY leg.fan_id, g.activity_id, g.given_on, leg.direction) g
       USING (fan_id, activity_id, day, direction)
 WHERE d.tickets IS DISTINCT FROM g.tickets
