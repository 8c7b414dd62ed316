-- Debits many accounts of a unit into the sink of what has expired. The caller holds the accounts' locks and knows that each
-- amount is available; a used key fails by the constraint transfer_once.
CREATE OR REPLACE FUNCTION ledger.take_back(
  p_unit smallint, p_reason smallint, p_fan bigint[], p_amount bigint[], p_key uuid[], p_at timestamptz
) RETURNS void LANGUAGE sql SET search_path = ledger, pg_temp AS $$
  WITH debit AS MATERIALIZED (
    SELECT d.*, ledger.ensure_pool(p_unit, 'sink', 'expired') AS pool
      FROM unnest(p_fan, p_amount, p_key) AS d (fan, amount, key)
  ), moved AS (
    UPDATE ledger.account a SET balance = a.balance - d.amount, seq = a.seq + 1
      FROM debit d WHERE a.fan = d.fan AND a.unit = p_unit
    RETURNING a.fan, a.seq, a.balance, d.amount, d.key, d.pool
  ), written AS (
    INSERT INTO ledger.transfer
        (book, fan, unit, seq, pool, direction, amount, balance_after, reason, key, leg, received_at)
      SELECT ledger.book_of(m.key), m.fan, p_unit, m.seq, m.pool, -1, m.amount, m.balance, p_reason, m.key, 0, p_at FROM moved m
  )
  INSERT INTO ledger.pool_shard AS s (pool, shard, debits, credits, transfers, last_at)
    SELECT d.pool, (pg_backend_pid() % 16)::smallint, 0, sum(d.amount), count(*), p_at FROM debit d GROUP BY d.pool
  ON CONFLICT (pool, shard) DO UPDATE
    SET credits = s.credits + excluded.credits, transfers = s.transfers + excluded.transfers,
        last_at = greatest(s.last_at, excluded.last_at)
$$;
REVOKE EXECUTE ON FUNCTION ledger.take_back FROM PUBLIC;
