-- Broadcasts of live rooms from a host's browser or an encoder by RTMP, and the segments that are kept of them.

CREATE TABLE live_broadcast (
  id           bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  room_id      text NOT NULL REFERENCES live_room,
  source       text NOT NULL CHECK (source IN ('studio', 'rtmp')),
  -- The host who broadcasts from the browser; null once that account is erased.
  fan_id       bigint REFERENCES fan,
  -- The number that nginx gave to the encoder's connection.
  client       text CHECK (client ~ '^[0-9]{1,20}$'),
  started_at   timestamptz NOT NULL,
  -- When its last segment came.
  seen_at      timestamptz NOT NULL CHECK (seen_at >= started_at),
  ended_at     timestamptz CHECK (ended_at >= started_at),
  -- Its source's own number of the last segment that was taken. What came before the room opened is taken, but not kept.
  taken        bigint NOT NULL DEFAULT -1 CHECK (taken >= -1),
  -- The number of its first segment among those of its room, and how many are kept.
  first_number integer NOT NULL CHECK (first_number >= 0),
  segments     integer NOT NULL DEFAULT 0 CHECK (segments >= 0),
  -- Of all that was taken, and of the longest segment that is kept.
  seconds      numeric(12, 6) NOT NULL DEFAULT 0,
  longest      numeric(8, 6) NOT NULL DEFAULT 0,
  CONSTRAINT live_broadcast_has_its_sender CHECK ((source = 'rtmp') = (client IS NOT NULL) AND (source = 'studio' OR fan_id IS NULL)),
  CONSTRAINT live_broadcast_is_not_faster_than_time
    CHECK (seconds >= 0 AND seconds <= extract(epoch FROM seen_at - started_at) + 15),
  UNIQUE (room_id, id)
);
CREATE UNIQUE INDEX live_broadcast_one_at_a_time_idx ON live_broadcast (room_id) WHERE ended_at IS NULL;
CREATE INDEX live_broadcast_of_fan_idx ON live_broadcast (fan_id);
REVOKE UPDATE ON live_broadcast FROM lightstick_app;
GRANT UPDATE (fan_id, seen_at, ended_at, taken, segments, seconds, longest) ON live_broadcast TO lightstick_app;

-- What players load, numbered within its room. The files are below LIVE_FOLDER.
CREATE TABLE live_segment (
  room_id         text NOT NULL,
  number          integer NOT NULL CHECK (number >= 0),
  broadcast_id    bigint NOT NULL,
  seconds         numeric(8, 6) NOT NULL CHECK (seconds > 0 AND seconds <= 30),
  bytes           integer NOT NULL CHECK (bytes > 0),
  -- Whether its timeline does not continue that of the segment before.
  is_discontinuous boolean NOT NULL,
  PRIMARY KEY (room_id, number),
  FOREIGN KEY (room_id, broadcast_id) REFERENCES live_broadcast (room_id, id)
);
CREATE INDEX live_segment_discontinuous_idx ON live_segment (room_id, number) WHERE is_discontinuous;
CREATE INDEX live_segment_of_broadcast_idx ON live_segment (broadcast_id);
REVOKE UPDATE ON live_segment FROM lightstick_app;
