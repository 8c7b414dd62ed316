-- Moves the rounds with the period: the first opens and the last closes with it, also when an owner changes its times by
-- hand. Limits near the end move along: those that have begun stay, because accounts refer to them by number; after them
-- come all the published ones, as long before the new end, or from now on if that is past. The published document keeps the
-- former end; docs/operating.md says what an owner does about that.
CREATE OR REPLACE FUNCTION ledger.move_rounds() RETURNS trigger LANGUAGE plpgsql SET search_path = ledger, pg_temp AS $$
DECLARE
  v_now  timestamptz := clock_timestamp();
  v_last ledger.round;
  v_kept integer;
BEGIN
  UPDATE ledger.round
     SET opens_at = CASE round WHEN 1 THEN NEW.opens_at ELSE opens_at END,
         closes_at = CASE WHEN go_on IS NULL THEN NEW.closes_at ELSE closes_at END
   WHERE period = NEW.id AND (round = 1 OR go_on IS NULL);
  SELECT * INTO v_last FROM ledger.round WHERE period = NEW.id AND go_on IS NULL;
  -- define_period deletes the former rounds before it sets other times.
  IF NOT FOUND THEN
    RETURN NEW;
  END IF;
  NEW.is_moved := true;
  IF NEW.closes_at <> OLD.closes_at AND cardinality(OLD.ending_from) > 0 AND NEW.rule_set IS NOT NULL THEN
    v_kept := (SELECT count(*) FROM unnest(OLD.ending_from) f WHERE f <= v_now OR f < v_last.opens_at);
    SELECT OLD.ending_from[:v_kept] || array_agg(m.starts ORDER BY m.o), OLD.ending_caps[:v_kept] || array_agg(m.cap ORDER BY m.o)
      INTO NEW.ending_from, NEW.ending_caps
      FROM (SELECT 0 AS o, greatest(v_now, OLD.ending_from[v_kept]) AS starts, NULL::bigint AS cap WHERE OLD.ending_caps[v_kept] IS NOT NULL
            UNION ALL
            SELECT l.o, greatest(NEW.closes_at - (l.published ->> 'withinMinutes')::integer * interval '1 minute', v_now, v_last.opens_at),
                   (l.published ->> 'votes')::bigint
              FROM public.rule_set s,
                   jsonb_array_elements(s.document::jsonb -> 'endingLimits') WITH ORDINALITY AS l (published, o)
             WHERE s.id = NEW.rule_set
            UNION ALL
            SELECT 32767, greatest(NEW.closes_at, v_now), NULL) m;
  END IF;
  RETURN NEW;
END $$;
REVOKE EXECUTE ON FUNCTION ledger.move_rounds FROM PUBLIC;

CREATE OR REPLACE TRIGGER period_moves_rounds BEFORE UPDATE OF opens_at, closes_at ON ledger.period
  FOR EACH ROW WHEN ((OLD.opens_at, OLD.closes_at) IS DISTINCT FROM (NEW.opens_at, NEW.closes_at))
  EXECUTE FUNCTION ledger.move_rounds();
