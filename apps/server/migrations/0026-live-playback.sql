-- Playback of live rooms: recordings cut at key frames, sessions of players, and plays.

ALTER TABLE live_recording
  DROP CONSTRAINT live_recording_check,
  ADD CONSTRAINT live_recording_is_cut_about_every_four_seconds
    CHECK (seconds > 0 AND seconds <= 6 * segments AND seconds <= 21600);

-- A player's right to watch a room, and its presence.
CREATE TABLE live_session (
  id          text PRIMARY KEY CHECK (id ~ '^[A-Za-z0-9_-]{22}$'),
  room_id     text NOT NULL REFERENCES live_room,
  fan_id      bigint REFERENCES fan,
  -- The ticket that lets it watch; null in free rooms, and for those who work in the room.
  ticket_id   bigint REFERENCES live_ticket,
  -- Its player cannot change the address, so its token lasts until the room's end.
  is_native   boolean NOT NULL,
  opened_at   timestamptz NOT NULL,
  -- When its newest token ends.
  token_until timestamptz NOT NULL CHECK (token_until > opened_at),
  beat_at     timestamptz CHECK (beat_at >= opened_at),
  is_playing  boolean NOT NULL DEFAULT false,
  watched_ms  bigint NOT NULL DEFAULT 0 CHECK (watched_ms >= 0),
  -- When a newer session of its ticket took over.
  taken_at    timestamptz CHECK (taken_at >= opened_at),
  CONSTRAINT live_session_of_a_ticket_is_a_fans CHECK (ticket_id IS NULL OR fan_id IS NOT NULL),
  CONSTRAINT live_session_watches_no_longer_than_it_is_open
    CHECK (watched_ms <= 1000 * extract(epoch FROM coalesce(beat_at, opened_at) - opened_at))
);
CREATE UNIQUE INDEX live_session_newest_of_ticket_idx ON live_session (ticket_id) WHERE taken_at IS NULL;
CREATE INDEX live_session_of_fan_idx ON live_session (fan_id, room_id);
CREATE INDEX live_session_present_idx ON live_session (room_id, beat_at) WHERE is_playing;
CREATE INDEX live_session_with_token_idx ON live_session (token_until);

-- Plays of the last hours, one for each fan, room and hour of UTC.
CREATE TABLE live_play (
  room_id    text NOT NULL REFERENCES live_room,
  fan_id     bigint NOT NULL REFERENCES fan,
  played_in  timestamptz NOT NULL CHECK (played_in = date_trunc('hour', played_in, 'UTC')),
  PRIMARY KEY (room_id, fan_id, played_in)
);
CREATE INDEX live_play_of_fan_idx ON live_play (fan_id);
CREATE INDEX live_play_played_in_idx ON live_play (played_in);

-- Plays whose fans are forgotten.
CREATE TABLE live_play_count (
  room_id text PRIMARY KEY REFERENCES live_room,
  plays   bigint NOT NULL CHECK (plays > 0)
);
