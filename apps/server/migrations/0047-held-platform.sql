-- stop-first: no
-- A restored platform is held until an operator opens it again: it serves reads, and nothing that fans or time would change.
-- At most one hold is not over; those that are stay as a record.
CREATE TABLE platform_hold (
  id          bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  held_at     timestamptz NOT NULL,
  reason      text NOT NULL CHECK (char_length(reason) BETWEEN 2 AND 500),
  reopened_at timestamptz CHECK (reopened_at >= held_at)
);
CREATE UNIQUE INDEX platform_hold_once ON platform_hold ((true)) WHERE reopened_at IS NULL;
REVOKE INSERT, UPDATE, DELETE ON platform_hold FROM lightstick_app;
