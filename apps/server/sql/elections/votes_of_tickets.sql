-- Returns the votes for the first tickets of a day. `p_steps` is [{fromTicket, votesPerTicket}] in order, from 1 on.
CREATE OR REPLACE FUNCTION votes_of_tickets(p_steps jsonb, p_tickets bigint) RETURNS bigint LANGUAGE sql IMMUTABLE
SET search_path = public, pg_temp AS $$
  SELECT coalesce(sum(rate * greatest(least(p_tickets, until - 1) - first + 1, 0)), 0)::bigint
    FROM (SELECT (step ->> 'votesPerTicket')::bigint AS rate, (step ->> 'fromTicket')::bigint AS first,
                 coalesce(lead((step ->> 'fromTicket')::bigint) OVER (ORDER BY o), p_tickets + 1) AS until
            FROM jsonb_array_elements(p_steps) WITH ORDINALITY AS s (step, o)) steps
$$;
