-- Deletes permanently failed jobs, whose payloads and errors may contain personal data. The application has no other
-- access to the queue.
CREATE OR REPLACE FUNCTION forget_failed_jobs(p_due_before timestamptz) RETURNS integer
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
DECLARE
  v_forgotten integer;
BEGIN
  DELETE FROM graphile_worker._private_jobs
   WHERE attempts >= max_attempts AND locked_at IS NULL AND run_at < p_due_before;
  GET DIAGNOSTICS v_forgotten = ROW_COUNT;
  RETURN v_forgotten;
END
$$;
REVOKE EXECUTE ON FUNCTION forget_failed_jobs FROM PUBLIC;
GRANT EXECUTE ON FUNCTION forget_failed_jobs TO lightstick_app;
