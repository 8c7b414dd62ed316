-- Spreads the unspent budget evenly over its shards, which must be locked.
CREATE OR REPLACE FUNCTION spread_task_budget(p_task text, p_unspent bigint) RETURNS void LANGUAGE sql
SET search_path = public, pg_temp AS $$
  UPDATE task_budget_shard SET unspent = p_unspent / 8 + CASE WHEN shard < p_unspent % 8 THEN 1 ELSE 0 END
   WHERE task_id = p_task
$$;
