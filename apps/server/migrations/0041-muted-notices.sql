-- Topics of notices that a fan has muted: no notice of theirs is written. What concerns the account has no topic to mute.
CREATE TABLE notice_mute (
  fan_id   bigint NOT NULL REFERENCES fan,
  topic    text NOT NULL CHECK (topic IN ('idol', 'closing', 'expiry', 'luck', 'live')),
  muted_at timestamptz NOT NULL,
  PRIMARY KEY (fan_id, topic)
);
REVOKE UPDATE ON notice_mute FROM lightstick_app;

-- How far notices have come that many fans get about one subject. Fans up to `last_fan` have theirs.
CREATE TABLE notice_run (
  kind     text NOT NULL CHECK (kind ~ '^[a-z][A-Za-z]{2,39}$'),
  subject  text NOT NULL CHECK (char_length(subject) BETWEEN 1 AND 128),
  begun_at timestamptz NOT NULL,
  last_fan bigint NOT NULL DEFAULT 0 CHECK (last_fan >= 0),
  is_done  boolean NOT NULL DEFAULT false,
  PRIMARY KEY (kind, subject)
);
CREATE INDEX notice_run_begun_idx ON notice_run (begun_at);
REVOKE UPDATE ON notice_run FROM lightstick_app;
GRANT UPDATE (last_fan, is_done) ON notice_run TO lightstick_app;

-- The fans of a main idol, in the order of their ids.
CREATE INDEX followed_idol_main_idx ON followed_idol (idol_id, fan_id) WHERE place = 1;
