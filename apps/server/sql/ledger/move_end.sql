-- Moves the end of a round, by default of the last, once its election has opened and while the round is open. Limits near
-- the end move along: those that have begun stay, because accounts refer to them by number. After them all published limits
-- follow, each as long before the new end as published; one whose start is past begins now. Returns the row of the history,
-- or null when the round ends then already. `p_to` is a time with zone (ISO 8601), `p_former` the end that the caller saw, `p_why` is
-- written to the audit log, and voters read `p_reason`, or `p_why` without one. A refusal has the SQLSTATE LS036.
CREATE OR REPLACE FUNCTION ledger.move_end(
  p_period integer, p_to text, p_why text, p_reason jsonb DEFAULT NULL, p_round smallint DEFAULT NULL,
  p_former timestamptz DEFAULT NULL, p_now timestamptz DEFAULT NULL
) RETURNS ledger.moved_end LANGUAGE plpgsql SET search_path = ledger, pg_temp AS $$
DECLARE
  v_period ledger.period;
  v_round  ledger.round;
  v_next   timestamptz;
  v_to     timestamptz;
  v_now    timestamptz;
  v_kept   integer;
  v_moved  ledger.moved_end;
  v_refusal text;
  -- What keyboards write for a blank: the space, the tab, and their no-break and full-width forms.
  v_blanks  CONSTANT text := E' \t\u00A0\u3000';
  -- Of one line each, as the audit log and notices show them.
  v_has_reason boolean := (SELECT bool_and(char_length(btrim(t, v_blanks)) BETWEEN 2 AND 500 AND t !~ '[\n\r]')
                             FROM unnest(ARRAY[coalesce(p_why, ''), coalesce(p_reason ->> 'en_US', p_why), coalesce(p_reason ->> 'zh_TW', p_why)]) t);
BEGIN
  IF p_to !~ '^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d(\.\d{1,3})?)?(Z|[+-]\d\d:\d\d)$' THEN
    RAISE EXCEPTION '"%" is no time with a zone: write it as 2026-12-09T21:00:00+08:00', p_to USING ERRCODE = 'LS036';
  END IF;
  BEGIN
    v_to := p_to::timestamptz;
  EXCEPTION WHEN datetime_field_overflow OR invalid_datetime_format OR invalid_time_zone_displacement_value THEN
    RAISE EXCEPTION '"%" does not exist: no calendar or clock has this time', p_to USING ERRCODE = 'LS036';
  END;
  -- Waits for votes that are being written and for a running close, and lets later ones wait.
  PERFORM pg_advisory_xact_lock(7702, p_period);
  v_now := coalesce(p_now, clock_timestamp());
  SELECT * INTO v_period FROM ledger.period WHERE id = p_period;
  SELECT * INTO v_round FROM ledger.round r
    WHERE r.period = p_period AND CASE WHEN p_round IS NULL THEN r.go_on IS NULL ELSE r.round = p_round END;
  SELECT r.opens_at INTO v_next FROM ledger.round r WHERE r.period = p_period AND r.round = v_round.round + 1;
  v_refusal := CASE
    WHEN v_period.id IS NULL THEN format('there is no election with the period %s', p_period)
    WHEN v_round.period IS NULL THEN format('the election has no round %s', p_round)
    WHEN v_round.status = 'settled' THEN 'its result is final'
    WHEN v_round.status = 'closed' THEN 'it is closed and its votes are being counted'
    WHEN v_period.opens_at > v_now THEN 'it has not opened: change the end in the content pack and apply it'
    WHEN p_former <> v_round.closes_at
      THEN format('its end was moved meanwhile, to %s: look at it again', v_round.closes_at)
    WHEN NOT v_has_reason AND v_to < v_round.closes_at AND v_to < v_now + interval '1 hour'
      THEN 'less than an hour would be left to vote: give voters a reason of 2 to 500 characters'
    WHEN NOT v_has_reason THEN 'say why, in 2 to 500 characters on one line'
    WHEN v_to = v_round.closes_at THEN NULL
    WHEN v_to <= v_now THEN format('%s is past', p_to)
    WHEN v_to <= v_round.opens_at THEN format('round %s opens only at %s', v_round.round, v_round.opens_at)
    WHEN v_to >= v_next THEN format('round %s opens at %s, so round %s ends before that', v_round.round + 1, v_next, v_round.round)
    WHEN v_to <= (SELECT max(s.last_at) FROM ledger.pool p JOIN ledger.pool_shard s ON s.pool = p.id
                   WHERE p.period = p_period AND p.round = v_round.round) THEN 'votes were received later than that'
  END;
  IF v_refusal IS NOT NULL THEN
    RAISE EXCEPTION 'The end of the election stays: %.', v_refusal USING ERRCODE = 'LS036';
  END IF;
  IF v_to = v_round.closes_at THEN
    RETURN NULL;
  END IF;

  INSERT INTO ledger.moved_end (period, round, former_end, new_end, reason, moved_at)
    VALUES (p_period, v_round.round, v_round.closes_at, v_to,
            coalesce(p_reason, jsonb_build_object('en_US', btrim(p_why, v_blanks), 'zh_TW', btrim(p_why, v_blanks))), v_now)
    RETURNING * INTO v_moved;
  UPDATE ledger.round SET closes_at = v_to WHERE period = p_period AND round = v_round.round;
  IF cardinality(v_period.ending_from) > 0 AND v_period.rule_set IS NOT NULL THEN
    v_kept := (SELECT count(*) FROM unnest(v_period.ending_from) f WHERE f <= v_now OR f < v_round.opens_at);
    SELECT v_period.ending_from[:v_kept] || array_agg(m.starts ORDER BY m.o), v_period.ending_caps[:v_kept] || array_agg(m.cap ORDER BY m.o)
      INTO v_period.ending_from, v_period.ending_caps
      FROM (SELECT 0 AS o, greatest(v_now, v_period.ending_from[v_kept]) AS starts, NULL::bigint AS cap
             WHERE v_period.ending_caps[v_kept] IS NOT NULL
            UNION ALL
            SELECT l.o, greatest(v_to - (l.published ->> 'withinMinutes')::integer * interval '1 minute', v_now, v_round.opens_at),
                   (l.published ->> 'votes')::bigint
              FROM public.rule_set s,
                   jsonb_array_elements(s.document::jsonb -> 'endingLimits') WITH ORDINALITY AS l (published, o)
             WHERE s.id = v_period.rule_set
            UNION ALL
            SELECT 32767, v_to, NULL
            UNION ALL
            SELECT 32767 + e.o, e.starts, e.cap
              FROM unnest(v_period.ending_from, v_period.ending_caps) WITH ORDINALITY AS e (starts, cap, o)
             WHERE e.starts >= v_next) m;
  END IF;
  UPDATE ledger.period
     SET closes_at = CASE WHEN v_round.go_on IS NULL THEN v_to ELSE closes_at END, is_moved = true,
         ending_from = v_period.ending_from, ending_caps = v_period.ending_caps
   WHERE id = p_period;
  INSERT INTO public.operator_act (action, subject, why, before, after, at)
    SELECT 'election/moveEnd', 'activity:' || a.id, btrim(p_why, v_blanks),
           jsonb_build_object('round', v_round.round, 'closesAt', v_round.closes_at),
           jsonb_build_object('round', v_round.round, 'closesAt', v_to, 'reason', v_moved.reason), v_now
      FROM public.activity a WHERE a.period = p_period;
  IF NOT FOUND THEN
    RAISE EXCEPTION 'The end of the election stays: no activity shows the period %.', p_period USING ERRCODE = 'LS036';
  END IF;
  RETURN v_moved;
END $$;
REVOKE EXECUTE ON FUNCTION ledger.move_end FROM PUBLIC;
