-- These tables are append-only.
CREATE OR REPLACE FUNCTION refuse_change_of_history() RETURNS trigger LANGUAGE plpgsql
SET search_path = public, pg_temp AS $$
BEGIN
  RAISE EXCEPTION 'Rows of % stay as they are', TG_TABLE_NAME;
END $$;

CREATE OR REPLACE TRIGGER rule_set_kept BEFORE UPDATE OR DELETE ON rule_set
  FOR EACH ROW EXECUTE FUNCTION refuse_change_of_history();

CREATE OR REPLACE TRIGGER round_result_kept BEFORE UPDATE OR DELETE ON round_result
  FOR EACH ROW EXECUTE FUNCTION refuse_change_of_history();

CREATE OR REPLACE TRIGGER display_freeze_kept BEFORE UPDATE OR DELETE ON display_freeze
  FOR EACH ROW EXECUTE FUNCTION refuse_change_of_history();

CREATE OR REPLACE TRIGGER vote_decision_kept BEFORE UPDATE OR DELETE ON vote_decision
  FOR EACH ROW EXECUTE FUNCTION refuse_change_of_history();

CREATE OR REPLACE TRIGGER decided_vote_kept BEFORE UPDATE OR DELETE ON decided_vote
  FOR EACH ROW EXECUTE FUNCTION refuse_change_of_history();
