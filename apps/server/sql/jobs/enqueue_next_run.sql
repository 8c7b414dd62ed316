-- Enqueues another run of a scheduled job under its queue and key, so that runs never overlap and at most one waits.
CREATE OR REPLACE FUNCTION enqueue_next_run(p_name text, p_payload json) RETURNS void
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  PERFORM graphile_worker.add_job(p_name, p_payload, queue_name => p_name, job_key => p_name);
END
$$;
REVOKE EXECUTE ON FUNCTION enqueue_next_run FROM PUBLIC;
GRANT EXECUTE ON FUNCTION enqueue_next_run TO lightstick_app;
