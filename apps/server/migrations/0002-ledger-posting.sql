-- The two ways in which money moves: a posting of a few legs, and a batch of votes.

-- Posts the legs of one business event, all of them or none, under one idempotency key.
-- A leg is one account (fan, unit), one pool, a direction (-1 the fan pays, 1 the fan receives) and an amount; an account
-- may stand in one leg only. Results, the same for every leg: 0 posted, 1 a repeat of a posted one (the first balances are
-- answered), 2 a debit that its account cannot pay (`balance` is what it could), 3 the key was used for another posting.
-- Locks: accounts in (fan, unit) order, then pool shards in pool order; every function here keeps that order.
CREATE FUNCTION ledger.post(
  p_key uuid, p_received_at timestamptz,
  p_fan bigint[], p_unit smallint[], p_pool bigint[], p_direction smallint[], p_amount bigint[], p_reason smallint[]
) RETURNS TABLE (leg integer, result smallint, transfer_id bigint, balance bigint)
LANGUAGE plpgsql SECURITY DEFINER SET search_path = ledger, pg_temp AS $$
#variable_conflict use_column
DECLARE
  v_book  integer := ledger.book_of(p_key);
  v_legs  integer := cardinality(p_fan);
  v_shard smallint := pg_backend_pid() % 16;
  v_posted integer;
  v_same   integer;
BEGIN
  IF v_legs = 0 OR (SELECT count(DISTINCT (f, u)) FROM unnest(p_fan, p_unit) AS a (f, u)) <> v_legs THEN
    RAISE EXCEPTION 'a posting has one leg for each of its accounts, and at least one';
  END IF;
  IF EXISTS (SELECT FROM unnest(p_unit, p_pool, p_direction) AS l (unit, pool, direction)
             LEFT JOIN ledger.pool p ON p.id = l.pool
             WHERE p.unit IS DISTINCT FROM l.unit OR p.kind = 'tally' OR l.direction NOT IN (-1, 1)) THEN
    RAISE EXCEPTION 'a leg needs a pool of its own unit that is not a tally, and a direction of -1 or 1';
  END IF;

  INSERT INTO ledger.account (fan, unit)
    SELECT l.fan, l.unit FROM unnest(p_fan, p_unit, p_direction) AS l (fan, unit, direction)
    WHERE l.direction = 1 ORDER BY l.fan, l.unit
    ON CONFLICT (fan, unit) DO NOTHING;
  PERFORM FROM ledger.account a JOIN unnest(p_fan, p_unit) AS l (fan, unit) ON a.fan = l.fan AND a.unit = l.unit
    ORDER BY a.fan, a.unit FOR NO KEY UPDATE OF a;

  -- A statement of its own, begun after the locks: it sees what a rival with the same key has committed.
  SELECT count(*), count(*) FILTER (WHERE t.pool = l.pool AND t.direction = l.direction AND t.amount = l.amount
                                      AND t.reason = l.reason AND t.leg = l.o - 1)
    INTO v_posted, v_same
    FROM unnest(p_fan, p_unit, p_pool, p_direction, p_amount, p_reason)
           WITH ORDINALITY AS l (fan, unit, pool, direction, amount, reason, o)
    JOIN ledger.transfer t ON t.book = v_book AND t.fan = l.fan AND t.unit = l.unit AND t.key = p_key;
  IF v_posted > 0 THEN
    RETURN QUERY
      SELECT (l.o - 1)::integer, (CASE WHEN v_posted = v_legs AND v_same = v_legs THEN 1 ELSE 3 END)::smallint,
             t.id, t.balance_after
        FROM unnest(p_fan, p_unit) WITH ORDINALITY AS l (fan, unit, o)
        LEFT JOIN ledger.transfer t ON t.book = v_book AND t.fan = l.fan AND t.unit = l.unit AND t.key = p_key
                                   AND t.leg = l.o - 1
       ORDER BY l.o;
    RETURN;
  END IF;

  IF EXISTS (SELECT FROM unnest(p_fan, p_unit, p_direction, p_amount) AS l (fan, unit, direction, amount)
             LEFT JOIN ledger.account a ON a.fan = l.fan AND a.unit = l.unit
             WHERE l.direction = -1 AND l.amount > coalesce(a.balance - a.held, 0)) THEN
    RETURN QUERY
      SELECT (l.o - 1)::integer, 2::smallint, NULL::bigint, coalesce(a.balance - a.held, 0)
        FROM unnest(p_fan, p_unit) WITH ORDINALITY AS l (fan, unit, o)
        LEFT JOIN ledger.account a ON a.fan = l.fan AND a.unit = l.unit
       ORDER BY l.o;
    RETURN;
  END IF;

  RETURN QUERY
  WITH legs AS MATERIALIZED (
    SELECT l.* FROM unnest(p_fan, p_unit, p_pool, p_direction, p_amount, p_reason)
      WITH ORDINALITY AS l (fan, unit, pool, direction, amount, reason, o)
  ), moved AS (
    UPDATE ledger.account a SET balance = a.balance + l.direction * l.amount, seq = a.seq + 1
      FROM legs l WHERE a.fan = l.fan AND a.unit = l.unit
    RETURNING a.fan, a.unit, a.seq, a.balance
  ), written AS (
    INSERT INTO ledger.transfer AS t
        (book, fan, unit, seq, pool, direction, amount, balance_after, reason, key, leg, received_at)
      SELECT v_book, l.fan, l.unit, m.seq, l.pool, l.direction, l.amount, m.balance, l.reason, p_key, l.o - 1, p_received_at
        FROM legs l JOIN moved m ON m.fan = l.fan AND m.unit = l.unit
    RETURNING t.id, t.leg, t.balance_after
  ), pooled AS (
    INSERT INTO ledger.pool_shard AS s (pool, shard, debits, credits, transfers, last_at)
      SELECT l.pool, v_shard,
             coalesce(sum(l.amount) FILTER (WHERE l.direction = 1), 0),
             coalesce(sum(l.amount) FILTER (WHERE l.direction = -1), 0), count(*), p_received_at
        FROM legs l GROUP BY l.pool ORDER BY l.pool
    ON CONFLICT (pool, shard) DO UPDATE
      SET debits = s.debits + excluded.debits, credits = s.credits + excluded.credits,
          transfers = s.transfers + excluded.transfers, last_at = greatest(s.last_at, excluded.last_at)
  )
  SELECT w.leg::integer, 0::smallint, w.id, w.balance_after FROM written w ORDER BY w.leg;
END $$;

-- Casts a batch of votes of one period, at most one of each fan, in one round trip and one commit.
--
-- Free votes of the day are used first: they are issued to the account and spent from it at once (leg 1, then leg 0), so
-- that every vote, free or not, is a transfer from its fan to the idol's tally.
-- Results: 0 cast, 1 a repeat (answers what the first was told), 2 too few votes (`balance` is what could be spent, free
-- ones included), 3 the key was used for another vote, 4 not open yet, 5 ended, 6 over the daily cap (`balance` is what is
-- left of today's). For a repeat, `received_at` and `salt` are those of the first; for the others they are null, because
-- the caller has them.
-- What counts is p_received_at: when the server took the request, not when the batch came to be written.
-- Planning is taken out of chance, because a plan made while the book is empty must be the right one when it is full:
-- every join is a nested loop, and its inner side a look-up in an index or no longer than the pools of the period.
CREATE FUNCTION ledger.cast_votes(
  p_period integer, p_shard smallint, p_key uuid[], p_fan bigint[], p_pool bigint[], p_num bigint[],
  p_received_at timestamptz[], p_salt bytea[]
) RETURNS TABLE (ord integer, result smallint, transfer_id bigint, balance bigint, received_at timestamptz,
                 pool_after bigint, pool_rank integer, salt bytea)
LANGUAGE plpgsql SECURITY DEFINER
SET search_path = ledger, pg_temp SET lock_timeout = '5s' SET plan_cache_mode = force_generic_plan
SET enable_seqscan = off SET enable_hashjoin = off SET enable_mergejoin = off SET enable_material = off AS $$
#variable_conflict use_column
DECLARE
  v_size     integer := cardinality(p_key);
  v_period   ledger.period;
  -- What the accounts hold and where their rows lie, in the order of the batch.
  v_rows     tid[];
  v_balances bigint[];
  v_helds    bigint[];
  v_days     date[];
  v_votes    bigint[];
  v_frees    bigint[];
BEGIN
  IF (SELECT count(DISTINCT f) FROM unnest(p_fan) f) <> v_size THEN
    RAISE EXCEPTION 'a batch holds one vote of each fan';
  END IF;

  -- Shared with other batches, exclusive to close_period: nothing is written after the period has closed.
  PERFORM pg_advisory_xact_lock_shared(7702, p_period);
  SELECT * INTO STRICT v_period FROM ledger.period WHERE id = p_period;
  IF NOT p_pool <@ ARRAY(SELECT p.id FROM ledger.pool p WHERE p.period = p_period) THEN
    RAISE EXCEPTION 'a vote goes to a tally of its own period';
  END IF;

  -- Locked in the order of fans; then nothing else can change these accounts, or move their rows, until the commit.
  FOR attempt IN 1..2 LOOP
    SELECT array_agg(a.ctid ORDER BY a.o), array_agg(a.balance ORDER BY a.o), array_agg(a.held ORDER BY a.o),
           array_agg(a.day ORDER BY a.o), array_agg(a.day_votes ORDER BY a.o), array_agg(a.day_free ORDER BY a.o)
      INTO v_rows, v_balances, v_helds, v_days, v_votes, v_frees
      FROM (SELECT x.ctid, x.*, array_position(p_fan, x.fan) AS o FROM ledger.account x
             WHERE x.fan = ANY (p_fan) AND x.unit = v_period.unit
             ORDER BY x.fan FOR NO KEY UPDATE) a;
    EXIT WHEN cardinality(v_rows) = v_size;
    INSERT INTO ledger.account (fan, unit) SELECT f, v_period.unit FROM unnest(p_fan) f ORDER BY f
      ON CONFLICT (fan, unit) DO NOTHING;
  END LOOP;

  -- One statement with a snapshot taken after the locks: it finds repeats that a rival has committed meanwhile.
  RETURN QUERY
  WITH asked AS MATERIALIZED (
    SELECT r.o, r.key, r.fan, r.pool, r.num, r.received_at, r.salt, r.place, r.balance - r.held AS available, d.day,
           CASE WHEN r.day = d.day THEN r.day_votes ELSE 0 END AS day_votes,
           CASE WHEN r.day = d.day THEN r.day_free ELSE 0 END AS day_free,
           t.id AS old_id, t.balance_after AS old_balance, t.received_at AS old_received_at,
           t.pool_after AS old_pool_after, t.pool_rank AS old_pool_rank, t.salt AS old_salt,
           t.pool <> r.pool OR t.amount <> r.num AS differs
      FROM unnest(p_key, p_fan, p_pool, p_num, p_received_at, p_salt, v_rows, v_balances, v_helds, v_days, v_votes, v_frees)
             WITH ORDINALITY
             AS r (key, fan, pool, num, received_at, salt, place, balance, held, day, day_votes, day_free, o)
      -- A vote that was received before midnight but written after one received later counts to the later day.
      CROSS JOIN LATERAL (SELECT greatest(r.day, (r.received_at AT TIME ZONE v_period.time_zone)::date)) AS d (day)
      -- Limited, so that it stays a look-up for each vote.
      LEFT JOIN LATERAL (SELECT * FROM ledger.transfer x
                          WHERE x.book = p_period AND x.fan = r.fan AND x.unit = v_period.unit AND x.key = r.key AND x.leg = 0
                          LIMIT 1) AS t ON true
  ), weighed AS MATERIALIZED (
    SELECT a.*, greatest(v_period.free_per_day - a.day_free, 0) AS free_left FROM asked a
  ), judged AS MATERIALIZED (
    SELECT w.*, f.free,
           (CASE WHEN w.old_id IS NOT NULL THEN CASE WHEN w.differs THEN 3 ELSE 1 END
                 WHEN w.received_at < v_period.opens_at THEN 4
                 WHEN w.received_at >= v_period.closes_at OR v_period.status <> 'open' THEN 5
                 WHEN w.day_votes + w.num > v_period.daily_cap THEN 6
                 WHEN w.num - f.free > w.available THEN 2
                 ELSE 0 END)::smallint AS verdict
      FROM weighed w CROSS JOIN LATERAL (SELECT least(w.num, w.free_left)) AS f (free)
  ), debited AS (
    UPDATE ledger.account a
       SET balance = a.balance - (j.num - j.free), seq = a.seq + CASE WHEN j.free > 0 THEN 2 ELSE 1 END,
           day = j.day, day_votes = j.day_votes + j.num, day_free = j.day_free + j.free
      FROM judged j WHERE j.verdict = 0 AND a.ctid = j.place AND a.fan = j.fan
    RETURNING j.o, j.key, a.fan, j.pool, j.num, j.free, j.received_at, j.salt, a.seq, a.balance
  ), pooled AS (
    INSERT INTO ledger.pool_shard AS s (pool, shard, debits, credits, transfers, last_at)
      SELECT m.pool, p_shard, sum(m.debit), sum(m.credit), count(*), max(m.received_at)
        FROM (SELECT d.pool, 0 AS debit, d.num AS credit, d.received_at FROM debited d
              UNION ALL
              SELECT v_period.free_pool, d.free, 0, d.received_at FROM debited d WHERE d.free > 0) m
       GROUP BY m.pool ORDER BY m.pool
    ON CONFLICT (pool, shard) DO UPDATE
      SET debits = s.debits + excluded.debits, credits = s.credits + excluded.credits,
          transfers = s.transfers + excluded.transfers, last_at = greatest(s.last_at, excluded.last_at)
    RETURNING s.pool, s.credits
  ), seen AS MATERIALIZED (
    SELECT p.id AS pool, s.others, s.own
      FROM ledger.pool p
      CROSS JOIN LATERAL (SELECT coalesce(sum(x.credits - x.debits) FILTER (WHERE x.shard <> p_shard), 0) AS others,
                                 coalesce(sum(x.credits - x.debits) FILTER (WHERE x.shard = p_shard), 0) AS own
                            FROM ledger.pool_shard x WHERE x.pool = p.id) AS s
     WHERE p.period = p_period
  ), totals AS MATERIALIZED (
    -- This statement's snapshot does not see its own shard's new sum, so that one is taken from what was returned.
    SELECT e.pool, e.others + coalesce(u.credits, e.own) AS votes, u.pool IS NOT NULL AS is_written
      FROM seen e LEFT JOIN pooled u ON u.pool = e.pool
  ), standing AS MATERIALIZED (
    -- Whoever reached a count first stands before those who reach it later, and this batch is the latest.
    SELECT mine.pool, mine.votes, 1 + (SELECT count(*) FROM totals o WHERE o.votes >= mine.votes AND o.pool <> mine.pool) AS rank
      FROM totals mine WHERE mine.is_written
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
        (book, id, fan, unit, seq, pool, direction, amount, balance_after, reason, key, leg, received_at, pool_after, pool_rank, salt)
      SELECT p_period, c.id, c.fan, v_period.unit, c.seq, c.pool, -1, c.num, c.balance, 10, c.key, 0, c.received_at,
             c.votes, c.rank, c.salt
        FROM counted c
  )
  SELECT c.o::integer, 0::smallint, c.id, c.balance, NULL::timestamptz, c.votes::bigint, c.rank::integer, NULL::bytea
    FROM counted c
  UNION ALL
  SELECT j.o::integer, j.verdict, j.old_id,
         (CASE j.verdict WHEN 2 THEN j.available + j.free_left
                         WHEN 6 THEN v_period.daily_cap - j.day_votes
                         ELSE j.old_balance END)::bigint,
         j.old_received_at, j.old_pool_after, j.old_pool_rank, j.old_salt
    FROM judged j WHERE j.verdict <> 0;
END $$;

-- What the application's role may do: look, and call. The definitions stay with the owner.
GRANT USAGE ON SCHEMA ledger TO lightstick_app;
GRANT SELECT ON ALL TABLES IN SCHEMA ledger TO lightstick_app;
REVOKE EXECUTE ON ALL FUNCTIONS IN SCHEMA ledger FROM PUBLIC;
GRANT EXECUTE ON FUNCTION
  ledger.book_of, ledger.open_coming_books, ledger.ensure_pool, ledger.close_period, ledger.post, ledger.cast_votes
  TO lightstick_app;

ALTER DEFAULT PRIVILEGES IN SCHEMA public GRANT SELECT, INSERT, UPDATE, DELETE ON TABLES TO lightstick_app;
ALTER DEFAULT PRIVILEGES IN SCHEMA public GRANT USAGE ON SEQUENCES TO lightstick_app;
GRANT USAGE ON SCHEMA public TO lightstick_app;
