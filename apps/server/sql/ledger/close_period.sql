-- Closes each round that is over, and the period with its last round. The exclusive lock waits for running batches, and
-- the grace of 15 seconds for votes received in time. Returns whether the period is closed.
CREATE OR REPLACE FUNCTION ledger.close_period(p_period integer, p_now timestamptz)
RETURNS boolean LANGUAGE plpgsql SECURITY DEFINER SET search_path = ledger, pg_temp AS $$
DECLARE
  c_grace constant interval := '15 seconds';
BEGIN
  PERFORM pg_advisory_xact_lock(7702, p_period);
  UPDATE ledger.round SET status = 'closed', closed_at = p_now
    WHERE period = p_period AND status = 'open' AND closes_at + c_grace <= p_now;
  UPDATE ledger.period SET status = 'closed', closed_at = p_now
    WHERE id = p_period AND status = 'open' AND closes_at + c_grace <= p_now;
  RETURN (SELECT status = 'closed' FROM ledger.period WHERE id = p_period);
END $$;
REVOKE EXECUTE ON FUNCTION ledger.close_period FROM PUBLIC;
GRANT EXECUTE ON FUNCTION ledger.close_period TO lightstick_app;
