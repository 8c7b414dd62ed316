-- An opening is paid and bound to its client seed, its secret seed and its nonces in one transaction, and drawn in a later
-- one. So nothing that a fan can cause undoes a draw, and a refusal comes before anything depends on a result.
ALTER TABLE participation
  -- The stretch and the first of the `num` nonces that were paid for. Null of raffles, and of openings from before.
  ADD COLUMN epoch integer,
  ADD COLUMN first_nonce integer CHECK (first_nonce > 0),
  -- The fan's openings since a rare prize, after these. Null until they are drawn.
  ADD COLUMN since_after integer CHECK (since_after >= 0),
  -- The transaction that paid. A trigger sets it; of rows from before, the migration's stands for it.
  ADD COLUMN paid_in xid8 NOT NULL DEFAULT pg_current_xact_id(),
  ADD FOREIGN KEY (campaign_id, epoch) REFERENCES luck_seed (subject_id, epoch),
  ADD UNIQUE (campaign_id, first_nonce),
  ADD CONSTRAINT participation_is_bound_whole CHECK (
    CASE WHEN first_nonce IS NULL THEN num_nulls(epoch, since_after) = 2
         ELSE num_nulls(epoch, client_seed, prize_key) = 0 END);
-- The next openings of a campaign are paid when the ones before are drawn, so one participation waits at most.
CREATE UNIQUE INDEX participation_waits_alone ON participation (campaign_id) WHERE first_nonce IS NOT NULL AND since_after IS NULL;
GRANT UPDATE (since_after) ON participation TO lightstick_app;
