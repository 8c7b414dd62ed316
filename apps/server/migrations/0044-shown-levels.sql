-- What a fan shows to others beside the name, and among the supporters of an idol: nothing without the fan's choice.
ALTER TABLE fan
  ADD COLUMN shows_level boolean NOT NULL DEFAULT false,
  ADD COLUMN shows_support boolean NOT NULL DEFAULT false;

-- The levels of fans above 1, which the job that counts fan days stores with the days. A fan without a row is at level 1.
CREATE TABLE fan_level (
  fan_id bigint PRIMARY KEY REFERENCES fan,
  level  integer NOT NULL CHECK (level > 1)
);

-- How fans appear to others. `level` is null for those who do not show it.
CREATE VIEW fan_face AS
SELECT f.id, f.account_id, f.nickname, f.avatar_file, f.avatar_seed, f.deletion_requested_at, f.erased_at, f.shows_support,
       CASE WHEN f.shows_level AND f.erased_at IS NULL THEN coalesce(l.level, 1) END AS level
  FROM fan f LEFT JOIN fan_level l ON l.fan_id = f.id;
