-- What an election's rules say of a vote: `cast_vote_batch` enforces it, getUserVoteNum shows it. The counters of
-- ledger.account go in and come out for the day and window of the moment; `free` are the free votes left of the day.
-- `refusal` is the verdict on `p_num` votes, null if every rule allows them, and `most` the votes that all limits together
-- leave. `shown` is what getUserVoteNum answers of the rules, where a limit of null means no limit.
-- The SQL-standard body has no settings, so that the planner inlines it into the calling query, without unused columns.
CREATE OR REPLACE FUNCTION ledger.vote_limits(
  p_period ledger.period, p_day date, p_day_votes bigint, p_day_free bigint, p_ending_step smallint, p_ending_votes bigint,
  p_at timestamptz, p_joined_at timestamptz, p_num bigint
) RETURNS TABLE (day date, day_votes bigint, day_free bigint, ending_step smallint, ending_votes bigint, free bigint,
                 refusal text, most bigint, shown json)
LANGUAGE sql STABLE
BEGIN ATOMIC
  SELECT m.day, m.day_votes, m.day_free, m.step, m.ending_votes, m.free,
         CASE WHEN m.may_vote_from IS NOT NULL THEN 'tooYoung'
              WHEN p_num > m.daily_cap THEN 'overCap'
              WHEN p_num > m.ending THEN 'overEndingLimit'
              WHEN p_num > m.paid_share THEN 'overPaidShare' END,
         -- A missing limit is null, which `least` ignores.
         CASE WHEN m.may_vote_from IS NULL THEN least(m.daily_cap, m.paid_share, m.ending) END,
         json_build_object(
           'left', json_build_object(
             'dailyCap', m.daily_cap,
             'paidShare', m.paid_share,
             'ending', CASE WHEN m.ending IS NOT NULL THEN json_build_object(
               'votes', m.ending,
               'until', to_char(coalesce((p_period).ending_from[m.step + 1], (p_period).closes_at) AT TIME ZONE 'UTC',
                                'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')) END),
           'mayVoteFrom', to_char(m.may_vote_from AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'))
    FROM (SELECT n.day, c.day_votes, c.day_free, n.step, c.ending_votes, f.left AS free,
                 CASE WHEN (p_period).daily_cap IS NOT NULL THEN greatest((p_period).daily_cap - c.day_votes, 0) END AS daily_cap,
                 -- The free votes left, plus the paid votes that the share allows beside all free votes of the day.
                 CASE WHEN (p_period).paid_share_max IS NOT NULL THEN
                   f.left + greatest((p_period).paid_share_max * (c.day_free + f.left) / (100 - (p_period).paid_share_max)
                                     - (c.day_votes - c.day_free), 0) END AS paid_share,
                 CASE WHEN (p_period).ending_caps[n.step] IS NOT NULL THEN
                   greatest((p_period).ending_caps[n.step] - c.ending_votes, 0) END AS ending,
                 CASE WHEN (p_period).min_account_age > '0' AND p_at < p_joined_at + (p_period).min_account_age THEN
                   p_joined_at + (p_period).min_account_age END AS may_vote_from
            -- A vote received before midnight but written after a later one counts to the later day; windows likewise.
            -- OFFSET keeps the planner from repeating an expression for every use.
            FROM (SELECT greatest(p_day, (p_at AT TIME ZONE (p_period).time_zone)::date) AS day,
                         greatest(p_ending_step, width_bucket(p_at, (p_period).ending_from))::smallint AS step OFFSET 0) AS n
           CROSS JOIN LATERAL (SELECT CASE WHEN p_day = n.day THEN p_day_votes ELSE 0 END AS day_votes,
                                      CASE WHEN p_day = n.day THEN p_day_free ELSE 0 END AS day_free,
                                      CASE WHEN p_ending_step = n.step THEN p_ending_votes ELSE 0 END AS ending_votes) AS c
           CROSS JOIN LATERAL (SELECT greatest((p_period).free_per_day - c.day_free, 0) AS "left") AS f OFFSET 0) AS m;
END;
REVOKE EXECUTE ON FUNCTION ledger.vote_limits FROM PUBLIC;
GRANT EXECUTE ON FUNCTION ledger.vote_limits TO lightstick_app;
