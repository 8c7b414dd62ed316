-- Gives the receiver of a gift the soonest lots of the giver, so that a gift does not renew them. The caller holds the locks of
-- both accounts and has not moved the amount.
CREATE OR REPLACE FUNCTION ledger.carry_lots(p_from bigint, p_to bigint, p_unit smallint, p_amount bigint)
RETURNS void LANGUAGE sql SET search_path = ledger, pg_temp AS $$
  INSERT INTO ledger.lot AS l (fan, unit, expires_on, credited)
    SELECT p_to, p_unit, r.expires_on, least(r.amount, p_amount - r.sooner)
      FROM (SELECT x.expires_on, x.amount, sum(x.amount) OVER (ORDER BY x.expires_on) - x.amount AS sooner
              FROM ledger.remaining_lots(p_from, p_unit) x) r
     WHERE r.amount > 0 AND r.sooner < p_amount
  ON CONFLICT (fan, unit, expires_on) DO UPDATE SET credited = l.credited + excluded.credited
$$;
REVOKE EXECUTE ON FUNCTION ledger.carry_lots FROM PUBLIC;
