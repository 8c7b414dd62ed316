-- What a vote changed in the ranking, so that a repeat answers the same: the place before it, the idols it overtook (at most
-- three, the highest first) and its lead over the first of them. All are null where it changed no place. NOT VALID skips the
-- check of old votes, which would block voting; old rows have only nulls.
ALTER TABLE ledger.transfer
  ADD COLUMN rank_before integer,
  ADD COLUMN passed text[],
  ADD COLUMN lead bigint,
  ADD CONSTRAINT transfer_rises CHECK (rank_before > pool_rank) NOT VALID,
  ADD CONSTRAINT transfer_overtakes CHECK ((passed IS NULL) = (lead IS NULL) AND (passed IS NULL OR rank_before IS NOT NULL)
                                           AND cardinality(passed) BETWEEN 1 AND 3 AND lead > 0) NOT VALID;
