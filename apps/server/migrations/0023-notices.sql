-- What the platform tells a fan in the app. `parameters` are what the words of its kind need, with titles in both languages, so
-- that a notice outlives what it is about. modules/notices/notice-kinds.ts knows the kinds.
CREATE TABLE notice (
  id         bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  fan_id     bigint NOT NULL REFERENCES fan,
  kind       text NOT NULL CHECK (kind ~ '^[a-z][A-Za-z]{0,39}$'),
  -- What it is about, such as the order or the day: a job that runs twice writes one notice.
  subject    text NOT NULL CHECK (char_length(subject) BETWEEN 1 AND 128),
  parameters jsonb NOT NULL CHECK (jsonb_typeof(parameters) = 'object'),
  created_at timestamptz NOT NULL,
  read_at    timestamptz,
  CONSTRAINT notice_once_a_subject UNIQUE (fan_id, kind, subject)
);
CREATE INDEX notice_of_fan_idx ON notice (fan_id, id DESC);
CREATE INDEX notice_created_idx ON notice (created_at);
CREATE INDEX notice_read_idx ON notice (read_at) WHERE read_at IS NOT NULL;
REVOKE UPDATE ON notice FROM lightstick_app;
GRANT UPDATE (read_at) ON notice TO lightstick_app;

-- How far the reminders of what expires on a day have come. Fans up to `last_fan` have theirs.
CREATE TABLE expiry_reminder (
  day       date NOT NULL,
  days_left smallint NOT NULL CHECK (days_left IN (1, 7)),
  last_fan  bigint NOT NULL DEFAULT 0,
  is_done   boolean NOT NULL DEFAULT false,
  PRIMARY KEY (day, days_left)
);

-- Whether mails remind the fan of what expires soon; the notices in the app stay.
ALTER TABLE fan ADD COLUMN remind_by_mail boolean NOT NULL DEFAULT true;
