-- What a ticket is worth may depend on how many its fan has converted that day, and every conversion says under which rules
-- it was made.

-- How many votes the first so many tickets of a day bring. `p_steps` is [{fromTicket, votesPerTicket}] in order, from 1 on.
CREATE FUNCTION votes_of_tickets(p_steps jsonb, p_tickets bigint) RETURNS bigint LANGUAGE sql IMMUTABLE
SET search_path = public, pg_temp AS $$
  SELECT coalesce(sum(rate * greatest(least(p_tickets, until - 1) - first + 1, 0)), 0)::bigint
    FROM (SELECT (step ->> 'votesPerTicket')::bigint AS rate, (step ->> 'fromTicket')::bigint AS first,
                 coalesce(lead((step ->> 'fromTicket')::bigint) OVER (ORDER BY o), p_tickets + 1) AS until
            FROM jsonb_array_elements(p_steps) WITH ORDINALITY AS s (step, o)) steps
$$;

-- The tickets that a fan has converted on a day of the activity. Whoever converts holds this row until the commit, so that
-- two conversions at once cannot have the same tickets of the day.
CREATE TABLE conversion_day (
  fan_id      bigint NOT NULL REFERENCES fan,
  activity_id text NOT NULL REFERENCES activity,
  day         date NOT NULL,
  tickets     bigint NOT NULL CHECK (tickets > 0),
  PRIMARY KEY (fan_id, activity_id, day)
);

-- `day_tickets` is how many of the day's tickets there were with these.
ALTER TABLE ticket_conversion
  ADD COLUMN day         date,
  ADD COLUMN day_tickets bigint,
  ADD COLUMN rule_set    integer REFERENCES rule_set;
UPDATE ticket_conversion c SET day = o.day, day_tickets = o.day_tickets
  FROM (SELECT x.id, d.day, sum(x.tickets) OVER (PARTITION BY x.fan_id, x.activity_id, d.day ORDER BY x.id) AS day_tickets
          FROM ticket_conversion x
          JOIN activity a ON a.id = x.activity_id
          JOIN ledger.period p ON p.id = a.period
         CROSS JOIN LATERAL (SELECT (x.converted_at AT TIME ZONE p.time_zone)::date) AS d (day)) o
 WHERE o.id = c.id;
INSERT INTO conversion_day (fan_id, activity_id, day, tickets)
  SELECT fan_id, activity_id, day, sum(tickets) FROM ticket_conversion GROUP BY fan_id, activity_id, day;
ALTER TABLE ticket_conversion
  ALTER COLUMN day SET NOT NULL,
  ALTER COLUMN day_tickets SET NOT NULL,
  ADD CONSTRAINT conversion_is_of_its_day CHECK (day_tickets >= tickets),
  ADD CONSTRAINT conversion_has_its_own_tickets UNIQUE (fan_id, activity_id, day, day_tickets);
