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
  -- The entries that get a share, in order: their places in the batch, and what they asked with.
  v_winners integer[];
  v_fans    bigint[];
  v_keys    uuid[];
  v_times   timestamptz[];
  v_won     integer;
  v_amounts bigint[];
BEGIN
  SELECT * INTO STRICT v_packet FROM packet WHERE id = p_packet FOR NO KEY UPDATE;

  SELECT coalesce(array_agg(w.o), '{}'), array_agg(w.fan), array_agg(w.key), array_agg(w.received_at)
    INTO v_winners, v_fans, v_keys, v_times FROM (
    SELECT e.o::integer, e.fan, e.key, e.received_at
      FROM unnest(p_fan, p_key, p_received_at, p_joined_at) WITH ORDINALITY AS e (fan, key, received_at, joined_at, o)
     WHERE v_packet.ended_at IS NULL
       AND e.received_at >= v_packet.opens_at AND e.received_at < v_packet.closes_at
       AND e.received_at >= e.joined_at + v_packet.min_account_age
       AND NOT EXISTS (SELECT FROM packet_share s WHERE s.packet_id = p_packet AND s.fan_id = e.fan)
     ORDER BY e.o
     LIMIT v_packet.shares - v_packet.taken) w;
  v_won := cardinality(v_winners);

  IF v_won > 0 THEN
    WITH given AS (
      UPDATE packet_share s SET fan_id = w.fan, key = w.key, grabbed_at = w.received_at
        FROM unnest(v_fans, v_keys, v_times) WITH ORDINALITY AS w (fan, key, received_at, n)
       WHERE s.packet_id = p_packet AND s.slot = v_packet.taken + w.n::integer
      RETURNING w.n, s.amount
    )
    SELECT array_agg(g.amount ORDER BY g.n) INTO v_amounts FROM given g;
    UPDATE packet
       SET taken = taken + v_won,
           sold_out_at = CASE WHEN taken + v_won = shares THEN (SELECT max(t) FROM unnest(v_times) t) END
     WHERE id = p_packet;
    PERFORM ledger.post_credits(v_packet.pool, p_shard, 50::smallint, v_fans, v_amounts, v_keys, v_times);
    IF v_packet.taken + v_won = v_packet.shares THEN
      PERFORM enqueue_job('end-packet', json_build_object('packetId', p_packet), 7, 'end-packet:' || p_packet);
    END IF;
  END IF;

  -- A fan without a share of this batch may have one of an earlier batch.
  RETURN QUERY
  SELECT e.o::integer,
         CASE WHEN w.n IS NOT NULL THEN 'grabbed'
              WHEN s.slot IS NOT NULL THEN 'repeat'
              WHEN e.received_at < v_packet.opens_at THEN 'notOpen'
              WHEN e.received_at >= v_packet.closes_at THEN 'ended'
              WHEN v_packet.taken + v_won = v_packet.shares THEN 'soldOut'
              WHEN v_packet.ended_at IS NOT NULL THEN 'ended'
              ELSE 'tooYoung' END,
         coalesce(v_packet.taken + w.n, s.slot), coalesce(v_amounts[w.n], s.amount),
         CASE WHEN w.n IS NOT NULL THEN e.received_at ELSE s.grabbed_at END
    FROM unnest(p_fan, p_received_at) WITH ORDINALITY AS e (fan, received_at, o)
    CROSS JOIN LATERAL (SELECT array_position(v_winners, e.o::integer) OFFSET 0) AS w (n)
    LEFT JOIN LATERAL (SELECT x.slot, x.amount, x.grabbed_at FROM packet_share x
                        WHERE w.n IS NULL AND x.packet_id = p_packet AND x.fan_id = e.fan LIMIT 1) AS s ON true
   ORDER BY e.o;
END $$;
REVOKE EXECUTE ON FUNCTION grab_shares FROM PUBLIC;
GRANT EXECUTE ON FUNCTION grab_shares TO lightstick_app;
