-- Attempts are marked by their edition, so editions never change.
CREATE OR REPLACE FUNCTION refuse_change_of_edition() RETURNS trigger LANGUAGE plpgsql
SET search_path = public, pg_temp AS $$
BEGIN
  RAISE EXCEPTION 'an edition of a quiz never changes' USING ERRCODE = 'restrict_violation';
END
$$;

CREATE OR REPLACE TRIGGER quiz_edition_stands BEFORE UPDATE OR DELETE ON quiz_edition
  FOR EACH ROW EXECUTE FUNCTION refuse_change_of_edition();
