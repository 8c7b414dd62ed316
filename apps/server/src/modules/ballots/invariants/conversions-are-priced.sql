-- A fan's conversions of a day have consecutive tickets, and each brought the votes of its rules: the published steps, or
-- the activity's rate before the first publication.
SELECT id AS conversion, votes, day_tickets
  FROM (SELECT c.*, sum(c.tickets) OVER (PARTITION BY c.fan_id, c.activity_id, c.day ORDER BY c.day_tickets) AS counted,
               coalesce(r.document::jsonb -> 'priceSteps',
                        jsonb_build_array(jsonb_build_object('fromTicket', 1, 'votesPerTicket', a.votes_per_ticket))) AS steps
          FROM ticket_conversion c
          JOIN activity a ON a.id = c.activity_id
          LEFT JOIN rule_set r ON r.id = c.rule_set) priced
 WHERE day_tickets <> counted
    OR votes <> votes_of_tickets(steps, day_tickets) - votes_of_tickets(steps, day_tickets - tickets)
UNION ALL
SELECT NULL, NULL, d.tickets
  FROM conversion_day d
  FULL JOIN (SELECT fan_id, activity_id, day, sum(tickets) AS tickets FROM ticket_conversion GROUP BY fan_id, activity_id, day) c
       USING (fan_id, activity_id, day)
 WHERE d.tickets IS DISTINCT FROM c.tickets
