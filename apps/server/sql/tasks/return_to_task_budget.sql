-- Returns the budget of a claim that is not paid.
CREATE OR REPLACE FUNCTION return_to_task_budget(p_task text, p_points bigint) RETURNS void LANGUAGE sql
SET search_path = public, pg_temp AS $$
  UPDATE task_budget_shard SET unspent = unspent + p_points WHERE task_id = p_task AND shard = pg_backend_pid() % 8
$$;
