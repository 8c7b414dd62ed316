-- Creates a period with its book and rounds. Its rules may change until it opens and are immutable after that; an
-- end that was moved stays. `p_rules` is the published document, whose `rounds`, `minAccountAgeHours`,
-- `paidShareMaxPercent` and `tieRule` are read, with `endings` ([{from, cap}], by time). A missing rule limits nothing;
-- without `rounds` there is one.
CREATE OR REPLACE FUNCTION ledger.define_period(
  p_id integer, p_unit smallint, p_opens_at timestamptz, p_closes_at timestamptz, p_time_zone text,
  p_daily_cap bigint, p_free_per_day bigint, p_rules jsonb DEFAULT '{}'
) RETURNS void LANGUAGE plpgsql SET search_path = ledger, pg_temp AS $$
DECLARE
  wanted ledger.period;
  stored ledger.period;
  rounds ledger.round[];
  v_may_change boolean;
BEGIN
  PERFORM now() AT TIME ZONE p_time_zone;
  PERFORM ledger.open_book(p_id);
  SELECT array_agg(ROW(p_id, o, coalesce(r ->> 'opensAt', p_opens_at::text)::timestamptz,
                       coalesce(r ->> 'closesAt', p_closes_at::text)::timestamptz, (r ->> 'goOn')::integer,
                       coalesce((r ->> 'carries')::boolean, false), 'open', NULL, NULL)::ledger.round ORDER BY o)
    INTO rounds
    FROM jsonb_array_elements(coalesce(p_rules -> 'rounds', '[{}]')) WITH ORDINALITY AS x (r, o);
  IF rounds[1].opens_at <> p_opens_at OR rounds[cardinality(rounds)].closes_at <> p_closes_at
     OR EXISTS (SELECT FROM unnest(rounds) one JOIN unnest(rounds) next ON next.round = one.round + 1
                 WHERE next.opens_at <= one.closes_at)
     OR EXISTS (SELECT FROM unnest(rounds) one WHERE (one.go_on IS NULL) <> (one.round = cardinality(rounds))) THEN
    RAISE EXCEPTION 'rounds follow each other from the opening to the close, and somebody goes on from each but the last';
  END IF;

  wanted.min_account_age := make_interval(hours => coalesce((p_rules ->> 'minAccountAgeHours')::integer, 0));
  wanted.paid_share_max := (p_rules ->> 'paidShareMaxPercent')::smallint;
  wanted.shares_places := coalesce(p_rules ->> 'tieRule' = 'sharedPlace', false);
  SELECT coalesce(array_agg((e ->> 'from')::timestamptz ORDER BY o), '{}'), coalesce(array_agg((e ->> 'cap')::bigint ORDER BY o), '{}')
    INTO wanted.ending_from, wanted.ending_caps
    FROM jsonb_array_elements(coalesce(p_rules -> 'endings', '[]')) WITH ORDINALITY AS x (e, o);
  IF wanted.ending_from <> ARRAY(SELECT DISTINCT f FROM unnest(wanted.ending_from) f ORDER BY f) THEN
    RAISE EXCEPTION 'limits near an end are in the order of time';
  END IF;

  INSERT INTO ledger.period (id, unit, opens_at, closes_at, time_zone, free_pool)
    VALUES (p_id, p_unit, p_opens_at, p_closes_at, p_time_zone, ledger.ensure_pool(p_unit, 'issue', 'free votes'))
    ON CONFLICT (id) DO NOTHING;
  -- A new period has no rounds; its rules are written even when it is open already.
  v_may_change := ledger.is_to_open(p_id) OR NOT EXISTS (SELECT FROM ledger.round r WHERE r.period = p_id);
  IF v_may_change AND EXISTS (SELECT FROM ledger.period d WHERE d.id = p_id AND d.unit = p_unit) THEN
    -- Old rounds go first, so that none moves with the period.
    DELETE FROM ledger.round WHERE period = p_id;
    UPDATE ledger.period d
       SET opens_at = p_opens_at, closes_at = p_closes_at, time_zone = p_time_zone, daily_cap = p_daily_cap,
           free_per_day = p_free_per_day, min_account_age = wanted.min_account_age, paid_share_max = wanted.paid_share_max,
           shares_places = wanted.shares_places, ending_from = wanted.ending_from, ending_caps = wanted.ending_caps,
           is_moved = false
     WHERE d.id = p_id;
    INSERT INTO ledger.round SELECT * FROM unnest(rounds);
  END IF;

  SELECT * INTO stored FROM ledger.period WHERE id = p_id;
  IF (stored.unit, stored.time_zone, stored.daily_cap, stored.free_per_day, stored.min_account_age, stored.paid_share_max,
      stored.shares_places)
     IS DISTINCT FROM
     (p_unit, p_time_zone, p_daily_cap, p_free_per_day, wanted.min_account_age, wanted.paid_share_max, wanted.shares_places)
     OR EXISTS (SELECT FROM unnest(rounds) w FULL JOIN (SELECT * FROM ledger.round WHERE period = p_id) f USING (round)
                 WHERE (w.go_on, w.carries) IS DISTINCT FROM (f.go_on, f.carries)
                    OR (NOT stored.is_moved AND (w.opens_at, w.closes_at) IS DISTINCT FROM (f.opens_at, f.closes_at)))
     OR (NOT stored.is_moved AND (stored.opens_at, stored.closes_at, stored.ending_from, stored.ending_caps)
                                 IS DISTINCT FROM (p_opens_at, p_closes_at, wanted.ending_from, wanted.ending_caps)) THEN
    RAISE EXCEPTION 'period % is already defined with other rules', p_id;
  END IF;
END $$;
REVOKE EXECUTE ON FUNCTION ledger.define_period FROM PUBLIC;
