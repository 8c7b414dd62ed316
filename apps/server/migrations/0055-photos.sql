-- stop-first: no
-- Photos of the organiser, in place of drawings. A name is made of the file, the frame and the focus, so a photo never changes.
CREATE TABLE photo (
  name     text PRIMARY KEY CHECK (name ~ '^photo\.[0-9a-f]{32}$'),
  frame    text NOT NULL CHECK (frame IN ('portrait', 'cover')),
  -- What it shows, for fans who do not see it.
  alt      jsonb NOT NULL CHECK (alt ?& ARRAY['en_US', 'zh_TW']),
  added_at timestamptz NOT NULL
);
REVOKE INSERT, UPDATE, DELETE ON photo FROM lightstick_app;

-- The photo in each size that is served.
CREATE TABLE photo_file (
  photo text NOT NULL REFERENCES photo,
  size  text NOT NULL CHECK (size IN ('160.webp', '480.webp', '960.webp', '1200.jpg')),
  bytes bytea NOT NULL CHECK (octet_length(bytes) BETWEEN 1 AND 5000000),
  PRIMARY KEY (photo, size)
);
REVOKE INSERT, UPDATE, DELETE ON photo_file FROM lightstick_app;

-- A picture is the seed of a drawing, or the name of a photo.
ALTER TABLE banner DROP CONSTRAINT banner_picture_seed_check;
ALTER TABLE banner ADD CONSTRAINT banner_picture_seed_check
  CHECK (picture_seed ~ '^([a-z0-9-]{1,64}|photo\.[0-9a-f]{32})$');
