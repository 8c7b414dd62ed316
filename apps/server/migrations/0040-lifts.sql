-- What a vote changed in the ranking, so that a repeat is told the same: the place before it, whom it overtook (at most three,
-- the highest first) and by how many votes the first of them. Null where it changed no place. Unvalidated, because a check of
-- all votes would hold up voting; no row from before has any of the three.
ALTER TABLE ledger.transfer
  ADD COLUMN rank_before integer,
  ADD COLUMN passed text[],
  ADD COLUMN lead bigint,
  ADD CONSTRAINT transfer_rises CHECK (rank_before > pool_rank) NOT VALID,
  ADD CONSTRAINT transfer_overtakes CHECK ((passed IS NULL) = (lead IS NULL) AND (passed IS NULL OR rank_before IS NOT NULL)
                                           AND cardinality(passed) BETWEEN 1 AND 3 AND lead > 0) NOT VALID;
