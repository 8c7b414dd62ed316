-- Live rooms: recordings on schedule and broadcasts, with tickets, sessions of players, and who hosts and moderates.

CREATE TABLE live_recording (
  id         text PRIMARY KEY CHECK (id ~ '^[a-z0-9-]{3,40}$'),
  -- Each segment but the last lasts four seconds.
  segments   integer NOT NULL CHECK (segments BETWEEN 1 AND 5400),
  seconds    numeric(9, 3) NOT NULL CHECK (seconds > 4 * (segments - 1) AND seconds <= 4 * segments + 1),
  bytes      bigint NOT NULL CHECK (bytes > 0),
  -- Whether its end joins its beginning without a gap.
  is_loop    boolean NOT NULL DEFAULT false,
  captions   text[] NOT NULL DEFAULT '{}',
  packed_at  timestamptz NOT NULL
);
REVOKE INSERT, UPDATE, DELETE ON live_recording FROM lightstick_app;

CREATE TABLE live_room (
  id           text PRIMARY KEY CHECK (id ~ '^[a-z0-9-]{3,40}$'),
  stream_name  text NOT NULL UNIQUE CHECK (stream_name ~ '^[a-z0-9-]{3,64}$'),
  title        jsonb NOT NULL CHECK (is_text_in_both_languages(title)),
  description  jsonb NOT NULL CHECK (is_text_in_both_languages(description)),
  host_name    jsonb NOT NULL CHECK (is_text_in_both_languages(host_name)),
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
  retired      boolean NOT NULL DEFAULT false,
  CONSTRAINT live_room_never_oversold CHECK (sold <= seats),
  CONSTRAINT live_room_has_its_picture CHECK ((source IN ('recording', 'loop')) = (recording_id IS NOT NULL)
                                          AND (source = 'external') = (address IS NOT NULL)),
  CONSTRAINT live_room_always_on_is_a_loop CHECK (closes_at IS NOT NULL OR source = 'loop')
);

-- Fans whom an operator appointed for a room.
CREATE TABLE live_appointment (
  room_id      text NOT NULL REFERENCES live_room,
  fan_id       bigint NOT NULL REFERENCES fan,
  role         text NOT NULL CHECK (role IN ('host', 'moderator')),
  appointed_at timestamptz NOT NULL,
  PRIMARY KEY (room_id, fan_id, role)
);
CREATE INDEX live_appointment_of_fan_idx ON live_appointment (fan_id);
