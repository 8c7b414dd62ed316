-- stop-first: no
-- Backups and drills as they ended, for metrics and checks of every replica: a backup may run on another machine.
CREATE TABLE backup_run (
  id         bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  kind       text NOT NULL CHECK (kind IN ('backup', 'drill')),
  begun_at   timestamptz NOT NULL,
  ended_at   timestamptz NOT NULL CHECK (ended_at >= begun_at),
  -- The backup's file name; of a drill that found none, null.
  file_name  text CHECK (char_length(file_name) BETWEEN 1 AND 255),
  bytes      bigint CHECK (bytes > 0),
  -- Why it failed; null when it succeeded.
  failure    text CHECK (char_length(failure) BETWEEN 1 AND 2000),
  CONSTRAINT backup_run_succeeds_with_a_file CHECK (failure IS NOT NULL OR (file_name IS NOT NULL AND bytes IS NOT NULL))
);
CREATE INDEX backup_run_succeeded_idx ON backup_run (kind, ended_at) WHERE failure IS NULL;
REVOKE INSERT, UPDATE, DELETE ON backup_run FROM lightstick_app;

-- Erased fans are listed outside the database each hour, because a restored backup knows nothing of later erasures.
CREATE INDEX fan_erased_idx ON fan (erased_at) WHERE erased_at IS NOT NULL;
