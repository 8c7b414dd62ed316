-- How many events of a day (UTC) are stored, over all processes: a stranger may hand in events without end, and the disk
-- that they would fill holds the votes.
CREATE TABLE analytics_day (
  day    date PRIMARY KEY,
  stored bigint NOT NULL CHECK (stored > 0)
);
