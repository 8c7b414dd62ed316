-- Decides votes of an activity and writes the decision in one call, the application's only way to do either. Results are
-- those of ledger.decide_flagged_votes; `num` is the number of votes of a newly decided one.
CREATE OR REPLACE FUNCTION write_vote_decision(
  p_activity text, p_ids bigint[], p_verdict text, p_reason jsonb, p_by_rule boolean, p_now timestamptz
) RETURNS TABLE (vote_id bigint, result text, num bigint) LANGUAGE plpgsql SECURITY DEFINER
SET search_path = public, pg_temp AS $$
#variable_conflict use_column
DECLARE
  v_period   integer;
  v_decision bigint;
BEGIN
  SELECT a.period INTO STRICT v_period FROM activity a WHERE a.id = p_activity;
  FOR vote_id, result, num IN
    SELECT d.id, d.result, t.amount FROM ledger.decide_flagged_votes(v_period, p_ids, p_verdict = 'released') d
      LEFT JOIN ledger.transfer t ON t.book = v_period AND t.id = d.id AND t.flag IS NOT NULL AND d.result = 'decided'
  LOOP
    IF result = 'decided' THEN
      IF v_decision IS NULL THEN
        INSERT INTO vote_decision (activity_id, verdict, reason, by_rule, decided_at)
          VALUES (p_activity, p_verdict, p_reason, p_by_rule, p_now) RETURNING id INTO v_decision;
      END IF;
      INSERT INTO decided_vote (vote_id, decision_id, num) VALUES (vote_id, v_decision, num);
    END IF;
    RETURN NEXT;
  END LOOP;
END $$;
REVOKE EXECUTE ON FUNCTION write_vote_decision FROM PUBLIC;
GRANT EXECUTE ON FUNCTION write_vote_decision TO lightstick_app;
