-- Holds an amount of an account, once under its key: it stays in the account and cannot be spent until it is released.
-- Verdicts: held, repeat, tooFew (more than can be spent), keyReused (for another amount or unit), aboveLimit (more than p_most
-- would be held). `available` is what can be spent, `held` what is held, both after the call. Locks: the account.
CREATE OR REPLACE FUNCTION ledger.place_hold(
  p_key uuid, p_at timestamptz, p_fan bigint, p_unit smallint, p_amount bigint, p_most bigint
) RETURNS TABLE (verdict text, available bigint, held bigint)
LANGUAGE plpgsql SECURITY DEFINER SET search_path = ledger, pg_temp AS $$
#variable_conflict use_column
DECLARE
  v_account ledger.account;
  v_hold    ledger.hold;
  v_verdict text;
BEGIN
  SELECT * INTO v_account FROM ledger.account a WHERE a.fan = p_fan AND a.unit = p_unit FOR NO KEY UPDATE;
  -- A new statement after the lock: it sees what a concurrent call with the same key committed.
  SELECT * INTO v_hold FROM ledger.hold h WHERE h.fan = p_fan AND h.key = p_key;
  v_verdict := CASE WHEN v_hold.unit = p_unit AND v_hold.amount = p_amount THEN 'repeat'
                    WHEN v_hold.fan IS NOT NULL THEN 'keyReused'
                    WHEN p_amount > coalesce(v_account.balance - v_account.held, 0) THEN 'tooFew'
                    WHEN v_account.held + p_amount > p_most THEN 'aboveLimit'
                    ELSE 'held' END;
  IF v_verdict = 'held' THEN
    INSERT INTO ledger.hold (fan, unit, key, amount, held_at) VALUES (p_fan, p_unit, p_key, p_amount, p_at);
    UPDATE ledger.account a SET held = a.held + p_amount WHERE a.fan = p_fan AND a.unit = p_unit RETURNING * INTO v_account;
  END IF;
  RETURN QUERY SELECT v_verdict, coalesce(v_account.balance - v_account.held, 0), coalesce(v_account.held, 0);
END $$;
REVOKE EXECUTE ON FUNCTION ledger.place_hold FROM PUBLIC;
GRANT EXECUTE ON FUNCTION ledger.place_hold TO lightstick_app;
