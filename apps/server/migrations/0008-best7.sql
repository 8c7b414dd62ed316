-- Best 7: fans name seven idols in order once a day, for seven points down to one.

-- A poll of an activity, defined by a content pack. Days are those of its time zone.
CREATE TABLE best7_poll (
  activity_id text PRIMARY KEY REFERENCES activity,
  opens_at    timestamptz NOT NULL,
  closes_at   timestamptz NOT NULL,
  time_zone   text NOT NULL,
  CONSTRAINT best7_poll_closes_after_it_opens CHECK (closes_at > opens_at)
);

-- A ballot is one row with seven columns, so that it cannot have fewer or more idols.
CREATE TABLE best7_ballot (
  id          bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  activity_id text NOT NULL REFERENCES best7_poll,
  fan_id      bigint NOT NULL REFERENCES fan,
  -- The poll's day at `cast_at`.
  day         date NOT NULL,
  place_1     text NOT NULL,
  place_2     text NOT NULL,
  place_3     text NOT NULL,
  place_4     text NOT NULL,
  place_5     text NOT NULL,
  place_6     text NOT NULL,
  place_7     text NOT NULL,
  -- When the server received it.
  cast_at     timestamptz NOT NULL,
  -- The idempotency key of the call.
  key         uuid NOT NULL,
  UNIQUE (fan_id, key),
  CONSTRAINT best7_ballot_one_a_day UNIQUE (fan_id, activity_id, day),
  CONSTRAINT best7_ballot_names_each_once CHECK (
        place_1 <> ALL (ARRAY[place_2, place_3, place_4, place_5, place_6, place_7])
    AND place_2 <> ALL (ARRAY[place_3, place_4, place_5, place_6, place_7])
    AND place_3 <> ALL (ARRAY[place_4, place_5, place_6, place_7])
    AND place_4 <> ALL (ARRAY[place_5, place_6, place_7])
    AND place_5 <> ALL (ARRAY[place_6, place_7])
    AND place_6 <> place_7),
  FOREIGN KEY (activity_id, place_1) REFERENCES candidate,
  FOREIGN KEY (activity_id, place_2) REFERENCES candidate,
  FOREIGN KEY (activity_id, place_3) REFERENCES candidate,
  FOREIGN KEY (activity_id, place_4) REFERENCES candidate,
  FOREIGN KEY (activity_id, place_5) REFERENCES candidate,
  FOREIGN KEY (activity_id, place_6) REFERENCES candidate,
  FOREIGN KEY (activity_id, place_7) REFERENCES candidate
);
CREATE INDEX best7_ballot_newest_idx ON best7_ballot (fan_id, id DESC);
-- Polls belong to the operator, and ballots never change.
REVOKE INSERT, UPDATE, DELETE ON best7_poll FROM lightstick_app;
REVOKE UPDATE, DELETE ON best7_ballot FROM lightstick_app;

-- The points of ballots for an idol, in sixteen shards by fan, so that ballots for the same idol do not wait for one row.
CREATE TABLE best7_tally (
  activity_id  text NOT NULL REFERENCES best7_poll,
  idol_id      text NOT NULL,
  shard        smallint NOT NULL CHECK (shard BETWEEN 0 AND 15),
  points       bigint NOT NULL CHECK (points > 0),
  first_places bigint NOT NULL CHECK (first_places BETWEEN 0 AND points / 7),
  PRIMARY KEY (activity_id, idol_id, shard),
  FOREIGN KEY (activity_id, idol_id) REFERENCES candidate
);

-- The result, frozen shortly after the close, whatever happens to candidates later. An idol who had withdrawn has no rank,
-- though her ballots count.
CREATE TABLE best7_result (
  activity_id  text NOT NULL REFERENCES best7_poll,
  idol_id      text NOT NULL,
  rank         integer CHECK (rank > 0),
  points       bigint NOT NULL CHECK (points >= 0),
  first_places bigint NOT NULL CHECK (first_places >= 0),
  PRIMARY KEY (activity_id, idol_id),
  UNIQUE (activity_id, rank),
  FOREIGN KEY (activity_id, idol_id) REFERENCES candidate
);
REVOKE UPDATE, DELETE ON best7_result FROM lightstick_app;
REVOKE DELETE ON best7_tally FROM lightstick_app;
