-- Casts a batch of votes of one round, at most one per fan, in one round trip and one commit.
-- Free votes of the day are used first: they are issued to the account and spent at once (leg 1, then leg 0), so that every
-- vote is a transfer from its fan to the idol's tally. A vote with a flag goes into the idol's quarantine instead.
-- Verdicts: cast, repeat (with the first answer), tooFew (`balance` is what could be spent, free votes included), keyReused
-- (for another vote), notOpen, ended, withdrawn (the idol), and the refusals of ledger.vote_limits, for which `balance` is
-- its `most`. For a repeat, `received_at`, `salt`, `flag` and `rules_hash` are those of the first vote; otherwise the first
-- two are null, because the caller has them. `rules_hash` is null without published rules.
-- The window applies to p_received_at, the time of the request, and not to the time of writing.
-- Votes of a batch are counted in its order: `pool_after` and `pool_rank` are the tally's after this vote and those before
-- it, and no later ones. `rank_before` is null where the vote changed no place. `passed` are the names of the tallies that
-- it overtook, at most three, the highest first, and `lead` the votes ahead of the first. A tie overtakes nothing.
-- Planner settings fix the plan, because a plan made for an empty book must serve a full one: every join is a nested loop
-- whose inner side is an index look-up, or at most as long as the pools of the period.
DROP FUNCTION IF EXISTS ledger.cast_vote_batch(integer, smallint, smallint, uuid[], bigint[], bigint[], bigint[], timestamptz[],
                                               bytea[], timestamptz[], smallint[]);
CREATE OR REPLACE FUNCTION ledger.cast_vote_batch(
  p_period integer, p_round smallint, p_shard smallint, p_key uuid[], p_fan bigint[], p_pool bigint[], p_num bigint[],
  p_received_at timestamptz[], p_salt bytea[], p_joined_at timestamptz[], p_flag smallint[]
) RETURNS TABLE (ord integer, verdict text, transfer_id bigint, balance bigint, received_at timestamptz,
                 pool_after bigint, pool_rank integer, salt bytea, flag smallint, rules_hash bytea,
                 rank_before integer, passed text[], lead bigint)
LANGUAGE plpgsql SECURITY DEFINER
SET search_path = ledger, pg_temp SET lock_timeout = '5s' SET plan_cache_mode = force_generic_plan
SET enable_seqscan = off SET enable_hashjoin = off SET enable_mergejoin = off SET enable_material = off AS $$
#variable_conflict use_column
DECLARE
  v_size     integer := cardinality(p_key);
  v_period   ledger.period;
  v_round    ledger.round;
  v_hash     bytea;
  -- Tallies whose idols have withdrawn.
  v_withdrawn bigint[];
  -- The accounts and the places of their rows, in batch order.
  v_rows     tid[];
  v_balances bigint[];
  v_helds    bigint[];
  v_days     date[];
  v_votes    bigint[];
  v_frees    bigint[];
  v_steps    smallint[];
  v_endings  bigint[];
BEGIN
  -- Shared by batches, exclusive for close_period: nothing is written after the round has closed.
  PERFORM pg_advisory_xact_lock_shared(7702, p_period);
  SELECT * INTO STRICT v_period FROM ledger.period WHERE id = p_period;
  SELECT * INTO STRICT v_round FROM ledger.round WHERE period = p_period AND round = p_round;
  SELECT hash INTO v_hash FROM public.rule_set WHERE id = v_period.rule_set;
  IF NOT p_pool <@ ARRAY(SELECT p.id FROM ledger.pool p
                          WHERE p.period = p_period AND p.round = p_round AND p.kind = 'tally') THEN
    RAISE EXCEPTION 'a vote goes to a tally of its own round';
  END IF;

  -- Locks in fan order; until the commit, nothing else changes or moves these rows.
  FOR attempt IN 1..2 LOOP
    SELECT array_agg(a.ctid ORDER BY a.o), array_agg(a.balance ORDER BY a.o), array_agg(a.held ORDER BY a.o),
           array_agg(a.day ORDER BY a.o), array_agg(a.day_votes ORDER BY a.o), array_agg(a.day_free ORDER BY a.o),
           array_agg(a.ending_step ORDER BY a.o), array_agg(a.ending_votes ORDER BY a.o)
      INTO v_rows, v_balances, v_helds, v_days, v_votes, v_frees, v_steps, v_endings
      FROM (SELECT x.ctid, x.*, array_position(p_fan, x.fan) AS o FROM ledger.account x
             WHERE x.fan = ANY (p_fan) AND x.unit = v_period.unit
             ORDER BY x.fan FOR NO KEY UPDATE) a;
    EXIT WHEN cardinality(v_rows) = v_size;
    INSERT INTO ledger.account (fan, unit) SELECT f, v_period.unit FROM unnest(p_fan) f ORDER BY f
      ON CONFLICT (fan, unit) DO NOTHING;
  END LOOP;
  IF cardinality(v_rows) <> v_size THEN
    RAISE EXCEPTION 'a batch holds one vote of each fan';
  END IF;
  -- Read once per batch, after the locks.
  v_withdrawn := ARRAY(SELECT p.id FROM public.activity a
                         JOIN public.candidate c ON c.activity_id = a.id AND c.withdrawn
                         JOIN ledger.pool p ON p.unit = v_period.unit AND p.kind = 'tally' AND p.name = c.idol_id
                                           AND p.round = p_round
                        WHERE a.period = p_period);

  -- One statement with a snapshot after the locks: it sees repeats that a concurrent batch committed.
  RETURN QUERY
  WITH judged AS MATERIALIZED (
    SELECT r.o, r.place, r.available + l.free AS castable, least(r.num, l.free) AS free,
           l.day, l.day_votes, l.day_free, l.ending_step, l.ending_votes, l.most,
           CASE WHEN p_flag[r.o] IS NULL THEN r.pool
                ELSE (SELECT q.id FROM ledger.pool p
                        JOIN ledger.pool q ON q.unit = p.unit AND q.kind = 'quarantine' AND q.name = p.name AND q.round = p.round
                       WHERE p.id = r.pool) END AS target,
           t.id AS old_id, t.balance_after AS old_balance, t.received_at AS old_received_at,
           t.pool_after AS old_pool_after, t.pool_rank AS old_pool_rank, t.salt AS old_salt,
           t.flag AS old_flag, t.rule_set AS old_rule_set, t.rank_before AS old_rank_before, t.passed AS old_passed,
           t.lead AS old_lead,
           CASE
             WHEN t.id IS NOT NULL THEN
               -- The same idol in another round, or in quarantine, is the same vote.
               CASE WHEN t.amount <> r.num OR (SELECT p.name FROM ledger.pool p WHERE p.id = t.pool)
                                              <> (SELECT p.name FROM ledger.pool p WHERE p.id = r.pool) THEN 'keyReused'
                    ELSE 'repeat' END
             WHEN r.pool = ANY (v_withdrawn) THEN 'withdrawn'
             WHEN r.received_at < v_round.opens_at THEN 'notOpen'
             WHEN r.received_at >= v_round.closes_at OR v_round.status <> 'open' THEN 'ended'
             ELSE coalesce(l.refusal, CASE WHEN r.num > r.available + l.free THEN 'tooFew' ELSE 'cast' END)
           END AS verdict
      FROM (SELECT o, p_pool[o] AS pool, p_num[o] AS num, p_received_at[o] AS received_at, p_joined_at[o] AS joined_at,
                   v_rows[o] AS place, v_balances[o] - v_helds[o] AS available
              FROM generate_series(1, v_size) o OFFSET 0) AS r
      CROSS JOIN LATERAL ledger.vote_limits(v_period, v_days[r.o], v_votes[r.o], v_frees[r.o], v_steps[r.o], v_endings[r.o],
                                            r.received_at, r.joined_at, r.num) AS l
      -- LIMIT keeps it an index look-up for each vote.
      LEFT JOIN LATERAL (SELECT * FROM ledger.transfer x
                          WHERE x.book = p_period AND x.fan = p_fan[r.o] AND x.unit = v_period.unit AND x.key = p_key[r.o]
                            AND x.leg = 0
                          LIMIT 1) AS t ON true
  ), debited AS (
    UPDATE ledger.account a
       SET balance = a.balance - (p_num[j.o] - j.free), seq = a.seq + CASE WHEN j.free > 0 THEN 2 ELSE 1 END,
           day = j.day, day_votes = j.day_votes + p_num[j.o], day_free = j.day_free + j.free,
           ending_step = j.ending_step, ending_votes = j.ending_votes + p_num[j.o]
      FROM judged j WHERE j.verdict = 'cast' AND a.ctid = j.place AND a.fan = p_fan[j.o]
    RETURNING j.o, j.target, j.free, a.seq, a.balance
  ), pooled AS (
    INSERT INTO ledger.pool_shard AS s (pool, shard, debits, credits, transfers, last_at)
      SELECT m.pool, p_shard, sum(m.debit), sum(m.credit), count(*), max(p_received_at[m.o])
        FROM (SELECT d.target AS pool, 0 AS debit, p_num[d.o] AS credit, d.o FROM debited d
              UNION ALL
              SELECT v_period.free_pool, d.free, 0, d.o FROM debited d WHERE d.free > 0) m
       GROUP BY m.pool ORDER BY m.pool
    ON CONFLICT (pool, shard) DO UPDATE
      SET debits = s.debits + excluded.debits, credits = s.credits + excluded.credits,
          transfers = s.transfers + excluded.transfers, last_at = greatest(s.last_at, excluded.last_at)
    RETURNING s.pool, s.credits
  ), added AS MATERIALIZED (
    -- What the batch adds to a tally: its entries in order, and the sums up to each.
    SELECT c.pool, array_agg(c.o ORDER BY c.o) AS entries, array_agg(c.total ORDER BY c.o) AS totals, max(c.total) AS total
      FROM (SELECT d.target AS pool, d.o, (sum(p_num[d.o]) OVER (PARTITION BY d.target ORDER BY d.o))::bigint AS total
              FROM debited d WHERE p_flag[d.o] IS NULL) c
     GROUP BY c.pool
  ), tally AS MATERIALIZED (
    SELECT t.*,
           -- The first to reach a count ranks higher, and this batch is the latest.
           (CASE WHEN t.total > 0 AND NOT v_period.shares_places THEN count(*) OVER w ELSE rank() OVER w END)::integer AS rank,
           -- Only where the batch moves a tally to the votes of another can it change a place.
           coalesce(lead(t.low) OVER lows <= t.high, false) OR
             coalesce(max(t.high) OVER (lows ROWS BETWEEN UNBOUNDED PRECEDING AND 1 PRECEDING) >= t.low, false) AS is_contested,
           row_number() OVER (ORDER BY t.reached_at NULLS FIRST, length(t.name), t.name) AS turn
      FROM (SELECT v.*, v.high - v.total AS low
              FROM (SELECT p.id AS pool, p.name, a.entries, a.totals, coalesce(a.total, 0) AS total,
                           coalesce(s.last_at, p.carried_at) AS reached_at,
                           -- The statement's snapshot lacks its own shard's new sum, so that comes from RETURNING.
                           (p.carried + coalesce(s.others, 0) + coalesce(u.credits, s.own, 0))::bigint AS high
                      FROM ledger.pool p
                      CROSS JOIN LATERAL (SELECT sum(x.credits - x.debits) FILTER (WHERE x.shard <> p_shard) AS others,
                                                 sum(x.credits - x.debits) FILTER (WHERE x.shard = p_shard) AS own,
                                                 max(x.last_at) AS last_at
                                            FROM ledger.pool_shard x WHERE x.pool = p.id) AS s
                      LEFT JOIN pooled u ON u.pool = p.id
                      LEFT JOIN added a ON a.pool = p.id
                     WHERE p.period = p_period AND p.round = p_round AND p.kind = 'tally' AND p.id <> ALL (v_withdrawn)) v) t
    WINDOW w AS (ORDER BY t.high DESC), lows AS (ORDER BY t.low, t.pool)
  ), counted AS MATERIALIZED (
    SELECT d.o, d.target, d.free, d.seq, d.balance, nextval('ledger.transfer_id') AS id, v.votes,
           CASE WHEN v.is_contested THEN m.rank ELSE t.rank END AS rank,
           CASE WHEN v.is_contested AND m.rank_before <> m.rank THEN m.rank_before END AS rank_before,
           -- Sorted only where there are any, because preparing a sort for each vote costs more than all else here.
           CASE WHEN m.names IS NOT NULL THEN
             ARRAY(SELECT x.name FROM unnest(m.names, m.counts, m.turns) AS x (name, votes, turn)
                    ORDER BY x.votes DESC, x.turn LIMIT 3) END AS passed,
           CASE WHEN m.names IS NOT NULL THEN v.votes - (SELECT max(x) FROM unnest(m.counts) x) END AS lead
      FROM debited d
      JOIN tally t ON t.pool = p_pool[d.o]
     CROSS JOIN LATERAL (SELECT coalesce(t.low + t.totals[array_position(t.entries, d.o)], t.high) AS votes,
                                array_position(t.entries, d.o) AS place,
                                t.is_contested AND p_flag[d.o] IS NULL AS is_contested OFFSET 0) AS v
     -- The other tallies when this vote is counted.
     CROSS JOIN LATERAL (
       SELECT (1 + count(*) FILTER (WHERE b.was_ahead))::integer AS rank_before,
              (1 + count(*) FILTER (WHERE b.votes >= v.votes + CASE WHEN v_period.shares_places THEN 1 ELSE 0 END))::integer
                AS rank,
              array_agg(b.name) FILTER (WHERE b.was_ahead AND b.votes < v.votes) AS names,
              array_agg(b.votes) FILTER (WHERE b.was_ahead AND b.votes < v.votes) AS counts,
              array_agg(b.turn) FILTER (WHERE b.was_ahead AND b.votes < v.votes) AS turns
         FROM (SELECT o.name, o.turn, o.votes,
                      o.votes > v.votes - p_num[d.o]
                        OR (o.votes = v.votes - p_num[d.o] AND NOT v_period.shares_places
                            -- Of two with the same votes the one that got its last votes first is ahead.
                            AND (o.latest < o.own OR (o.latest = 0 AND o.own = 0 AND o.turn < t.turn))) AS was_ahead
                 FROM (SELECT q.name, q.turn, q.low + coalesce(q.totals[e.place], 0) AS votes,
                              coalesce(q.entries[e.place], 0) AS latest, coalesce(t.entries[v.place - 1], 0) AS own
                         FROM tally q
                        CROSS JOIN LATERAL (SELECT width_bucket(d.o, q.entries) AS place OFFSET 0) AS e
                        WHERE v.is_contested AND q.pool <> t.pool AND q.high >= v.votes - p_num[d.o]) AS o) AS b) AS m
  ), written AS (
    INSERT INTO ledger.transfer
        (book, id, fan, unit, seq, pool, direction, amount, balance_after, reason, key, leg, received_at, pool_after, pool_rank, salt,
         flag, rule_set, rank_before, passed, lead)
      SELECT p_period, l.id, p_fan[c.o], v_period.unit, l.seq, l.pool, l.direction, l.amount, l.balance, l.reason, p_key[c.o], l.leg,
             p_received_at[c.o], l.votes, l.rank, l.salt, l.flag, l.rule_set, l.rank_before, l.passed, l.lead
        FROM counted c
       CROSS JOIN LATERAL (
         SELECT nextval('ledger.transfer_id') AS id, c.seq - 1 AS seq, v_period.free_pool AS pool, 1 AS direction, c.free AS amount,
                c.balance + p_num[c.o] AS balance, 11 AS reason, 1 AS leg, NULL::bigint AS votes, NULL::integer AS rank,
                NULL::bytea AS salt, NULL::smallint AS flag, NULL::integer AS rule_set, NULL::integer AS rank_before,
                NULL::text[] AS passed, NULL::bigint AS lead
          WHERE c.free > 0
         UNION ALL
         SELECT c.id, c.seq, c.target, -1, p_num[c.o], c.balance, 10, 0, c.votes, c.rank, p_salt[c.o], p_flag[c.o],
                v_period.rule_set, c.rank_before, c.passed, c.lead) AS l
  )
  SELECT c.o, 'cast', c.id, c.balance, NULL::timestamptz, c.votes, c.rank, NULL::bytea, p_flag[c.o], v_hash,
         c.rank_before, c.passed, c.lead
    FROM counted c
  UNION ALL
  SELECT j.o, j.verdict, j.old_id,
         CASE WHEN j.old_id IS NOT NULL THEN j.old_balance
              WHEN j.verdict = 'tooFew' THEN j.castable
              WHEN j.verdict NOT IN ('withdrawn', 'notOpen', 'ended') THEN j.most END,
         j.old_received_at, j.old_pool_after, j.old_pool_rank, j.old_salt, j.old_flag,
         (SELECT s.hash FROM public.rule_set s WHERE s.id = j.old_rule_set), j.old_rank_before, j.old_passed, j.old_lead
    FROM judged j WHERE j.verdict <> 'cast';
END $$;
REVOKE EXECUTE ON FUNCTION ledger.cast_vote_batch FROM PUBLIC;
GRANT EXECUTE ON FUNCTION ledger.cast_vote_batch TO lightstick_app;
