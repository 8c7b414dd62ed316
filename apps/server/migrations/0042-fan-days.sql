-- The days of the platform on which a fan did something: voted for an idol with votes that count, or was rewarded for a task.
-- A job adds them up from the journal. Levels, streaks and badges are computed from these rows alone. A fan mends a day
-- that was missed on the day after it, at most once in a calendar month.
CREATE TABLE fan_day (
  fan_id    bigint NOT NULL REFERENCES fan,
  day       date NOT NULL,
  votes     bigint NOT NULL DEFAULT 0 CHECK (votes BETWEEN 0 AND 9007199254740991),
  tasks     integer NOT NULL DEFAULT 0 CHECK (tasks >= 0),
  -- By how many places the votes of the day lifted idols.
  places    bigint NOT NULL DEFAULT 0 CHECK (places >= 0),
  -- Whether one of the votes came from 02:00 to 04:59.
  at_night  boolean NOT NULL DEFAULT false,
  mended_at timestamptz,
  PRIMARY KEY (fan_id, day),
  CONSTRAINT fan_day_has_a_reason CHECK (votes > 0 OR tasks > 0 OR mended_at IS NOT NULL),
  CONSTRAINT fan_day_lifts_by_votes CHECK (votes > 0 OR (places = 0 AND NOT at_night))
);
CREATE UNIQUE INDEX fan_day_mended_once_a_month ON fan_day (fan_id, date_trunc('month', (day + 1)::timestamp))
  WHERE mended_at IS NOT NULL;

-- The job's progress: transfers of transactions before this one are in the days, and no others.
CREATE TABLE fan_day_cursor (
  is_only_row boolean PRIMARY KEY DEFAULT true CHECK (is_only_row),
  xid         xid8 NOT NULL
);
INSERT INTO fan_day_cursor (xid) VALUES ('0');
REVOKE INSERT, DELETE ON fan_day_cursor FROM lightstick_app;
