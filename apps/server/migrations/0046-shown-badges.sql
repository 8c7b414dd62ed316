-- The badge that a fan chose to show to others beside the name, among those that the fan has earned; without a row none.
CREATE TABLE shown_badge (
  fan_id bigint PRIMARY KEY REFERENCES fan,
  badge  text NOT NULL CHECK (badge IN ('firstVote', 'firstTask', 'sevenDays', 'thirtyDays', 'hundredDays', 'lifter',
                                        'nightOwl', 'fullDay', 'hundredTasks', 'levelTen'))
);
REVOKE UPDATE ON shown_badge FROM lightstick_app;
GRANT UPDATE (badge) ON shown_badge TO lightstick_app;

-- How fans appear to others. `level` and `badge` are null for those who do not show them.
CREATE OR REPLACE VIEW fan_face AS
SELECT f.id, f.account_id, f.nickname, f.avatar_file, f.avatar_seed, f.deletion_requested_at, f.erased_at, f.shows_support,
       CASE WHEN f.shows_level AND f.erased_at IS NULL THEN coalesce(l.level, 1) END AS level,
       CASE WHEN f.erased_at IS NULL THEN b.badge END AS badge
  FROM fan f
  LEFT JOIN fan_level l ON l.fan_id = f.id
  LEFT JOIN shown_badge b ON b.fan_id = f.id;
