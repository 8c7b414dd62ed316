-- Whether a period is not open yet. If so, no vote is written until the caller commits, so that none is cast under
-- rules that the caller replaces. For an open period nothing waits.
CREATE OR REPLACE FUNCTION ledger.is_to_open(p_period integer)
RETURNS boolean LANGUAGE plpgsql SET search_path = ledger, pg_temp AS $$
BEGIN
  IF EXISTS (SELECT FROM ledger.period WHERE id = p_period AND opens_at > clock_timestamp()) THEN
    PERFORM pg_advisory_xact_lock(7702, p_period);
  END IF;
  -- The clock has advanced during the wait.
  RETURN EXISTS (SELECT FROM ledger.period WHERE id = p_period AND opens_at > clock_timestamp());
END $$;
REVOKE EXECUTE ON FUNCTION ledger.is_to_open FROM PUBLIC;
