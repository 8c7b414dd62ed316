-- Converts tickets and casts the vote that needs them, for a batch of votes of one round with at most one per fan: both or
-- neither for each vote. Arguments, columns and verdicts are those of ledger.cast_vote_batch, and tooFewTickets (`balance` is
-- what could be converted) and conversionChanged (the tickets bring `balance` votes and not p_votes). A key that has only
-- converted is keyReused; a repeat converts nothing, and its caller compares the tickets.
-- A refusal undoes the attempt of all, and the others are tried again: one vote cannot fail another, and since votes of
-- different fans hardly depend on each other, the second attempt is usually the last.
-- Locks: the period, the day's conversions by fan, accounts by (fan, unit), pool shards. voteTransfer, ledger.post_legs and
-- ledger.cast_vote_batch take parts of them in the same order.
DROP FUNCTION IF EXISTS cast_vote_batch_with_tickets(integer, smallint, smallint, uuid[], bigint[], bigint[], bigint[],
                                                     timestamptz[], bytea[], timestamptz[], smallint[], bigint[], bigint[]);
CREATE OR REPLACE FUNCTION cast_vote_batch_with_tickets(
  p_period integer, p_round smallint, p_shard smallint, p_key uuid[], p_fan bigint[], p_pool bigint[], p_num bigint[],
  p_received_at timestamptz[], p_salt bytea[], p_joined_at timestamptz[], p_flag smallint[], p_tickets bigint[], p_votes bigint[]
) RETURNS TABLE (ord integer, verdict text, transfer_id bigint, balance bigint, received_at timestamptz,
                 pool_after bigint, pool_rank integer, salt bytea, flag smallint, rules_hash bytea,
                 rank_before integer, passed text[], lead bigint)
LANGUAGE plpgsql SECURITY DEFINER
SET search_path = public, pg_temp SET lock_timeout = '5s' SET plan_cache_mode = force_generic_plan
SET enable_seqscan = off SET enable_hashjoin = off SET enable_mergejoin = off SET enable_material = off AS $$
#variable_conflict use_column
DECLARE
  v_period    ledger.period;
  v_activity  text;
  v_ticket    smallint;
  v_steps     jsonb;
  v_paid_to   bigint;
  v_paid_from bigint;
  -- Positions in the batch: without an answer, in the order of locking; then those to cast, and those refused, of an attempt.
  v_open      integer[] := ARRAY(SELECT f.o FROM unnest(p_fan) WITH ORDINALITY AS f (fan, o) ORDER BY f.fan);
  v_cast      integer[];
  v_refused   integer[];
  v_o         integer;
  v_day       date;
  -- Tickets of the day with this conversion, by position.
  v_totals    bigint[] := array_fill(0::bigint, ARRAY[cardinality(p_fan)]);
  v_total     bigint;
  v_brought   bigint;
  -- Null for a vote to cast.
  v_refusal   text;
  v_balance   bigint;
BEGIN
  PERFORM pg_advisory_xact_lock_shared(7702, p_period);
  SELECT * INTO STRICT v_period FROM ledger.period p WHERE p.id = p_period;
  SELECT a.id, t.id, coalesce(r.document::jsonb -> 'priceSteps',
                              jsonb_build_array(jsonb_build_object('fromTicket', 1, 'votesPerTicket', a.votes_per_ticket)))
    INTO STRICT v_activity, v_ticket, v_steps
    FROM activity a JOIN ledger.unit t ON t.name = a.ticket_asset LEFT JOIN rule_set r ON r.id = v_period.rule_set
   WHERE a.period = p_period;

  WHILE cardinality(v_open) > 0 LOOP
    v_cast := '{}';
    v_refused := '{}';
    BEGIN
      v_paid_to := ledger.ensure_pool(v_ticket, 'sink', 'converted tickets');
      v_paid_from := ledger.ensure_pool(v_period.unit, 'issue', 'converted tickets');
      FOREACH v_o IN ARRAY v_open LOOP
        INSERT INTO conversion_day AS d (fan_id, activity_id, day, tickets)
          VALUES (p_fan[v_o], v_activity, (p_received_at[v_o] AT TIME ZONE v_period.time_zone)::date, p_tickets[v_o])
          ON CONFLICT (fan_id, activity_id, day) DO UPDATE SET tickets = d.tickets + excluded.tickets
          RETURNING d.tickets INTO v_total;
        v_totals[v_o] := v_total;
      END LOOP;
      INSERT INTO ledger.account (fan, unit) SELECT p_fan[e.o], v_period.unit FROM unnest(v_open) WITH ORDINALITY AS e (o, turn)
        ORDER BY e.turn ON CONFLICT (fan, unit) DO NOTHING;
      PERFORM FROM ledger.account a WHERE a.fan = ANY (p_fan) AND a.unit IN (v_ticket, v_period.unit)
        ORDER BY a.fan, a.unit FOR NO KEY UPDATE;

      -- Statements after the locks see what a concurrent batch committed under the same keys.
      FOREACH v_o IN ARRAY v_open LOOP
        v_day := (p_received_at[v_o] AT TIME ZONE v_period.time_zone)::date;
        v_brought := votes_of_tickets(v_steps, v_totals[v_o]) - votes_of_tickets(v_steps, v_totals[v_o] - p_tickets[v_o]);
        v_balance := NULL;
        IF EXISTS (SELECT FROM ledger.transfer t WHERE t.book = p_period AND t.fan = p_fan[v_o] AND t.unit = v_period.unit
                                                   AND t.key = p_key[v_o]) THEN
          -- A repeat, which ledger.cast_vote_batch answers.
          v_refusal := NULL;
        ELSIF EXISTS (SELECT FROM ticket_conversion c WHERE c.fan_id = p_fan[v_o] AND c.key = p_key[v_o]) THEN
          v_refusal := 'keyReused';
        ELSIF v_period.status <> 'open' OR p_received_at[v_o] >= v_period.closes_at THEN
          v_refusal := 'ended';
        ELSIF v_brought <> p_votes[v_o] THEN
          v_refusal := 'conversionChanged';
          v_balance := v_brought;
        ELSE
          SELECT CASE p.verdict WHEN 'posted' THEN NULL WHEN 'tooFew' THEN 'tooFewTickets' ELSE 'keyReused' END, p.balance
            INTO STRICT v_refusal, v_balance
            FROM ledger.post_legs(p_key[v_o], p_received_at[v_o], ARRAY[p_fan[v_o], p_fan[v_o]], ARRAY[v_ticket, v_period.unit],
                             ARRAY[v_paid_to, v_paid_from], '{-1, 1}', ARRAY[p_tickets[v_o], v_brought], '{30, 31}') p
           WHERE p.leg = 0;
          IF v_refusal IS NULL THEN
            INSERT INTO ticket_conversion (fan_id, activity_id, tickets, votes, key, converted_at, day, day_tickets, rule_set)
              VALUES (p_fan[v_o], v_activity, p_tickets[v_o], v_brought, p_key[v_o], p_received_at[v_o], v_day, v_totals[v_o],
                      v_period.rule_set);
          END IF;
        END IF;
        IF v_refusal IS NULL THEN
          v_cast := v_cast || v_o;
        ELSE
          v_refused := v_refused || v_o;
          RETURN QUERY SELECT v_o, v_refusal, NULL::bigint, v_balance, NULL::timestamptz, NULL::bigint, NULL::integer,
                              NULL::bytea, NULL::smallint, NULL::bytea, NULL::integer, NULL::text[], NULL::bigint;
        END IF;
      END LOOP;

      IF cardinality(v_cast) > 0 THEN
        -- Refusals and repeats come first; votes that were cast are answered when there are none.
        FOR ord, verdict, transfer_id, balance, received_at, pool_after, pool_rank, salt, flag, rules_hash,
            rank_before, passed, lead IN
          SELECT v_cast[c.ord], c.verdict, c.transfer_id, c.balance, c.received_at, c.pool_after, c.pool_rank, c.salt, c.flag,
                 c.rules_hash, c.rank_before, c.passed, c.lead
            FROM (SELECT array_agg(p_key[e.o] ORDER BY e.turn) AS key, array_agg(p_fan[e.o] ORDER BY e.turn) AS fan,
                         array_agg(p_pool[e.o] ORDER BY e.turn) AS pool, array_agg(p_num[e.o] ORDER BY e.turn) AS num,
                         array_agg(p_received_at[e.o] ORDER BY e.turn) AS received_at,
                         array_agg(p_salt[e.o] ORDER BY e.turn) AS salt,
                         array_agg(p_joined_at[e.o] ORDER BY e.turn) AS joined_at,
                         array_agg(p_flag[e.o] ORDER BY e.turn) AS flag
                    FROM unnest(v_cast) WITH ORDINALITY AS e (o, turn)) AS v
            CROSS JOIN LATERAL ledger.cast_vote_batch(p_period, p_round, p_shard, v.key, v.fan, v.pool, v.num, v.received_at, v.salt,
                                                 v.joined_at, v.flag) AS c
           ORDER BY c.verdict = 'cast'
        LOOP
          EXIT WHEN verdict = 'cast' AND cardinality(v_refused) > 0;
          IF verdict <> 'cast' THEN
            v_refused := v_refused || ord;
          END IF;
          RETURN NEXT;
        END LOOP;
      END IF;
      EXIT WHEN cardinality(v_refused) = 0;
      -- Rows that were returned stay.
      RAISE SQLSTATE 'LS001';
    EXCEPTION WHEN SQLSTATE 'LS001' THEN
      v_open := ARRAY(SELECT e.o FROM unnest(v_open) WITH ORDINALITY AS e (o, turn) WHERE e.o <> ALL (v_refused)
                       ORDER BY e.turn);
    END;
  END LOOP;
END $$;
REVOKE EXECUTE ON FUNCTION cast_vote_batch_with_tickets FROM PUBLIC;
GRANT EXECUTE ON FUNCTION cast_vote_batch_with_tickets TO lightstick_app;
