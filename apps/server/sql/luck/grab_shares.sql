-- Grabs shares of one packet for a batch of fans, at most one entry per fan, in the order of the batch. Shares were created at
-- funding: a grab takes the next slots and never computes an amount.
-- Verdicts: grabbed, repeat (with the first answer), soldOut, notOpen, ended, tooYoung (the account).
-- The window applies to p_received_at, the time of the request. The packet's row is locked, so that slots have an order; a
-- batch of 128 holds it for one commit. Locks: packet, accounts, pool shard.
CREATE OR REPLACE FUNCTION grab_shares(
  p_packet text, p_shard smallint, p_fan bigint[], p_key uuid[], p_received_at timestamptz[], p_joined_at timestamptz[]
) RETURNS TABLE (ord integer, verdict text, slot integer, amount bigint, grabbed_at timestamptz)
LANGUAGE plpgsql SET search_path = public, pg_temp SET lock_timeout = '5s' SET plan_cache_mode = force_generic_plan
SET enable_seqscan = off SET enable_hashjoin = off SET enable_mergejoin = off AS $$
#variable_conflict use_column
DECLARE
  v_packet  packet;
  -- The places in the batch of the entries that get a share, in order.
  v_winners integer[];
  v_won     integer;
  v_slots   integer[];
  v_amounts bigint[];
BEGIN
  SELECT * INTO STRICT v_packet FROM packet WHERE id = p_packet FOR NO KEY UPDATE;

  SELECT coalesce(array_agg(w.o), '{}') INTO v_winners FROM (
    SELECT e.o::integer
      FROM unnest(p_fan, p_received_at, p_joined_at) WITH ORDINALITY AS e (fan, received_at, joined_at, o)
     WHERE v_packet.ended_at IS NULL
       AND e.received_at >= v_packet.opens_at AND e.received_at < v_packet.closes_at
       AND e.received_at >= e.joined_at + v_packet.min_account_age
       AND NOT EXISTS (SELECT FROM packet_share s WHERE s.packet_id = p_packet AND s.fan_id = e.fan)
     ORDER BY e.o
     LIMIT v_packet.shares - v_packet.taken) w;
  v_won := cardinality(v_winners);

  IF v_won > 0 THEN
    v_slots := ARRAY(SELECT v_packet.taken + n FROM generate_series(1, v_won) AS n);
    v_amounts := ARRAY(SELECT s.amount FROM unnest(v_slots) WITH ORDINALITY AS w (slot, n)
                         JOIN packet_share s ON s.packet_id = p_packet AND s.slot = w.slot ORDER BY w.n);
    UPDATE packet_share s
       SET fan_id = p_fan[w.o], key = p_key[w.o], grabbed_at = p_received_at[w.o]
      FROM unnest(v_winners, v_slots) AS w (o, slot)
     WHERE s.packet_id = p_packet AND s.slot = w.slot;
    UPDATE packet
       SET taken = taken + v_won,
           sold_out_at = CASE WHEN taken + v_won = shares
                              THEN (SELECT max(p_received_at[w]) FROM unnest(v_winners) w) END
     WHERE id = p_packet;
    PERFORM ledger.post_credits(
      v_packet.pool, p_shard, 50::smallint, ARRAY(SELECT p_fan[w] FROM unnest(v_winners) WITH ORDINALITY AS x (w, n) ORDER BY n),
      v_amounts, ARRAY(SELECT p_key[w] FROM unnest(v_winners) WITH ORDINALITY AS x (w, n) ORDER BY n),
      ARRAY(SELECT p_received_at[w] FROM unnest(v_winners) WITH ORDINALITY AS x (w, n) ORDER BY n));
    IF v_packet.taken + v_won = v_packet.shares THEN
      PERFORM enqueue_job('end-packet', json_build_object('packetId', p_packet), 7, 'end-packet:' || p_packet);
    END IF;
  END IF;

  -- A new statement: it sees the shares of this batch and of earlier ones.
  RETURN QUERY
  SELECT e.o::integer,
         CASE WHEN e.o::integer = ANY (v_winners) THEN 'grabbed'
              WHEN s.slot IS NOT NULL THEN 'repeat'
              WHEN e.received_at < v_packet.opens_at THEN 'notOpen'
              WHEN e.received_at >= v_packet.closes_at THEN 'ended'
              WHEN v_packet.taken + v_won = v_packet.shares THEN 'soldOut'
              WHEN v_packet.ended_at IS NOT NULL THEN 'ended'
              ELSE 'tooYoung' END,
         s.slot, s.amount, s.grabbed_at
    FROM unnest(p_fan, p_received_at) WITH ORDINALITY AS e (fan, received_at, o)
    LEFT JOIN LATERAL (SELECT x.slot, x.amount, x.grabbed_at FROM packet_share x
                        WHERE x.packet_id = p_packet AND x.fan_id = e.fan LIMIT 1) AS s ON true
   ORDER BY e.o;
END $$;
REVOKE EXECUTE ON FUNCTION grab_shares FROM PUBLIC;
GRANT EXECUTE ON FUNCTION grab_shares TO lightstick_app;
