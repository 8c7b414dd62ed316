-- stop-first: no
-- The organiser's brand, as the content pack has it. Without a row the platform has its own name and colours.
CREATE TABLE brand (
  is_only_row boolean PRIMARY KEY DEFAULT true CHECK (is_only_row),
  name        jsonb NOT NULL CHECK (is_text_in_both_languages(name)),
  short_name  jsonb NOT NULL CHECK (is_text_in_both_languages(short_name)),
  -- What pages, mails and previews take of it, and the digest of each of its pictures.
  terms       jsonb NOT NULL CHECK (jsonb_typeof(terms) = 'object' AND jsonb_typeof(terms -> 'pictures') = 'object')
);

-- Pictures of former brands stay, because pages, mails and previews of links name them for longer.
CREATE TABLE brand_picture (
  -- The beginning of the SHA-256 of the bytes, in base64url: a picture at an address never changes.
  digest     text CHECK (digest ~ '^[A-Za-z0-9_-]{22}$'),
  name       text CHECK (name ~ '^[a-z0-9-]{1,40}\.(svg|png|jpg)$'),
  media_type text NOT NULL CHECK (media_type IN ('image/svg+xml', 'image/png', 'image/jpeg')),
  bytes      bytea NOT NULL CHECK (octet_length(bytes) BETWEEN 1 AND 2097152),
  PRIMARY KEY (digest, name)
);

REVOKE INSERT, UPDATE, DELETE ON brand, brand_picture FROM lightstick_app;
