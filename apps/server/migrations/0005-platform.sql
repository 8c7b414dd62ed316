-- What serves no domain of its own: content packs with their pages and banners, workers, rate limits and analytics.

-- One row for each pack ever applied. Relative times of a pack count from `anchored_at`, its first application.
CREATE TABLE content_pack (
  name         text PRIMARY KEY,
  version      text NOT NULL,
  digest       bytea NOT NULL,
  anchored_at  timestamptz NOT NULL,
  applied_at   timestamptz NOT NULL,
  simulated_at timestamptz
);

-- Written pages of a content pack: about us, terms, privacy and their siblings.
CREATE TABLE page (
  -- The page's slug: the path of its screen without the slash.
  id         text PRIMARY KEY CHECK (id ~ '^[a-z0-9][a-z0-9-]{0,47}$'),
  title      jsonb NOT NULL CHECK (is_text_in_both_languages(title)),
  summary    jsonb NOT NULL CHECK (is_text_in_both_languages(summary)),
  -- Markdown. It is rendered and sanitised when it is read, so that a better sanitiser also reaches what is stored already.
  body       jsonb NOT NULL CHECK (is_text_in_both_languages(body)),
  updated_on date NOT NULL,
  retired    boolean NOT NULL DEFAULT false
);

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

-- Pools of workers that are alive, by the database's clock. What a pool held when its beat stopped is given to others.
CREATE TABLE job_worker (
  pool_id text PRIMARY KEY,
  beat_at timestamptz NOT NULL
);

-- How often one address has called what is tightly limited, counted over all replicas. It may be lost with a crash, so it
-- is spared the write-ahead log. Spent buckets are swept by the calls that follow.
CREATE UNLOGGED TABLE rate_limit (
  bucket   text PRIMARY KEY,
  empty_at timestamptz NOT NULL
);
CREATE INDEX rate_limit_empty_idx ON rate_limit (empty_at);

-- What tabs of the web app measured. A row names no fan, no device and no network address, and nothing in it can be
-- matched with the ledger: times are cut to the minute and votes are told by size classes only.
CREATE TABLE analytics_event (
  id            bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  -- Random, made by a tab and forgotten with it.
  session_id    uuid NOT NULL,
  name          text NOT NULL CHECK (name IN ('screen_view', 'task', 'vote', 'error', 'web_vital')),
  screen        text NOT NULL CHECK (length(screen) <= 64),
  properties    jsonb NOT NULL CHECK (octet_length(properties::text) <= 512),
  device_type   text NOT NULL CHECK (device_type IN ('ANDROID', 'IOS', 'H5')),
  language_type text NOT NULL CHECK (language_type IN ('en_US', 'zh_TW')),
  theme         text NOT NULL CHECK (theme IN ('light', 'dark')),
  version       text NOT NULL CHECK (length(version) <= 40),
  happened_at   timestamptz NOT NULL CHECK (happened_at = date_trunc('minute', happened_at, 'UTC')),
  received_at   timestamptz NOT NULL CHECK (received_at = date_trunc('minute', received_at, 'UTC'))
);
CREATE INDEX analytics_event_day_idx ON analytics_event (received_at);

-- How many events of a day (UTC) are stored, over all processes: a stranger may hand in events without end, and the disk
-- that they would fill holds the votes.
CREATE TABLE analytics_day (
  day    date PRIMARY KEY,
  stored bigint NOT NULL CHECK (stored > 0)
);
