-- Ballots share the advisory lock (class 7704, by poll) and the freeze takes it exclusively, so a result includes each
-- running ballot and no later one.
CREATE OR REPLACE FUNCTION best7_ballot_before_the_result() RETURNS trigger LANGUAGE plpgsql
SET search_path = public, pg_temp AS $$
BEGIN
  PERFORM pg_advisory_xact_lock_shared(7704, hashtext(NEW.activity_id));
  IF EXISTS (SELECT FROM best7_result WHERE activity_id = NEW.activity_id) THEN
    RAISE EXCEPTION 'The result of Best 7 poll % is final', NEW.activity_id
      USING ERRCODE = 'check_violation', CONSTRAINT = 'best7_ballot_before_the_result';
  END IF;
  RETURN NEW;
END $$;

CREATE OR REPLACE TRIGGER best7_ballot_in_time BEFORE INSERT ON best7_ballot
  FOR EACH ROW EXECUTE FUNCTION best7_ballot_before_the_result();
