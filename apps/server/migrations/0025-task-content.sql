-- Banners of a content pack, and the election that a task is about.

CREATE TABLE banner (
  id           text PRIMARY KEY CHECK (id ~ '^[a-z0-9][a-z0-9-]{0,47}$'),
  -- The screen it stands on.
  type         text NOT NULL CHECK (type IN ('task', 'activity', 'mall')),
  title        jsonb NOT NULL CHECK (is_text_in_both_languages(title)),
  text         jsonb NOT NULL CHECK (is_text_in_both_languages(text)),
  picture_seed text NOT NULL CHECK (picture_seed ~ '^[a-z0-9-]{1,64}$'),
  -- A path of the app or an address that is reached by TLS.
  link         text NOT NULL CHECK (link ~ '^(/([^/\\]|$)|https://)' AND char_length(link) <= 500),
  opens_at     timestamptz,
  ends_at      timestamptz CHECK (ends_at > opens_at),
  position     integer NOT NULL,
  retired      boolean NOT NULL DEFAULT false
);

ALTER TABLE task ADD COLUMN activity_id text REFERENCES activity;

-- What a fan took part in is read newest first.
CREATE INDEX task_claim_newest_idx ON task_claim (fan_id, claimed_at DESC);
CREATE INDEX task_visit_newest_idx ON task_visit (fan_id, viewed_at DESC);
