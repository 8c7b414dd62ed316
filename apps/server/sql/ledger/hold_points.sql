-- Holds an amount of an account, once under its key: it stays in the account and cannot be spent until it is released.
-- Results: 0 held, 1 repeat, 2 more than can be spent, 3 key used for another amount or unit, 4 more than p_most would be
-- held. `available` is what can be spent, `held` what is held, both after the call. Locks: the account.
CREATE OR REPLACE FUNCTION ledger.hold_points(
  p_key uuid, p_at timestamptz, p_fan bigint, p_unit smallint, p_amount bigint, p_most bigint
) RETURNS TABLE (result smallint, available bigint, held bigint)
LANGUAGE plpgsql SECURITY DEFINER SET search_path = ledger, pg_temp AS $$
#variable_conflict use_column
DECLARE
  v_account ledger.account;
  v_hold    ledger.hold;
  v_result  smallint;
BEGIN
  SELECT * INTO v_account FROM ledger.account a WHERE a.fan = p_fan AND a.unit = p_unit FOR NO KEY UPDATE;
  -- A new statement after the lock: it sees what a concurrent call with the same key committed.
  SELECT * INTO v_hold FROM ledger.hold h WHERE h.fan = p_fan AND h.key = p_key;
  v_result := CASE WHEN v_hold.fan IS NOT NULL THEN CASE WHEN v_hold.unit = p_unit AND v_hold.amount = p_amount THEN 1 ELSE 3 END
                   WHEN p_amount > coalesce(v_account.balance - v_account.held, 0) THEN 2
                   WHEN v_account.held + p_amount > p_most THEN 4
                   ELSE 0 END;
  IF v_result = 0 THEN
    INSERT INTO ledger.hold (fan, unit, key, amount, held_at) VALUES (p_fan, p_unit, p_key, p_amount, p_at);
    UPDATE ledger.account a SET held = a.held + p_amount WHERE a.fan = p_fan AND a.unit = p_unit RETURNING * INTO v_account;
  END IF;
  RETURN QUERY SELECT v_result, coalesce(v_account.balance - v_account.held, 0), coalesce(v_account.held, 0);
END $$;
REVOKE EXECUTE ON FUNCTION ledger.hold_points FROM PUBLIC;
GRANT EXECUTE ON FUNCTION ledger.hold_points TO lightstick_app;
