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
