-- Whether a period is still to open. If it is, no vote of it is written until the caller commits, so that nobody votes under
-- rules which the caller is about to replace. Nothing waits for a caller whose period is open: its rules stand anyway.
CREATE OR REPLACE FUNCTION ledger.is_to_open(p_period integer)
RETURNS boolean LANGUAGE plpgsql SET search_path = ledger, pg_temp AS $$
BEGIN
  IF EXISTS (SELECT FROM ledger.period WHERE id = p_period AND opens_at > clock_timestamp()) THEN
    PERFORM pg_advisory_xact_lock(7702, p_period);
  END IF;
  -- The clock has gone on while this waited.
  RETURN EXISTS (SELECT FROM ledger.period WHERE id = p_period AND opens_at > clock_timestamp());
END $$;
REVOKE EXECUTE ON FUNCTION ledger.is_to_open FROM PUBLIC;
