-- Posts the legs of one business event, all or none, under one idempotency key. Pools of a round are refused. A leg is one
-- account (fan, unit), one pool, a direction (-1 the fan pays, 1 the fan receives) and an amount; each account has at most
-- one leg. Verdicts, the same for every leg: posted, repeat (with the first balances), tooFew (a debit beyond what can be
-- paid, which is `balance`), keyReused (for another posting). Locks: accounts by (fan, unit), then pool shards by pool; every
-- function of the ledger keeps that order.
CREATE OR REPLACE FUNCTION ledger.post_legs(
  p_key uuid, p_received_at timestamptz,
  p_fan bigint[], p_unit smallint[], p_pool bigint[], p_direction smallint[], p_amount bigint[], p_reason smallint[]
) RETURNS TABLE (leg integer, verdict text, transfer_id bigint, balance bigint)
LANGUAGE plpgsql SECURITY DEFINER SET search_path = ledger, pg_temp AS $$
#variable_conflict use_column
DECLARE
  v_book  integer := ledger.book_of(p_key);
  v_legs  integer := cardinality(p_fan);
  v_shard smallint := pg_backend_pid() % 16;
  v_posted integer;
  v_same   integer;
  v_expires boolean;
BEGIN
  IF v_legs = 0 OR (SELECT count(DISTINCT (f, u)) FROM unnest(p_fan, p_unit) AS a (f, u)) <> v_legs THEN
    RAISE EXCEPTION 'a posting has one leg for each of its accounts, and at least one';
  END IF;
  IF EXISTS (SELECT FROM unnest(p_unit, p_pool, p_direction) AS l (unit, pool, direction)
             LEFT JOIN ledger.pool p ON p.id = l.pool
             WHERE p.unit IS DISTINCT FROM l.unit OR p.period IS NOT NULL OR l.direction NOT IN (-1, 1)) THEN
    RAISE EXCEPTION 'a leg needs a pool of its own unit that belongs to no round, and a direction of -1 or 1';
  END IF;

  INSERT INTO ledger.account (fan, unit)
    SELECT l.fan, l.unit FROM unnest(p_fan, p_unit, p_direction) AS l (fan, unit, direction)
    WHERE l.direction = 1 ORDER BY l.fan, l.unit
    ON CONFLICT (fan, unit) DO NOTHING;
  PERFORM FROM ledger.account a JOIN unnest(p_fan, p_unit) AS l (fan, unit) ON a.fan = l.fan AND a.unit = l.unit
    ORDER BY a.fan, a.unit FOR NO KEY UPDATE OF a;

  -- A new statement after the locks: it sees what a concurrent call with the same key committed.
  SELECT count(*), count(*) FILTER (WHERE t.pool = l.pool AND t.direction = l.direction AND t.amount = l.amount
                                      AND t.reason = l.reason AND t.leg = l.o - 1)
    INTO v_posted, v_same
    FROM unnest(p_fan, p_unit, p_pool, p_direction, p_amount, p_reason)
           WITH ORDINALITY AS l (fan, unit, pool, direction, amount, reason, o)
    JOIN ledger.transfer t ON t.book = v_book AND t.fan = l.fan AND t.unit = l.unit AND t.key = p_key;
  IF v_posted > 0 THEN
    RETURN QUERY
      SELECT (l.o - 1)::integer, CASE WHEN v_posted = v_legs AND v_same = v_legs THEN 'repeat' ELSE 'keyReused' END,
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
      SELECT (l.o - 1)::integer, 'tooFew', NULL::bigint, coalesce(a.balance - a.held, 0)
        FROM unnest(p_fan, p_unit) WITH ORDINALITY AS l (fan, unit, o)
        LEFT JOIN ledger.account a ON a.fan = l.fan AND a.unit = l.unit
       ORDER BY l.o;
    RETURN;
  END IF;

  v_expires := EXISTS (SELECT FROM unnest(p_unit, p_direction) AS l (unit, direction) JOIN ledger.unit u ON u.id = l.unit
                        WHERE l.direction = 1 AND u.expires);
  IF v_expires THEN
    -- Before the amounts move, because a gift carries the lots that its giver had.
    PERFORM ledger.carry_lots(g.fan, l.fan, l.unit, l.amount)
       FROM unnest(p_fan, p_unit, p_pool, p_direction, p_amount, p_reason) AS l (fan, unit, pool, direction, amount, reason)
       JOIN ledger.unit u ON u.id = l.unit AND u.expires
       JOIN ledger.reason r ON r.code = l.reason AND r.life = 'carried'
       JOIN unnest(p_fan, p_unit, p_pool, p_direction) AS g (fan, unit, pool, direction)
            ON g.unit = l.unit AND g.pool = l.pool AND g.direction = -1
      WHERE l.direction = 1;
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
  SELECT w.leg::integer, 'posted', w.id, w.balance_after FROM written w ORDER BY w.leg;
  IF v_expires THEN
    PERFORM ledger.add_lots(p_fan, p_unit, p_direction, p_amount, p_reason, p_received_at);
  END IF;
END $$;
REVOKE EXECUTE ON FUNCTION ledger.post_legs FROM PUBLIC;
GRANT EXECUTE ON FUNCTION ledger.post_legs TO lightstick_app;
