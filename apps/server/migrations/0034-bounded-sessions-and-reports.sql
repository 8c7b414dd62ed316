-- Sessions of players in a bounded number of places, visitors without sessions, and what a report may do.

-- A fan has few places in a room, one with a ticket. A player that opens one again takes over from the player before:
-- `opening` counts them, and tokens name it. The former release writes neither place nor sign-in.
ALTER TABLE live_session
  ADD COLUMN place      smallint CHECK (place BETWEEN 1 AND 4),
  ADD COLUMN opening    integer NOT NULL DEFAULT 1 CHECK (opening > 0),
  -- It ends with the sign-in of the device. An erasure deletes that one first; the row stays until processes know of its end.
  ADD COLUMN sign_in_id uuid REFERENCES sign_in ON DELETE SET NULL,
  -- A keyed hash. Viewers are counted by it.
  ADD COLUMN network    text CHECK (network ~ '^[A-Za-z0-9_-]{12}$'),
  ADD CONSTRAINT live_session_has_its_place UNIQUE (room_id, fan_id, place),
  ADD CONSTRAINT live_session_of_a_ticket_has_one_place CHECK (ticket_id IS NULL OR place = 1 OR place IS NULL);
CREATE INDEX live_session_of_sign_in_idx ON live_session (sign_in_id);
CREATE INDEX live_session_opened_idx ON live_session (opened_at);
CREATE INDEX live_ticket_refunded_idx ON live_ticket (refunded_at) WHERE refunded_at IS NOT NULL;

-- Visitors who watch a free room, a few of each network; their right to watch is in their token.
CREATE TABLE live_visitor (
  session_id text PRIMARY KEY CHECK (session_id ~ '^[A-Za-z0-9_-]{22}$'),
  room_id    text NOT NULL REFERENCES live_room,
  network    text NOT NULL CHECK (network ~ '^[A-Za-z0-9_-]{12}$'),
  beat_at    timestamptz NOT NULL
);
CREATE INDEX live_visitor_present_idx ON live_visitor (room_id, network, beat_at);
CREATE INDEX live_visitor_beat_idx ON live_visitor (beat_at);

-- Whether a report takes part in hiding, and when somebody decided that it had no ground.
ALTER TABLE live_chat_report
  ADD COLUMN hides        boolean NOT NULL DEFAULT true,
  ADD COLUMN unfounded_at timestamptz CHECK (unfounded_at >= reported_at);
GRANT UPDATE (reported_at, hides, unfounded_at) ON live_chat_report TO lightstick_app;
ALTER TABLE ai_answer_report
  ADD COLUMN hides        boolean NOT NULL DEFAULT true,
  ADD COLUMN unfounded_at timestamptz CHECK (unfounded_at >= reported_at);

-- Every report of a fan, whatever it is about.
CREATE VIEW fan_report AS
  SELECT fan_id, reason, reported_at, hides, unfounded_at FROM live_chat_report
  UNION ALL
  SELECT fan_id, reason, reported_at, hides, unfounded_at FROM ai_answer_report;
GRANT SELECT ON fan_report TO lightstick_app;
