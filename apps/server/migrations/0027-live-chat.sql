-- The chat of live rooms: messages, who moderates them when, reports, mutes and blocks.

-- How the chat of a room works; every room has a row. It is the lock of everything that the room's listeners see: a change takes the next `seq`
-- under it, so that positions become visible in their order and a reader that remembers one position misses nothing.
CREATE TABLE live_chat (
  room_id           text PRIMARY KEY REFERENCES live_room,
  seq               bigint NOT NULL DEFAULT 0 CHECK (seq >= 0),
  slow_mode_seconds smallint NOT NULL DEFAULT 0 CHECK (slow_mode_seconds BETWEEN 0 AND 300),
  hold_all          boolean NOT NULL DEFAULT false,
  moderators_only   boolean NOT NULL DEFAULT false,
  is_paused         boolean NOT NULL DEFAULT false,
  pinned_id         bigint,
  -- Counts the messages of the current second. The limit keeps the chat readable.
  second            timestamptz NOT NULL DEFAULT '-infinity',
  sent_in_second    smallint NOT NULL DEFAULT 0,
  CONSTRAINT live_chat_of_a_second CHECK (sent_in_second BETWEEN 0 AND 20)
);
REVOKE INSERT, UPDATE, DELETE ON live_chat FROM lightstick_app;
GRANT INSERT (room_id) ON live_chat TO lightstick_app;
GRANT UPDATE (seq, slow_mode_seconds, hold_all, moderators_only, is_paused, pinned_id, second, sent_in_second)
  ON live_chat TO lightstick_app;

CREATE TABLE live_chat_message (
  id        bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  room_id   text NOT NULL REFERENCES live_chat,
  fan_id    bigint NOT NULL REFERENCES fan,
  client_id uuid NOT NULL,
  text      text NOT NULL CHECK (char_length(text) BETWEEN 1 AND 800 AND is_visible_text(text) AND text !~ '\n'),
  role      text NOT NULL CHECK (role IN ('fan', 'moderator', 'host')),
  sent_at   timestamptz NOT NULL,
  state     text NOT NULL CHECK (state IN ('held', 'shown', 'hidden')),
  -- Why it waits for a moderator, or waited.
  because   text CHECK (because IN ('hold', 'filter', 'newAccount', 'reports', 'childSafety')),
  -- The position of its last change that listeners saw; null before the first.
  seq       bigint CHECK (seq > 0),
  CONSTRAINT live_chat_message_once UNIQUE (fan_id, client_id),
  CONSTRAINT live_chat_message_waits_for_a_reason CHECK (state <> 'held' OR because IS NOT NULL),
  CONSTRAINT live_chat_message_has_its_position CHECK (state <> 'shown' OR seq IS NOT NULL),
  UNIQUE (room_id, seq)
);
CREATE INDEX live_chat_message_of_fan_idx ON live_chat_message (fan_id, room_id, id DESC);
CREATE INDEX live_chat_message_sent_idx ON live_chat_message (sent_at);
CREATE INDEX live_chat_message_held_idx ON live_chat_message (room_id, id) WHERE state = 'held';
-- What somebody wrote never changes.
REVOKE UPDATE ON live_chat_message FROM lightstick_app;
GRANT UPDATE (state, because, seq) ON live_chat_message TO lightstick_app;
ALTER TABLE live_chat ADD FOREIGN KEY (pinned_id) REFERENCES live_chat_message ON DELETE SET NULL;

-- When an author wrote last, in any room. The time before it stands beside it, so that a CHECK keeps the distance.
CREATE TABLE live_chat_author (
  fan_id    bigint PRIMARY KEY REFERENCES fan,
  last_at   timestamptz NOT NULL,
  before_at timestamptz NOT NULL DEFAULT '-infinity',
  CONSTRAINT live_chat_author_takes_time CHECK (last_at >= before_at + interval '2 seconds')
);
REVOKE UPDATE ON live_chat_author FROM lightstick_app;
GRANT UPDATE (last_at, before_at) ON live_chat_author TO lightstick_app;

-- A message that concerns child safety. It cannot be deleted before its lock is, and outlives its author’s erasure.
CREATE TABLE live_chat_lock (
  message_id   bigint PRIMARY KEY REFERENCES live_chat_message ON DELETE RESTRICT,
  locked_at    timestamptz NOT NULL,
  locked_until timestamptz NOT NULL,
  decided_at   timestamptz CHECK (decided_at >= locked_at),
  CONSTRAINT live_chat_lock_lasts CHECK (locked_until >= locked_at + interval '180 days')
);
CREATE INDEX live_chat_lock_until_idx ON live_chat_lock (locked_until);
REVOKE UPDATE ON live_chat_lock FROM lightstick_app;
GRANT UPDATE (decided_at) ON live_chat_lock TO lightstick_app;

-- A report counts until somebody has looked at the message.
CREATE TABLE live_chat_report (
  message_id   bigint NOT NULL REFERENCES live_chat_message ON DELETE CASCADE,
  fan_id       bigint NOT NULL REFERENCES fan,
  reason       text NOT NULL CHECK (reason IN ('insult', 'sexual', 'spam', 'privateDetails', 'childSafety', 'other')),
  reported_at  timestamptz NOT NULL,
  looked_at_at timestamptz CHECK (looked_at_at >= reported_at),
  PRIMARY KEY (message_id, fan_id)
);
CREATE INDEX live_chat_report_of_fan_idx ON live_chat_report (fan_id);
CREATE INDEX live_chat_report_open_idx ON live_chat_report (message_id) WHERE looked_at_at IS NULL;
REVOKE UPDATE ON live_chat_report FROM lightstick_app;
-- A report of child safety outweighs what the same fan reported before.
GRANT UPDATE (reason, looked_at_at) ON live_chat_report TO lightstick_app;

-- Moderators on duty; their beats renew a lease. The row stays: the end of the last lease is the time since which none is there.
CREATE TABLE live_chat_duty (
  room_id text NOT NULL REFERENCES live_room,
  fan_id  bigint NOT NULL REFERENCES fan,
  until   timestamptz NOT NULL,
  PRIMARY KEY (room_id, fan_id)
);
CREATE INDEX live_chat_duty_of_fan_idx ON live_chat_duty (fan_id);
REVOKE UPDATE ON live_chat_duty FROM lightstick_app;
GRANT UPDATE (until) ON live_chat_duty TO lightstick_app;

-- Without a room it holds in all of them. An appeal is made and decided once.
CREATE TABLE live_chat_mute (
  id          bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  fan_id      bigint NOT NULL REFERENCES fan,
  room_id     text REFERENCES live_room,
  reason      text NOT NULL CHECK (char_length(reason) BETWEEN 3 AND 200),
  muted_at    timestamptz NOT NULL,
  until       timestamptz CHECK (until > muted_at),
  appeal      text CHECK (char_length(appeal) BETWEEN 1 AND 500),
  appealed_at timestamptz CHECK (appealed_at >= muted_at),
  decided_at  timestamptz CHECK (decided_at >= appealed_at),
  granted     boolean,
  CONSTRAINT live_chat_mute_appeal_is_whole CHECK ((appeal IS NULL) = (appealed_at IS NULL)
                                               AND (decided_at IS NULL) = (granted IS NULL)
                                               AND (decided_at IS NULL OR appealed_at IS NOT NULL))
);
CREATE INDEX live_chat_mute_of_fan_idx ON live_chat_mute (fan_id, id DESC);
CREATE INDEX live_chat_mute_appealed_idx ON live_chat_mute (appealed_at) WHERE appealed_at IS NOT NULL AND decided_at IS NULL;
REVOKE UPDATE ON live_chat_mute FROM lightstick_app;
GRANT UPDATE (appeal, appealed_at, decided_at, granted) ON live_chat_mute TO lightstick_app;

-- The places limit how many a fan may block.
CREATE TABLE live_chat_block (
  id         bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  fan_id     bigint NOT NULL REFERENCES fan,
  blocked_id bigint NOT NULL REFERENCES fan,
  place      smallint NOT NULL CHECK (place BETWEEN 1 AND 200),
  blocked_at timestamptz NOT NULL,
  CONSTRAINT live_chat_block_once UNIQUE (fan_id, blocked_id),
  CONSTRAINT live_chat_block_has_a_place UNIQUE (fan_id, place),
  CONSTRAINT live_chat_block_not_oneself CHECK (fan_id <> blocked_id)
);
CREATE INDEX live_chat_block_of_blocked_idx ON live_chat_block (blocked_id);
REVOKE UPDATE ON live_chat_block FROM lightstick_app;

-- What moderators did. Acts of operators are in the audit log.
CREATE TABLE live_chat_act (
  id         bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  room_id    text NOT NULL REFERENCES live_room,
  fan_id     bigint NOT NULL REFERENCES fan,
  action     text NOT NULL CHECK (action IN ('show', 'remove', 'pin', 'unpin', 'mute', 'settings')),
  -- Not references: an act outlives the message.
  message_id bigint,
  mute_id    bigint,
  details    jsonb CHECK (jsonb_typeof(details) = 'object'),
  at         timestamptz NOT NULL,
  CONSTRAINT live_chat_act_has_its_subject CHECK ((action = 'settings') = (message_id IS NULL)
                                              AND (action IN ('mute', 'settings')) = (details IS NOT NULL)
                                              AND (action = 'mute') = (mute_id IS NOT NULL))
);
CREATE INDEX live_chat_act_at_idx ON live_chat_act (at);
CREATE INDEX live_chat_act_of_fan_idx ON live_chat_act (fan_id);
REVOKE UPDATE ON live_chat_act FROM lightstick_app;

-- Words of content packs that a moderator should see before others do.
CREATE TABLE live_chat_words (
  id      text PRIMARY KEY,
  words   text[] NOT NULL CHECK (cardinality(words) > 0),
  retired boolean NOT NULL DEFAULT false
);
REVOKE INSERT, UPDATE, DELETE ON live_chat_words FROM lightstick_app;
