-- Whether a round can be settled: it is closed, those before it are settled, and no vote of it is in quarantine.
CREATE OR REPLACE FUNCTION ledger.is_to_settle(p_period integer, p_round smallint)
RETURNS boolean LANGUAGE sql STABLE SET search_path = ledger, pg_temp AS $$
  SELECT EXISTS (SELECT FROM ledger.round r WHERE r.period = p_period AND r.round = p_round AND r.status = 'closed')
     AND NOT EXISTS (SELECT FROM ledger.round r WHERE r.period = p_period AND r.round < p_round AND r.status <> 'settled')
     AND NOT EXISTS (SELECT FROM ledger.pool p JOIN ledger.pool_shard s ON s.pool = p.id
                      WHERE p.period = p_period AND p.round = p_round AND p.kind = 'quarantine'
                      GROUP BY p.id HAVING sum(s.credits - s.debits) > 0)
$$;
REVOKE EXECUTE ON FUNCTION ledger.is_to_settle FROM PUBLIC;
