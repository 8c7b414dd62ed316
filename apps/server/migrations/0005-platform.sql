-- Tables without a domain of their own: content packs with pages and banners, workers, rate limits and analytics.

-- One row for each pack ever applied. Relative times of a pack count from `anchored_at`, its first application.
CREATE TABLE content_pack (
  name         text PRIMARY KEY,
  version      text NOT NULL,
  digest       bytea NOT NULL,
  anchored_at  timestamptz NOT NULL,
  applied_at   timestamptz NOT NULL,
  simulated_at timestamptz
);

-- Written pages of a content pack, such as about us, terms and privacy.
CREATE TABLE page (
  -- The page's slug: the path of its screen without slash.
  id         text PRIMARY KEY CHECK (id ~ '^[a-z0-9][a-z0-9-]{0,47}$'),
  title      jsonb NOT NULL CHECK (is_text_in_both_languages(title)),
  summary    jsonb NOT NULL CHECK (is_text_in_both_languages(summary)),
  -- Markdown. Rendered and sanitised on read, so that a better sanitiser also covers stored text.
  body       jsonb NOT NULL CHECK (is_text_in_both_languages(body)),
  updated_on date NOT NULL,
  retired    boolean NOT NULL DEFAULT false
);

CREATE TABLE banner (
  id           text PRIMARY KEY CHECK (id ~ '^[a-z0-9][a-z0-9-]{0,47}$'),
  -- The screen that shows it.
  type         text NOT NULL CHECK (type IN ('task', 'activity', 'mall')),
  title        jsonb NOT NULL CHECK (is_text_in_both_languages(title)),
  text         jsonb NOT NULL CHECK (is_text_in_both_languages(text)),
  picture_seed text NOT NULL CHECK (picture_seed ~ '^[a-z0-9-]{1,64}$'),
  -- A path of the app, or an https address.
  link         text NOT NULL CHECK (link ~ '^(/([^/\\]|$)|https://)' AND char_length(link) <= 500),
  opens_at     timestamptz,
  ends_at      timestamptz CHECK (ends_at > opens_at),
  position     integer NOT NULL,
  retired      boolean NOT NULL DEFAULT false
);

-- Live worker pools, by the database's clock. Jobs of a pool whose heartbeat stopped go to others.
CREATE TABLE job_worker (
  pool_id text PRIMARY KEY,
  beat_at timestamptz NOT NULL
);

-- Calls per address under tight limits, over all replicas. May be lost in a crash, so it is unlogged. Later calls delete
-- expired buckets.
CREATE UNLOGGED TABLE rate_limit (
  bucket   text PRIMARY KEY,
  empty_at timestamptz NOT NULL
);
CREATE INDEX rate_limit_empty_idx ON rate_limit (empty_at);

-- Measurements of the web app's tabs. A row contains no fan, device or network address and cannot be matched with the
-- ledger: times are cut to the minute, and votes are size classes.
CREATE TABLE analytics_event (
  id            bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  -- Random per tab.
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

-- Stored events per day (UTC) over all processes: a stranger may send events without end, and must not fill the disk of the
-- votes.
CREATE TABLE analytics_day (
  day    date PRIMARY KEY,
  stored bigint NOT NULL CHECK (stored > 0)
);
