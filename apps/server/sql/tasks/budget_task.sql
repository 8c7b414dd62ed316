-- A new task has its whole budget left. A changed budget keeps what was spent; a budget added later counts earlier claims
-- as spent.
CREATE OR REPLACE FUNCTION budget_task() RETURNS trigger LANGUAGE plpgsql
SET search_path = public, pg_temp AS $$
DECLARE
  v_unspent bigint;
BEGIN
  IF TG_OP = 'INSERT' THEN
    INSERT INTO task_budget_shard (task_id, shard) SELECT NEW.id, s FROM generate_series(0, 7) AS s;
    PERFORM spread_task_budget(NEW.id, NEW.budget);
    RETURN NULL;
  END IF;
  IF NEW.budget IS NOT DISTINCT FROM OLD.budget THEN
    RETURN NULL;
  END IF;
  PERFORM FROM task_budget_shard WHERE task_id = NEW.id ORDER BY shard FOR NO KEY UPDATE;
  v_unspent := NEW.budget - CASE
    WHEN OLD.budget IS NOT NULL THEN OLD.budget - (SELECT sum(unspent) FROM task_budget_shard WHERE task_id = NEW.id)
    ELSE (SELECT coalesce(sum(points), 0) FROM task_claim WHERE task_id = NEW.id AND state IN ('awarded', 'held'))
         + (SELECT sum(paid_elsewhere) FROM task_budget_shard WHERE task_id = NEW.id) END;
  IF v_unspent < 0 THEN
    RAISE EXCEPTION 'The budget % of task % is less than what was spent of it', NEW.budget, NEW.id
      USING ERRCODE = 'check_violation', CONSTRAINT = 'task_budget_never_exceeded';
  END IF;
  PERFORM spread_task_budget(NEW.id, v_unspent);
  RETURN NULL;
END
$$;

CREATE OR REPLACE TRIGGER task_has_its_budget AFTER INSERT OR UPDATE OF budget ON task FOR EACH ROW EXECUTE FUNCTION budget_task();
