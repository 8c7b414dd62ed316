-- Live rooms: recordings on schedule and broadcasts, with tickets, sessions of players, and who hosts and moderates.

INSERT INTO ledger.reason (code, name, life) VALUES (64, 'live_ticket_paid', NULL), (65, 'live_ticket_refunded', 'kept');

CREATE TABLE live_recording (
  id         text PRIMARY KEY CHECK (id ~ '^[a-z0-9-]{3,40}$'),
  -- Each segment but the last lasts four seconds.
  segments   integer NOT NULL CHECK (segments BETWEEN 1 AND 5400),
  seconds    numeric(9, 3) NOT NULL CHECK (seconds > 4 * (segments - 1) AND seconds <= 4 * segments + 1),
  bytes      bigint NOT NULL CHECK (bytes > 0),
  -- Whether its end joins its beginning without a gap.
  is_loop    boolean NOT NULL DEFAULT false,
  captions   text[] NOT NULL DEFAULT '{}',
  packed_at  timestamptz NOT NULL DEFAULT now()
);
REVOKE INSERT, UPDATE, DELETE ON live_recording FROM lightstick_app;

CREATE TABLE live_room (
  id           text PRIMARY KEY CHECK (id ~ '^[a-z0-9-]{3,40}$'),
  stream_name  text NOT NULL UNIQUE CHECK (stream_name ~ '^[a-z0-9-]{3,64}$'),
  title        jsonb NOT NULL CHECK (is_text_in_both_languages(title)),
  description  jsonb NOT NULL CHECK (is_text_in_both_languages(description)),
  host_name    jsonb NOT NULL CHECK (is_text_in_both_languages(host_name)),
  idol_id      text REFERENCES idol,
  cover_seed   text NOT NULL,
  source       text NOT NULL CHECK (source IN ('recording', 'loop', 'studio', 'rtmp', 'external')),
  recording_id text REFERENCES live_recording,
  address      text,
  price        bigint NOT NULL CHECK (price BETWEEN 0 AND 1000000000),
  seats        integer CHECK (seats > 0),
  sold         integer NOT NULL DEFAULT 0 CHECK (sold >= 0),
  opens_at     timestamptz NOT NULL,
  closes_at    timestamptz CHECK (closes_at > opens_at),
  cancelled_at timestamptz,
  failed_at    timestamptz,
  replay_hours integer NOT NULL DEFAULT 0 CHECK (replay_hours BETWEEN 0 AND 8760),
  has_chat     boolean NOT NULL DEFAULT true,
  -- When its broadcast last had a picture; null where none came, or none is broadcast.
  picture_at   timestamptz,
  -- SHA-256 of the key by which an encoder broadcasts.
  key_hash     bytea CHECK (octet_length(key_hash) = 32),
  -- Whether a content pack defines it; else an operator created it.
  is_content   boolean NOT NULL DEFAULT false,
  -- Whether an operator opened or closed it by hand, so that its window is no longer that of the pack.
  is_moved     boolean NOT NULL DEFAULT false,
  retired      boolean NOT NULL DEFAULT false,
  CONSTRAINT live_room_never_oversold CHECK (sold <= seats),
  -- An operator's room of the source `recording` waits for its recording.
  CONSTRAINT live_room_has_its_picture CHECK (CASE source WHEN 'loop' THEN recording_id IS NOT NULL
                                                          WHEN 'recording' THEN true ELSE recording_id IS NULL END
                                          AND (source = 'external') = (address IS NOT NULL)),
  CONSTRAINT live_room_always_on_is_a_loop CHECK (closes_at IS NOT NULL OR source = 'loop'),
  CONSTRAINT live_room_ends_one_way CHECK (cancelled_at IS NULL OR failed_at IS NULL),
  CONSTRAINT live_room_fails_without_a_picture
    CHECK (failed_at IS NULL OR failed_at >= closes_at
           AND (source IN ('studio', 'rtmp') AND (picture_at IS NULL OR picture_at < opens_at)
                OR source = 'recording' AND recording_id IS NULL)),
  CONSTRAINT live_room_key_is_of_an_encoder CHECK (key_hash IS NULL OR source = 'rtmp'),
  UNIQUE (id, price)
);
CREATE INDEX live_room_window_idx ON live_room (opens_at, closes_at);
REVOKE DELETE ON live_room FROM lightstick_app;

-- Fans whom an operator appointed for a room.
CREATE TABLE live_appointment (
  room_id      text NOT NULL REFERENCES live_room,
  fan_id       bigint NOT NULL REFERENCES fan,
  role         text NOT NULL CHECK (role IN ('host', 'moderator')),
  appointed_at timestamptz NOT NULL,
  PRIMARY KEY (room_id, fan_id, role)
);
CREATE INDEX live_appointment_of_fan_idx ON live_appointment (fan_id);

-- A fan's ticket of a room. Its price is that of the room, which therefore stays once a ticket is sold.
CREATE TABLE live_ticket (
  id          bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  room_id     text NOT NULL,
  fan_id      bigint NOT NULL REFERENCES fan,
  paid        bigint NOT NULL CHECK (paid > 0),
  -- The idempotency key of the payment in the ledger, and that of the refund.
  key         uuid NOT NULL,
  bought_at   timestamptz NOT NULL,
  refunded_at timestamptz CHECK (refunded_at >= bought_at),
  refund_key  uuid,
  CONSTRAINT live_ticket_one_per_fan UNIQUE (room_id, fan_id),
  CONSTRAINT live_ticket_is_refunded_whole CHECK ((refunded_at IS NULL) = (refund_key IS NULL)),
  UNIQUE (fan_id, key),
  FOREIGN KEY (room_id, paid) REFERENCES live_room (id, price)
);
CREATE INDEX live_ticket_to_refund_idx ON live_ticket (room_id, fan_id) WHERE refunded_at IS NULL;
REVOKE UPDATE, DELETE ON live_ticket FROM lightstick_app;
GRANT UPDATE (refunded_at, refund_key) ON live_ticket TO lightstick_app;

-- Fans who want a notice before a room opens.
CREATE TABLE live_reminder (
  room_id text NOT NULL REFERENCES live_room,
  fan_id  bigint NOT NULL REFERENCES fan,
  set_at  timestamptz NOT NULL,
  sent_at timestamptz,
  PRIMARY KEY (room_id, fan_id)
);
CREATE INDEX live_reminder_of_fan_idx ON live_reminder (fan_id);
CREATE INDEX live_reminder_to_send_idx ON live_reminder (room_id, fan_id) WHERE sent_at IS NULL;
