-- Song events: fans nominate songs for free, then vote in a final, paid in votes of an election.

-- A song event, defined by a content pack. A round freezes shortly after its end, when no call received in time can be in
-- flight; its ranks are then in song_result.
CREATE TABLE song_event (
  id                    text PRIMARY KEY,
  -- The final is paid in votes of this activity.
  activity_id           text NOT NULL REFERENCES activity,
  title                 jsonb NOT NULL CHECK (is_text_in_both_languages(title)),
  subtitle              jsonb NOT NULL CHECK (is_text_in_both_languages(subtitle)),
  cover_seed            text NOT NULL,
  time_zone             text NOT NULL,
  nominations_open_at   timestamptz NOT NULL,
  nominations_close_at  timestamptz NOT NULL,
  final_opens_at        timestamptz NOT NULL,
  final_closes_at       timestamptz NOT NULL,
  -- The number of songs in the final.
  places                integer NOT NULL CHECK (places BETWEEN 1 AND 100),
  -- A fan's votes in the final per day.
  daily_cap             bigint CHECK (daily_cap BETWEEN 1 AND 1000000000),
  rules                 jsonb NOT NULL CHECK (jsonb_typeof(rules) = 'array'),
  rewards               jsonb NOT NULL CHECK (jsonb_typeof(rewards) = 'array'),
  concert               jsonb CHECK (jsonb_typeof(concert) = 'object'),
  concert_starts_at     timestamptz,
  position              integer NOT NULL,
  nominations_frozen_at timestamptz,
  final_frozen_at       timestamptz,
  CONSTRAINT song_event_rounds_in_order CHECK (nominations_close_at > nominations_open_at
    AND final_opens_at >= nominations_close_at + interval '1 minute' AND final_closes_at > final_opens_at),
  CONSTRAINT song_event_frozen_in_order CHECK (final_frozen_at IS NULL OR nominations_frozen_at IS NOT NULL),
  CONSTRAINT song_event_concert_has_a_time CHECK ((concert IS NULL) = (concert_starts_at IS NULL))
);

CREATE TABLE song (
  id         text PRIMARY KEY,
  event_id   text NOT NULL REFERENCES song_event ON DELETE CASCADE,
  title      jsonb NOT NULL CHECK (is_text_in_both_languages(title)),
  artist     jsonb NOT NULL CHECK (is_text_in_both_languages(artist)),
  story      jsonb NOT NULL CHECK (is_text_in_both_languages(story)),
  lyrics     jsonb NOT NULL CHECK (is_text_in_both_languages(lyrics)),
  year       integer NOT NULL CHECK (year BETWEEN 1900 AND 2200),
  seconds    integer NOT NULL CHECK (seconds BETWEEN 1 AND 3600),
  -- The seed of its cover and its preview.
  seed       text NOT NULL,
  position   integer NOT NULL,
  UNIQUE (event_id, id)
);

-- The songs' counts and ranks when a round froze.
CREATE TABLE song_result (
  event_id text NOT NULL,
  round    text NOT NULL CHECK (round IN ('nominations', 'final')),
  song_id  text NOT NULL,
  votes    bigint NOT NULL CHECK (votes >= 0),
  rank     integer NOT NULL CHECK (rank > 0),
  PRIMARY KEY (event_id, round, song_id),
  UNIQUE (event_id, round, rank),
  FOREIGN KEY (event_id, song_id) REFERENCES song (event_id, id)
);

-- The songs of the final. Songs without a row take no votes there.
CREATE TABLE song_finalist (
  event_id text NOT NULL,
  song_id  text NOT NULL,
  PRIMARY KEY (event_id, song_id),
  FOREIGN KEY (event_id, song_id) REFERENCES song (event_id, id)
);

-- A free vote of the first round: one per song, fan and day of the event's time zone.
CREATE TABLE song_nomination (
  id           bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  fan_id       bigint NOT NULL REFERENCES fan,
  event_id     text NOT NULL,
  song_id      text NOT NULL,
  day          date NOT NULL,
  nominated_at timestamptz NOT NULL,
  FOREIGN KEY (event_id, song_id) REFERENCES song (event_id, id),
  CONSTRAINT song_nomination_once_a_day UNIQUE (fan_id, song_id, day)
);
CREATE INDEX song_nomination_newest_idx ON song_nomination (fan_id, nominated_at DESC, id DESC);

-- Nominations of a song, in shards by writer, so that fans do not wait for one row.
CREATE TABLE song_nomination_shard (
  song_id     text NOT NULL REFERENCES song ON DELETE CASCADE,
  shard       smallint NOT NULL,
  nominations bigint NOT NULL CHECK (nominations > 0),
  last_at     timestamptz NOT NULL,
  PRIMARY KEY (song_id, shard)
) WITH (fillfactor = 20, autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 500);

-- A vote of the final. The ledger's sink of a song holds its count; there is no other.
CREATE TABLE song_vote (
  id       bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  fan_id   bigint NOT NULL REFERENCES fan,
  event_id text NOT NULL,
  song_id  text NOT NULL,
  votes    bigint NOT NULL CHECK (votes > 0),
  day      date NOT NULL,
  -- The idempotency key of the posting in the ledger.
  key      uuid NOT NULL,
  transfer bigint NOT NULL UNIQUE,
  voted_at timestamptz NOT NULL,
  UNIQUE (fan_id, key),
  CONSTRAINT song_vote_for_a_finalist FOREIGN KEY (event_id, song_id) REFERENCES song_finalist
);
CREATE INDEX song_vote_newest_idx ON song_vote (fan_id, voted_at DESC, id DESC);

-- A fan's votes in a final on a day; the limit is stored beside the count so that a CHECK enforces it.
CREATE TABLE song_vote_day (
  fan_id   bigint NOT NULL REFERENCES fan,
  event_id text NOT NULL REFERENCES song_event,
  day      date NOT NULL,
  votes    bigint NOT NULL CHECK (votes BETWEEN 1 AND 9007199254740991),
  most     bigint,
  PRIMARY KEY (fan_id, event_id, day),
  CONSTRAINT song_vote_day_limit_never_exceeded CHECK (votes <= most)
);

-- Events and songs belong to the operator; the application only records when a round froze. Fans' votes and results never
-- change.
REVOKE INSERT, UPDATE, DELETE ON song_event, song FROM lightstick_app;
GRANT UPDATE (nominations_frozen_at, final_frozen_at) ON song_event TO lightstick_app;
REVOKE UPDATE, DELETE ON song_nomination, song_vote, song_result, song_finalist FROM lightstick_app;
REVOKE DELETE ON song_nomination_shard, song_vote_day FROM lightstick_app;
