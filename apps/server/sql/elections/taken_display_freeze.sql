-- Returns the stored freeze and waits for one in progress. Without one, a later freeze contains all that was committed
-- before this call. Volatile, so that the read after the lock has a new snapshot.
CREATE OR REPLACE FUNCTION taken_display_freeze(p_activity text, p_round smallint)
RETURNS SETOF display_freeze LANGUAGE plpgsql VOLATILE SET search_path = public, pg_temp AS $$
BEGIN
  PERFORM pg_advisory_xact_lock_shared(7706, hashtext(p_activity));
  RETURN QUERY SELECT f.* FROM display_freeze f WHERE f.activity_id = p_activity AND f.round = p_round;
END $$;
REVOKE EXECUTE ON FUNCTION taken_display_freeze FROM PUBLIC;
GRANT EXECUTE ON FUNCTION taken_display_freeze TO lightstick_app;
