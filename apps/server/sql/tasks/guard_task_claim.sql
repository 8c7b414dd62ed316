-- Only a held claim changes, and only by being settled.
CREATE OR REPLACE FUNCTION guard_task_claim() RETURNS trigger LANGUAGE plpgsql
SET search_path = public, pg_temp AS $$
BEGIN
  IF OLD.state <> 'held' OR (NEW.fan_id, NEW.occurrence, NEW.task_id, NEW.points, NEW.key, NEW.claimed_at, NEW.held_for)
      IS DISTINCT FROM (OLD.fan_id, OLD.occurrence, OLD.task_id, OLD.points, OLD.key, OLD.claimed_at, OLD.held_for) THEN
    RAISE EXCEPTION 'Only a held claim is settled, and nothing else of a claim changes'
      USING ERRCODE = 'check_violation', CONSTRAINT = 'task_claim_settled_once';
  END IF;
  RETURN NEW;
END
$$;

CREATE OR REPLACE TRIGGER task_claim_settled_once BEFORE UPDATE ON task_claim FOR EACH ROW EXECUTE FUNCTION guard_task_claim();
