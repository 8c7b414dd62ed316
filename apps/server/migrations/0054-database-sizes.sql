-- stop-first: no
-- The size of the database, hour by hour, from which its growth is known.
CREATE TABLE database_size (
  measured_at timestamptz PRIMARY KEY,
  bytes       bigint NOT NULL CHECK (bytes > 0)
);
