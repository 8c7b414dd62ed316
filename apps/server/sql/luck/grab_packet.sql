-- grab_shares for the release before, which reads numbers: 0 grabbed, 1 repeat, 2 sold out, 3 not open, 4 ended, 5 too young.
-- A migration of the next release drops it.
CREATE OR REPLACE FUNCTION grab_packet(
  p_packet text, p_shard smallint, p_fan bigint[], p_key uuid[], p_received_at timestamptz[], p_joined_at timestamptz[]
) RETURNS TABLE (ord integer, result smallint, slot integer, amount bigint, grabbed_at timestamptz)
LANGUAGE sql SET search_path = public, pg_temp AS $$
  SELECT g.ord,
         (array_position(ARRAY['grabbed', 'repeat', 'soldOut', 'notOpen', 'ended', 'tooYoung'], g.verdict) - 1)::smallint,
         g.slot, g.amount, g.grabbed_at
    FROM grab_shares(p_packet, p_shard, p_fan, p_key, p_received_at, p_joined_at) g
   ORDER BY g.ord
$$;
REVOKE EXECUTE ON FUNCTION grab_packet FROM PUBLIC;
GRANT EXECUTE ON FUNCTION grab_packet TO lightstick_app;
