-- A period begins where the one of the week before ends.
SELECT p.id, p.ends_at, n.starts_at
  FROM staking_period p JOIN staking_period n ON n.id = p.id + 7
 WHERE p.ends_at <> n.starts_at
