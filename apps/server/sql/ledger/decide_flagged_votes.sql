-- Releases votes from quarantine into their tallies, or voids them: leg 2 under the vote's key leaves quarantine, leg 3
-- goes to the target, and the fan's balance stays. Results: decided, decidedBefore (in the same way),
-- decidedOtherwise, notInQuarantine, settled (the round).
CREATE OR REPLACE FUNCTION ledger.decide_flagged_votes(p_period integer, p_ids bigint[], p_release boolean)
RETURNS TABLE (id bigint, result text) LANGUAGE plpgsql SECURITY DEFINER SET search_path = ledger, pg_temp AS $$
#variable_conflict use_column
DECLARE
  -- A shard that no server casts to, so that decisions and votes do not block each other.
  c_shard   constant smallint := 1001;
  v_vote    record;
  v_decided smallint;
  v_target  bigint;
  v_seq     bigint;
  v_balance bigint;
BEGIN
  PERFORM pg_advisory_xact_lock_shared(7702, p_period);
  -- One decision at a time, so that accounts can be locked in turn.
  PERFORM pg_advisory_xact_lock(7705, p_period);
  RETURN QUERY SELECT asked, 'notInQuarantine' FROM unnest(p_ids) asked
    WHERE NOT EXISTS (SELECT FROM ledger.transfer t WHERE t.book = p_period AND t.id = asked AND t.flag IS NOT NULL);
  FOR v_vote IN
    SELECT t.*, q.name, q.round, r.status FROM ledger.transfer t
      JOIN ledger.pool q ON q.id = t.pool
      JOIN ledger.round r ON r.period = q.period AND r.round = q.round
     WHERE t.book = p_period AND t.id = ANY (p_ids) AND t.flag IS NOT NULL
     ORDER BY t.fan, t.id
  LOOP
    id := v_vote.id;
    SELECT l.reason INTO v_decided FROM ledger.transfer l
      WHERE l.book = p_period AND l.fan = v_vote.fan AND l.unit = v_vote.unit AND l.key = v_vote.key AND l.leg = 3;
    IF FOUND THEN
      result := CASE WHEN v_decided = CASE WHEN p_release THEN 13 ELSE 14 END THEN 'decidedBefore' ELSE 'decidedOtherwise' END;
      RETURN NEXT;
      CONTINUE;
    END IF;
    IF v_vote.status = 'settled' THEN
      result := 'settled';
      RETURN NEXT;
      CONTINUE;
    END IF;
    UPDATE ledger.account SET seq = seq + 2 WHERE fan = v_vote.fan AND unit = v_vote.unit
      RETURNING seq, balance INTO STRICT v_seq, v_balance;
    SELECT p.id INTO STRICT v_target FROM ledger.pool p
      WHERE p.unit = v_vote.unit AND p.kind = CASE WHEN p_release THEN 'tally' ELSE 'voided' END
        AND p.name = v_vote.name AND p.round = v_vote.round;
    -- The time of the vote's receipt counts, not the time of the decision.
    INSERT INTO ledger.transfer (book, fan, unit, seq, pool, direction, amount, balance_after, reason, key, leg, received_at, rule_set)
      VALUES (p_period, v_vote.fan, v_vote.unit, v_seq - 1, v_vote.pool, 1, v_vote.amount, v_balance + v_vote.amount, 12,
              v_vote.key, 2, v_vote.received_at, v_vote.rule_set),
             (p_period, v_vote.fan, v_vote.unit, v_seq, v_target, -1, v_vote.amount, v_balance,
              CASE WHEN p_release THEN 13 ELSE 14 END, v_vote.key, 3, v_vote.received_at, v_vote.rule_set);
    INSERT INTO ledger.pool_shard AS s (pool, shard, debits, credits, transfers, last_at)
      SELECT m.pool, c_shard, m.debit, m.credit, 1, v_vote.received_at
        FROM (VALUES (v_vote.pool, v_vote.amount, 0), (v_target, 0, v_vote.amount)) AS m (pool, debit, credit)
       ORDER BY m.pool
      ON CONFLICT (pool, shard) DO UPDATE
        SET debits = s.debits + excluded.debits, credits = s.credits + excluded.credits,
            transfers = s.transfers + excluded.transfers, last_at = greatest(s.last_at, excluded.last_at);
    result := 'decided';
    RETURN NEXT;
  END LOOP;
END $$;
REVOKE EXECUTE ON FUNCTION ledger.decide_flagged_votes FROM PUBLIC;
