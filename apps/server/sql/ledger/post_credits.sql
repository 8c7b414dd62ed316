-- Credits many fans from one pool that belongs to no round, each under an idempotency key of its own; the keys have one time,
-- and so one book. The caller knows that no credit was posted before: a used key fails by the constraint transfer_once, and
-- nothing is posted. Fans are distinct. Of an expiring unit, the reason is one whose credits live for the term.
-- Locks as in ledger.post_legs: accounts by fan, then the pool's shard.
-- Planner settings fix the plan, as in ledger.cast_vote_batch: accounts are updated at the places where they were locked.
CREATE OR REPLACE FUNCTION ledger.post_credits(
  p_pool bigint, p_shard smallint, p_reason smallint,
  p_fan bigint[], p_amount bigint[], p_key uuid[], p_received_at timestamptz[]
) RETURNS void
LANGUAGE plpgsql SECURITY DEFINER
SET search_path = ledger, pg_temp SET plan_cache_mode = force_generic_plan
SET enable_seqscan = off SET enable_hashjoin = off SET enable_mergejoin = off AS $$
DECLARE
  v_size integer := cardinality(p_fan);
  v_book integer := ledger.book_of(p_key[1]);
  v_unit smallint;
  v_expires boolean;
  -- All keys of the first one's time.
  v_first_key uuid := left(p_key[1]::text, 13) || '-0000-0000-000000000000';
  v_last_key  uuid := left(p_key[1]::text, 13) || '-ffff-ffff-ffffffffffff';
  -- The places of the accounts' rows, in batch order.
  v_rows tid[];
BEGIN
  SELECT u.id, u.expires INTO v_unit, v_expires
    FROM ledger.pool p JOIN ledger.unit u ON u.id = p.unit WHERE p.id = p_pool AND p.period IS NULL;
  IF v_unit IS NULL THEN
    RAISE EXCEPTION 'credits come from a pool that belongs to no round';
  END IF;
  IF v_expires AND NOT EXISTS (SELECT FROM ledger.reason r WHERE r.code = p_reason AND r.life = 'term') THEN
    RAISE EXCEPTION 'credits of an expiring unit live for the term, and the reason % does not say so', p_reason;
  END IF;
  IF EXISTS (SELECT FROM unnest(p_key) k WHERE k < v_first_key OR k > v_last_key) THEN
    RAISE EXCEPTION 'the keys of a batch have one time';
  END IF;

  FOR attempt IN 1..2 LOOP
    SELECT array_agg(a.ctid ORDER BY a.o) INTO v_rows
      FROM (SELECT x.ctid, array_position(p_fan, x.fan) AS o FROM ledger.account x
             WHERE x.fan = ANY (p_fan) AND x.unit = v_unit
             ORDER BY x.fan FOR NO KEY UPDATE) a;
    EXIT WHEN cardinality(v_rows) = v_size;
    INSERT INTO ledger.account (fan, unit) SELECT f, v_unit FROM unnest(p_fan) f ORDER BY f
      ON CONFLICT (fan, unit) DO NOTHING;
  END LOOP;
  IF cardinality(v_rows) <> v_size THEN
    RAISE EXCEPTION 'a batch holds one credit of each fan';
  END IF;

  WITH credit AS MATERIALIZED (
    SELECT c.* FROM unnest(v_rows, p_fan, p_amount, p_key, p_received_at) AS c (place, fan, amount, key, received_at)
  ), moved AS (
    UPDATE ledger.account a SET balance = a.balance + c.amount, seq = a.seq + 1
      FROM credit c WHERE a.ctid = c.place AND a.fan = c.fan
    RETURNING a.fan, a.seq, a.balance, c.amount, c.key, c.received_at
  ), written AS (
    INSERT INTO ledger.transfer
        (book, fan, unit, seq, pool, direction, amount, balance_after, reason, key, leg, received_at)
      SELECT v_book, m.fan, v_unit, m.seq, p_pool, 1, m.amount, m.balance, p_reason, m.key, 0, m.received_at
        FROM moved m
  )
  INSERT INTO ledger.pool_shard AS s (pool, shard, debits, credits, transfers, last_at)
    SELECT p_pool, p_shard, sum(c.amount), 0, count(*), max(c.received_at) FROM credit c HAVING count(*) > 0
  ON CONFLICT (pool, shard) DO UPDATE
    SET debits = s.debits + excluded.debits, transfers = s.transfers + excluded.transfers,
        last_at = greatest(s.last_at, excluded.last_at);

  IF v_expires THEN
    -- Before the terms are read, as in ledger.add_lots.
    LOCK TABLE ledger.lot IN ROW EXCLUSIVE MODE;
    -- One end for the batch: that of its latest credit.
    INSERT INTO ledger.lot AS l (fan, unit, expires_on, credited)
      SELECT c.fan, v_unit, e.expires_on, c.amount
        FROM ledger.expires_on((SELECT max(r) FROM unnest(p_received_at) r)) AS e (expires_on)
        CROSS JOIN unnest(p_fan, p_amount) AS c (fan, amount)
    ON CONFLICT (fan, unit, expires_on) DO UPDATE SET credited = l.credited + excluded.credited;
  END IF;
END $$;
REVOKE EXECUTE ON FUNCTION ledger.post_credits FROM PUBLIC;
GRANT EXECUTE ON FUNCTION ledger.post_credits TO lightstick_app;
