-- What a period's limits leave an account at a moment: `cast_vote_batch` enforces it, getUserVoteNum shows it. The counters of
-- ledger.account go in and come out for the day and window of that moment; a limit of null means no limit. The SQL-standard
-- body has no settings, so that the planner inlines it into the calling query.
CREATE OR REPLACE FUNCTION ledger.votes_left(
  p_period ledger.period, p_day date, p_day_votes bigint, p_day_free bigint, p_ending_step smallint, p_ending_votes bigint,
  p_at timestamptz
) RETURNS TABLE (day date, day_votes bigint, day_free bigint, ending_step smallint, ending_votes bigint, free bigint,
                 daily_cap bigint, paid_share bigint, ending bigint, ending_until timestamptz)
LANGUAGE sql STABLE
BEGIN ATOMIC
  SELECT n.day, c.day_votes, c.day_free, n.step, c.ending_votes, f.left,
         CASE WHEN (p_period).daily_cap IS NOT NULL THEN greatest((p_period).daily_cap - c.day_votes, 0) END,
         -- The free votes left, plus the paid votes that the share allows beside all free votes of the day.
         CASE WHEN (p_period).paid_share_max IS NOT NULL THEN
           f.left + greatest((p_period).paid_share_max * (c.day_free + f.left) / (100 - (p_period).paid_share_max)
                             - (c.day_votes - c.day_free), 0) END,
         CASE WHEN (p_period).ending_caps[n.step] IS NOT NULL THEN
           greatest((p_period).ending_caps[n.step] - c.ending_votes, 0) END,
         (p_period).ending_from[n.step + 1]
    -- A vote received before midnight but written after a later one counts to the later day; windows likewise. OFFSET keeps
    -- the planner from repeating this for every column.
    FROM (SELECT greatest(p_day, (p_at AT TIME ZONE (p_period).time_zone)::date) AS day,
                 greatest(p_ending_step, width_bucket(p_at, (p_period).ending_from))::smallint AS step OFFSET 0) AS n
   CROSS JOIN LATERAL (SELECT CASE WHEN p_day = n.day THEN p_day_votes ELSE 0 END AS day_votes,
                              CASE WHEN p_day = n.day THEN p_day_free ELSE 0 END AS day_free,
                              CASE WHEN p_ending_step = n.step THEN p_ending_votes ELSE 0 END AS ending_votes) AS c
   CROSS JOIN LATERAL (SELECT greatest((p_period).free_per_day - c.day_free, 0) AS "left") AS f;
END;
REVOKE EXECUTE ON FUNCTION ledger.votes_left FROM PUBLIC;
GRANT EXECUTE ON FUNCTION ledger.votes_left TO lightstick_app;
