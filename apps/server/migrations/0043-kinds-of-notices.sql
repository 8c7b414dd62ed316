-- Every kind of news is a topic of its own.
ALTER TABLE notice_mute DROP CONSTRAINT notice_mute_topic_check;
ALTER TABLE notice_mute ADD CONSTRAINT notice_mute_topic_check
  CHECK (topic IN ('idol', 'opening', 'closing', 'lastHour', 'quarantine', 'gifts', 'invites', 'claims', 'expiry', 'luck', 'live'));

-- Fans who want a digest of unread notices by mail, and by whose clock. Notices up to `last_notice` were in one, or came before
-- the choice.
CREATE TABLE notice_digest (
  fan_id      bigint PRIMARY KEY REFERENCES fan,
  rhythm      text NOT NULL CHECK (rhythm IN ('daily', 'weekly')),
  time_zone   text NOT NULL CHECK (char_length(time_zone) BETWEEN 1 AND 64),
  last_notice bigint NOT NULL DEFAULT 0 CHECK (last_notice >= 0),
  due_at      timestamptz NOT NULL
);
CREATE INDEX notice_digest_due_idx ON notice_digest (due_at);

-- The digests that were sent: one a fan and day of theirs at most, whatever the fan changes in between.
CREATE TABLE digest_mail (
  fan_id  bigint NOT NULL REFERENCES fan,
  day     date NOT NULL,
  notices integer NOT NULL CHECK (notices > 0),
  sent_at timestamptz NOT NULL,
  PRIMARY KEY (fan_id, day)
);
CREATE INDEX digest_mail_sent_idx ON digest_mail (sent_at);
REVOKE UPDATE ON digest_mail FROM lightstick_app;

-- From which fans hear that a round or luck opens: what opened within the last hours.
CREATE INDEX packet_opens_idx ON packet (opens_at);
CREATE INDEX campaign_opens_idx ON campaign (opens_at);
