-- stop-first: no
-- The files of each content pack as they were applied last, so that `lightstick content export` returns them.
CREATE TABLE content_pack_file (
  pack_name text NOT NULL REFERENCES content_pack ON DELETE CASCADE,
  -- Below the folder of the pack.
  path      text NOT NULL CHECK (path ~ '^[^/\\]+(/[^/\\]+)*$' AND path !~ '(^|/)\.' AND char_length(path) <= 300),
  -- The digest of the pack; a release that keeps no files may have applied another since.
  digest    bytea NOT NULL CHECK (octet_length(digest) = 32),
  bytes     bytea NOT NULL CHECK (octet_length(bytes) <= 20000000),
  PRIMARY KEY (pack_name, path)
);

REVOKE ALL ON content_pack_file FROM lightstick_app;
