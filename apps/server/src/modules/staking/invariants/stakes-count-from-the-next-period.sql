-- A stake counts from the first period that began after it was made.
SELECT s.id, s.staked_at, s.first_period, p.starts_at
  FROM stake s JOIN staking_period p ON p.id = s.first_period
 WHERE s.counts_from <> p.starts_at OR s.staked_at >= p.starts_at
    OR EXISTS (SELECT FROM staking_period o WHERE o.starts_at > s.staked_at AND o.starts_at < p.starts_at)
