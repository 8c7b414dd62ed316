-- Adds a job in the caller's transaction; the application has no other access to the queue. Of the waiting jobs of one
-- key only the last remains. A worker takes it at `p_run_at`, by default at once.
DROP FUNCTION IF EXISTS enqueue_job(text, json, integer, text);
CREATE OR REPLACE FUNCTION enqueue_job(
  p_name text, p_payload json, p_max_attempts integer, p_key text, p_run_at timestamptz DEFAULT NULL
) RETURNS void
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  PERFORM graphile_worker.add_job(p_name, p_payload, max_attempts => p_max_attempts, job_key => p_key, run_at => p_run_at);
END
$$;
REVOKE EXECUTE ON FUNCTION enqueue_job FROM PUBLIC;
GRANT EXECUTE ON FUNCTION enqueue_job TO lightstick_app;
