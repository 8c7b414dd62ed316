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

-- When a notice is pushed to the devices of a fan who wants that; null when it is not, or not any more.
ALTER TABLE notice ADD COLUMN push_due_at timestamptz;
CREATE INDEX notice_push_due_idx ON notice (push_due_at) WHERE push_due_at IS NOT NULL;
GRANT UPDATE (push_due_at) ON notice TO lightstick_app;

-- The key pair by which push services know the platform (VAPID, RFC 8292), with its private half sealed.
CREATE TABLE push_key (
  is_only            boolean PRIMARY KEY DEFAULT true CHECK (is_only),
  public_key         text NOT NULL CHECK (public_key ~ '^[A-Za-z0-9_-]{87}$'),
  sealed_private_key bytea NOT NULL CHECK (octet_length(sealed_private_key) BETWEEN 60 AND 200),
  made_at            timestamptz NOT NULL
);
REVOKE UPDATE, DELETE ON push_key FROM lightstick_app;

-- Fans who have turned pushes on, by whose clock it is night, and how many they got on their last day with one: three at most.
CREATE TABLE push_fan (
  fan_id    bigint PRIMARY KEY REFERENCES fan,
  time_zone text NOT NULL CHECK (char_length(time_zone) BETWEEN 1 AND 64),
  at_night  boolean NOT NULL DEFAULT false,
  day       date,
  sent      smallint NOT NULL DEFAULT 0 CHECK (sent BETWEEN 0 AND 3),
  CHECK (sent = 0 OR day IS NOT NULL)
);

-- One browser of a fan each. With the CHECK its place bounds what a fan has.
CREATE TABLE push_subscription (
  id            bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  fan_id        bigint NOT NULL REFERENCES push_fan ON DELETE CASCADE,
  place         smallint NOT NULL CHECK (place BETWEEN 1 AND 10),
  sign_in_id    uuid NOT NULL UNIQUE,
  endpoint      text NOT NULL UNIQUE CHECK (char_length(endpoint) BETWEEN 12 AND 1000),
  p256dh        text NOT NULL CHECK (p256dh ~ '^[A-Za-z0-9_-]{87}$'),
  auth          text NOT NULL CHECK (auth ~ '^[A-Za-z0-9_-]{22}$'),
  subscribed_at timestamptz NOT NULL,
  UNIQUE (fan_id, place),
  FOREIGN KEY (sign_in_id, fan_id) REFERENCES sign_in (id, fan_id) ON DELETE CASCADE
);
REVOKE UPDATE ON push_subscription FROM lightstick_app;
