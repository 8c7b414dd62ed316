-- The candidates of a closed period are immutable. The lock on the period waits for a running close.
CREATE OR REPLACE FUNCTION keep_candidates_of_final() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  IF NEW IS NOT DISTINCT FROM OLD THEN
    RETURN NULL;
  END IF;
  PERFORM FROM ledger.period p JOIN activity a ON a.period = p.id
    WHERE a.id IN (OLD.activity_id, NEW.activity_id) FOR SHARE OF p;
  IF EXISTS (SELECT FROM ledger.period p JOIN activity a ON a.period = p.id
              WHERE a.id IN (OLD.activity_id, NEW.activity_id) AND p.status = 'closed') THEN
    RAISE EXCEPTION 'The result of activity % is final', coalesce(NEW.activity_id, OLD.activity_id);
  END IF;
  RETURN NULL;
END $$;

CREATE OR REPLACE TRIGGER candidate_of_final_kept AFTER INSERT OR UPDATE OR DELETE ON candidate
  FOR EACH ROW EXECUTE FUNCTION keep_candidates_of_final();
