-- Whether a fan has a counted vote: never quarantined, or released. The accounts' key excludes fans without votes
-- first; for the others the journal's own key finds a fan's votes of each period.
CREATE OR REPLACE FUNCTION has_counted_vote(p_fan bigint) RETURNS boolean LANGUAGE plpgsql STABLE COST 1000
SET search_path = public, pg_temp AS $$
BEGIN
  IF NOT EXISTS (SELECT FROM ledger.account a WHERE a.fan = p_fan AND a.day IS NOT NULL) THEN
    RETURN false;
  END IF;
  RETURN EXISTS (
    SELECT FROM ledger.account a
      JOIN ledger.period p ON p.unit = a.unit
     CROSS JOIN LATERAL (
       SELECT FROM ledger.transfer t
        WHERE t.book = p.id AND t.fan = a.fan AND t.unit = a.unit AND t.reason = 10
          AND (t.flag IS NULL
               OR EXISTS (SELECT FROM decided_vote d JOIN vote_decision v ON v.id = d.decision_id
                           WHERE d.vote_id = t.id AND v.verdict = 'released'))
        LIMIT 1) counted
     WHERE a.fan = p_fan AND a.day IS NOT NULL);
END $$;
