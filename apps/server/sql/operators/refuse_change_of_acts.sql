-- The audit log is append-only.
CREATE OR REPLACE FUNCTION refuse_change_of_acts() RETURNS trigger LANGUAGE plpgsql
SET search_path = public, pg_temp AS $$
BEGIN
  RAISE EXCEPTION 'operator_act is append-only';
END $$;

CREATE OR REPLACE TRIGGER operator_act_append_only BEFORE UPDATE OR DELETE ON operator_act
  FOR EACH ROW EXECUTE FUNCTION refuse_change_of_acts();

CREATE OR REPLACE TRIGGER operator_act_never_emptied BEFORE TRUNCATE ON operator_act
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change_of_acts();
