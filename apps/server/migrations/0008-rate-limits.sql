-- How often one address has called what is tightly limited, counted over all replicas. It may be lost with a crash, so it
-- is spared the write-ahead log. Spent buckets are swept by the calls that follow.

CREATE UNLOGGED TABLE rate_limit (
  bucket   text PRIMARY KEY,
  empty_at timestamptz NOT NULL
);
CREATE INDEX rate_limit_empty_idx ON rate_limit (empty_at);
