-- Casts a batch of votes of one round, at most one per fan, in one round trip and one commit.
-- Free votes of the day are used first: they are issued to the account and spent at once (leg 1, then leg 0), so that every
-- vote is a transfer from its fan to the idol's tally. A vote with a flag goes into the idol's quarantine instead.
-- Results: 0 cast, 1 repeat (with the first answer), 2 too few votes (`balance` is what could be spent, free votes
-- included), 3 key used for another vote, 4 not open yet, 5 ended, 6 over the daily cap, 7 account too young, 8 over the
-- paid share of the day, 9 over the limit near the end (for 6, 8 and 9 `balance` is what all three limits leave), 10 idol
-- withdrawn. For a repeat, `received_at`, `salt`, `flag` and `rules_hash` are those of the first vote; otherwise the first
-- two are null, because the caller has them. `rules_hash` is null without published rules.
-- The window applies to p_received_at, the time of the request, and not to the time of writing.
-- Planner settings fix the plan, because a plan made for an empty book must serve a full one: every join is a nested loop
-- whose inner side is an index look-up, or at most as long as the pools of the period.
CREATE OR REPLACE FUNCTION ledger.cast_votes(
  p_period integer, p_round smallint, p_shard smallint, p_key uuid[], p_fan bigint[], p_pool bigint[], p_num bigint[],
  p_received_at timestamptz[], p_salt bytea[], p_joined_at timestamptz[], p_flag smallint[]
) RETURNS TABLE (ord integer, result smallint, transfer_id bigint, balance bigint, received_at timestamptz,
                 pool_after bigint, pool_rank integer, salt bytea, flag smallint, rules_hash bytea)
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
  IF (SELECT count(DISTINCT f) FROM unnest(p_fan) f) <> v_size THEN
    RAISE EXCEPTION 'a batch holds one vote of each fan';
  END IF;

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
  -- Read once per batch, after the locks.
  v_withdrawn := ARRAY(SELECT p.id FROM public.activity a
                         JOIN public.candidate c ON c.activity_id = a.id AND c.withdrawn
                         JOIN ledger.pool p ON p.unit = v_period.unit AND p.kind = 'tally' AND p.name = c.idol_id
                                           AND p.round = p_round
                        WHERE a.period = p_period);

  -- One statement with a snapshot after the locks: it sees repeats that a concurrent batch committed.
  RETURN QUERY
  WITH asked AS MATERIALIZED (
    SELECT r.o, r.key, r.fan, r.pool, r.num, r.received_at, r.salt, r.joined_at, r.flag, r.place,
           r.balance - r.held AS available, l.day, l.day_votes, l.day_free, l.ending_step, l.ending_votes,
           l.free AS free_left, l.daily_cap, l.paid_share, l.ending,
           CASE WHEN r.flag IS NULL THEN r.pool
                ELSE (SELECT q.id FROM ledger.pool p
                        JOIN ledger.pool q ON q.unit = p.unit AND q.kind = 'quarantine' AND q.name = p.name AND q.round = p.round
                       WHERE p.id = r.pool) END AS target,
           t.id AS old_id, t.balance_after AS old_balance, t.received_at AS old_received_at,
           t.pool_after AS old_pool_after, t.pool_rank AS old_pool_rank, t.salt AS old_salt,
           t.flag AS old_flag, t.rule_set AS old_rule_set,
           -- The same idol in another round, or in quarantine, is the same vote.
           t.amount <> r.num OR (SELECT p.name FROM ledger.pool p WHERE p.id = t.pool)
                                <> (SELECT p.name FROM ledger.pool p WHERE p.id = r.pool) AS differs
      FROM unnest(p_key, p_fan, p_pool, p_num, p_received_at, p_salt, p_joined_at, p_flag,
                  v_rows, v_balances, v_helds, v_days, v_votes, v_frees, v_steps, v_endings)
             WITH ORDINALITY
             AS r (key, fan, pool, num, received_at, salt, joined_at, flag,
                   place, balance, held, day, day_votes, day_free, step, ending, o)
      CROSS JOIN LATERAL ledger.votes_left(v_period, r.day, r.day_votes, r.day_free, r.step, r.ending, r.received_at) AS l
      -- LIMIT keeps it an index look-up for each vote.
      LEFT JOIN LATERAL (SELECT * FROM ledger.transfer x
                          WHERE x.book = p_period AND x.fan = r.fan AND x.unit = v_period.unit AND x.key = r.key AND x.leg = 0
                          LIMIT 1) AS t ON true
  ), judged AS MATERIALIZED (
    SELECT a.*, f.free,
           (CASE WHEN a.old_id IS NOT NULL THEN CASE WHEN a.differs THEN 3 ELSE 1 END
                 WHEN a.pool = ANY (v_withdrawn) THEN 10
                 WHEN a.received_at < v_round.opens_at THEN 4
                 WHEN a.received_at >= v_round.closes_at OR v_round.status <> 'open' THEN 5
                 WHEN v_period.min_account_age > '0' AND a.received_at < a.joined_at + v_period.min_account_age THEN 7
                 WHEN a.num > a.daily_cap THEN 6
                 WHEN a.num > a.ending THEN 9
                 WHEN a.num > a.paid_share THEN 8
                 WHEN a.num - f.free > a.available THEN 2
                 ELSE 0 END)::smallint AS verdict
      FROM asked a CROSS JOIN LATERAL (SELECT least(a.num, a.free_left)) AS f (free)
  ), debited AS (
    UPDATE ledger.account a
       SET balance = a.balance - (j.num - j.free), seq = a.seq + CASE WHEN j.free > 0 THEN 2 ELSE 1 END,
           day = j.day, day_votes = j.day_votes + j.num, day_free = j.day_free + j.free,
           ending_step = j.ending_step, ending_votes = j.ending_votes + j.num
      FROM judged j WHERE j.verdict = 0 AND a.ctid = j.place AND a.fan = j.fan
    RETURNING j.o, j.key, a.fan, j.pool, j.target, j.flag, j.num, j.free, j.received_at, j.salt, a.seq, a.balance
  ), pooled AS (
    INSERT INTO ledger.pool_shard AS s (pool, shard, debits, credits, transfers, last_at)
      SELECT m.pool, p_shard, sum(m.debit), sum(m.credit), count(*), max(m.received_at)
        FROM (SELECT d.target AS pool, 0 AS debit, d.num AS credit, d.received_at FROM debited d
              UNION ALL
              SELECT v_period.free_pool, d.free, 0, d.received_at FROM debited d WHERE d.free > 0) m
       GROUP BY m.pool ORDER BY m.pool
    ON CONFLICT (pool, shard) DO UPDATE
      SET debits = s.debits + excluded.debits, credits = s.credits + excluded.credits,
          transfers = s.transfers + excluded.transfers, last_at = greatest(s.last_at, excluded.last_at)
    RETURNING s.pool, s.credits
  ), seen AS MATERIALIZED (
    SELECT p.id AS pool, p.carried + s.others AS others, s.own
      FROM ledger.pool p
      CROSS JOIN LATERAL (SELECT coalesce(sum(x.credits - x.debits) FILTER (WHERE x.shard <> p_shard), 0) AS others,
                                 coalesce(sum(x.credits - x.debits) FILTER (WHERE x.shard = p_shard), 0) AS own
                            FROM ledger.pool_shard x WHERE x.pool = p.id) AS s
     WHERE p.period = p_period AND p.round = p_round AND p.kind = 'tally' AND p.id <> ALL (v_withdrawn)
  ), totals AS MATERIALIZED (
    -- The statement's snapshot lacks its own shard's new sum, so that comes from RETURNING.
    SELECT e.pool, e.others + coalesce(u.credits, e.own) AS votes, u.pool IS NOT NULL AS is_written
      FROM seen e LEFT JOIN pooled u ON u.pool = e.pool
  ), standing AS MATERIALIZED (
    -- The first to reach a count ranks higher, and this batch is the latest.
    SELECT mine.pool, mine.votes,
           1 + (SELECT count(*) FROM totals o
                 WHERE o.pool <> mine.pool
                   AND (o.votes > mine.votes
                        OR (o.votes = mine.votes AND mine.is_written AND NOT v_period.shares_places))) AS rank
      FROM totals mine WHERE mine.pool IN (SELECT d.pool FROM debited d)
  ), counted AS MATERIALIZED (
    SELECT d.*, nextval('ledger.transfer_id') AS id, s.votes, s.rank FROM debited d JOIN standing s ON s.pool = d.pool
  ), given AS (
    INSERT INTO ledger.transfer
        (book, fan, unit, seq, pool, direction, amount, balance_after, reason, key, leg, received_at)
      SELECT p_period, c.fan, v_period.unit, c.seq - 1, v_period.free_pool, 1, c.free, c.balance + c.num, 11, c.key, 1,
             c.received_at
        FROM counted c WHERE c.free > 0
  ), written AS (
    INSERT INTO ledger.transfer
        (book, id, fan, unit, seq, pool, direction, amount, balance_after, reason, key, leg, received_at, pool_after, pool_rank, salt,
         flag, rule_set)
      SELECT p_period, c.id, c.fan, v_period.unit, c.seq, c.target, -1, c.num, c.balance, 10, c.key, 0, c.received_at,
             c.votes, c.rank, c.salt, c.flag, v_period.rule_set
        FROM counted c
  )
  SELECT c.o::integer, 0::smallint, c.id, c.balance, NULL::timestamptz, c.votes::bigint, c.rank::integer, NULL::bytea,
         c.flag, v_hash
    FROM counted c
  UNION ALL
  SELECT j.o::integer, j.verdict, j.old_id,
         (CASE WHEN j.verdict = 2 THEN j.available + j.free_left
               -- A missing limit is null, which `least` ignores.
               WHEN j.verdict IN (6, 8, 9) THEN least(j.daily_cap, j.paid_share, j.ending)
               ELSE j.old_balance END)::bigint,
         j.old_received_at, j.old_pool_after, j.old_pool_rank, j.old_salt, j.old_flag,
         (SELECT s.hash FROM public.rule_set s WHERE s.id = j.old_rule_set)
    FROM judged j WHERE j.verdict <> 0;
END $$;
REVOKE EXECUTE ON FUNCTION ledger.cast_votes FROM PUBLIC;
GRANT EXECUTE ON FUNCTION ledger.cast_votes TO lightstick_app;
