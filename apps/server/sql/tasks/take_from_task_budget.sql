-- Takes Points from a budget; false, and no change, if they do not fit.
CREATE OR REPLACE FUNCTION take_from_task_budget(p_task text, p_points bigint, p_elsewhere boolean) RETURNS boolean
LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
DECLARE
  v_shard   smallint := pg_backend_pid() % 8;
  v_here    bigint := CASE WHEN p_elsewhere THEN p_points ELSE 0 END;
  v_unspent bigint;
BEGIN
  UPDATE task_budget_shard SET unspent = unspent - p_points, paid_elsewhere = paid_elsewhere + v_here
   WHERE task_id = p_task AND shard = v_shard AND (unspent IS NULL OR unspent >= p_points);
  IF FOUND THEN
    RETURN true;
  END IF;
  -- A sold-out budget needs no lock.
  IF (SELECT sum(unspent) >= p_points FROM task_budget_shard WHERE task_id = p_task) IS NOT TRUE THEN
    RETURN false;
  END IF;
  PERFORM FROM task_budget_shard WHERE task_id = p_task ORDER BY shard FOR NO KEY UPDATE;
  SELECT sum(unspent) INTO v_unspent FROM task_budget_shard WHERE task_id = p_task;
  IF v_unspent < p_points THEN
    RETURN false;
  END IF;
  PERFORM spread_task_budget(p_task, v_unspent - p_points);
  UPDATE task_budget_shard SET paid_elsewhere = paid_elsewhere + v_here WHERE task_id = p_task AND shard = v_shard;
  RETURN true;
END
$$;
