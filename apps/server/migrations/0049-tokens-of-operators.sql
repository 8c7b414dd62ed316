-- stop-first: no
-- Operators have several tokens, each for some areas of their calls and for a time. The command line adds and revokes them as the
-- owner; the application only recognises them.
CREATE TABLE operator_token (
  id          bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  operator_id bigint NOT NULL REFERENCES operator,
  -- Stays taken after a revocation, so that it means one token for ever.
  name        text NOT NULL CHECK (name ~ '^[a-z0-9][a-z0-9._-]{0,39}$'),
  token_hash  bytea NOT NULL UNIQUE CHECK (octet_length(token_hash) = 32),
  scopes      text[] NOT NULL CONSTRAINT operator_token_scopes_are_known
              CHECK (cardinality(scopes) > 0 AND scopes <@ ARRAY['acts', 'agent', 'chain', 'chat', 'claims', 'forms', 'live',
                                                                 'videos', 'votes', 'webhooks']),
  created_at  timestamptz NOT NULL,
  -- The account on the machine whose command added it; 'migration' for a token from before this table.
  created_by  text NOT NULL CHECK (char_length(created_by) BETWEEN 1 AND 100),
  expires_at  timestamptz NOT NULL CHECK (expires_at > created_at AND expires_at <= created_at + interval '8760 hours'),
  revoked_at  timestamptz CHECK (revoked_at >= created_at),
  UNIQUE (operator_id, name)
);
REVOKE INSERT, UPDATE, DELETE ON operator_token FROM lightstick_app;

-- When a token was last used, to the minute.
CREATE TABLE operator_token_use (
  token_id bigint PRIMARY KEY REFERENCES operator_token,
  used_at  timestamptz NOT NULL
);
REVOKE DELETE ON operator_token_use FROM lightstick_app;

-- What stands here stays good: in every area of its role, for 90 days from now.
INSERT INTO operator_token (operator_id, name, token_hash, scopes, created_at, created_by, expires_at)
SELECT id, 'first', token_hash,
       CASE role
         WHEN 'editor' THEN ARRAY['acts', 'chain', 'claims', 'forms', 'live', 'videos', 'webhooks']
         WHEN 'moderator' THEN ARRAY['acts', 'agent', 'chain', 'chat', 'claims', 'live', 'videos', 'votes', 'webhooks']
         ELSE ARRAY['acts', 'agent', 'chain', 'chat', 'claims', 'live', 'videos', 'votes', 'webhooks']
       END,
       now(), 'migration', now() + interval '2160 hours'
  FROM operator WHERE revoked_at IS NULL;

-- The release before still looks up tokens here. New operators have none in this column.
ALTER TABLE operator ALTER COLUMN token_hash DROP NOT NULL;
