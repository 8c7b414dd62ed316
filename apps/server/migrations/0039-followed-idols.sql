-- The idols that a fan follows, across elections. Place 1 is the main one ("my idol" in the app); places have no gaps.
CREATE TABLE followed_idol (
  fan_id      bigint NOT NULL REFERENCES fan,
  idol_id     text NOT NULL REFERENCES idol,
  place       smallint NOT NULL CHECK (place BETWEEN 1 AND 7),
  followed_at timestamptz NOT NULL,
  PRIMARY KEY (fan_id, idol_id),
  -- With the CHECK it bounds what a fan follows. Deferrable, so that one statement can move several places.
  CONSTRAINT followed_idol_has_its_own_place UNIQUE (fan_id, place) DEFERRABLE INITIALLY IMMEDIATE
);
REVOKE UPDATE ON followed_idol FROM lightstick_app;
GRANT UPDATE (place) ON followed_idol TO lightstick_app;
