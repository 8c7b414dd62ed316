-- Whether a fan has had a vote that counts: one that was never set aside, or was released. Votes in quarantine and voided ones
-- earn nobody an invite. Whoever has not voted at all is told apart first, by the key of the accounts: most of those who are
-- asked about have not, and the journal is opened for none of them. Of the others, each period's votes of one fan are a stretch
-- of the journal's own key, of which the first that counts is the answer.
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
