-- The standings of a round, with the only definition of the order. `reached_at` is when the last vote was received,
-- possibly in an earlier round; null without votes.
CREATE OR REPLACE FUNCTION standing_of_round(p_activity text, p_round smallint)
RETURNS TABLE (idol_id text, votes bigint, rank integer, reached_at timestamptz) LANGUAGE sql STABLE
SET search_path = public, pg_temp AS $$
  SELECT s.idol_id, s.votes,
         (CASE WHEN d.shares_places THEN rank() OVER (ORDER BY s.votes DESC)
               ELSE row_number() OVER (ORDER BY s.votes DESC, s.reached_at NULLS FIRST, s.idol_id::bigint) END)::integer,
         s.reached_at
    FROM (SELECT t.idol_id, t.carried + coalesce(sum(x.credits - x.debits), 0)::bigint AS votes,
                 coalesce(max(x.last_at), t.carried_at) AS reached_at
            FROM candidate_tally t
            JOIN candidate c ON c.activity_id = t.activity_id AND c.idol_id = t.idol_id AND NOT c.withdrawn
            LEFT JOIN ledger.pool_shard x ON x.pool = t.pool
           WHERE t.activity_id = p_activity AND t.round = p_round
           GROUP BY t.idol_id, t.carried, t.carried_at) s
   CROSS JOIN (SELECT p.shares_places FROM activity a JOIN ledger.period p ON p.id = a.period WHERE a.id = p_activity) d
$$;
