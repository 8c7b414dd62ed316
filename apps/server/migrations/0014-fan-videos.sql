-- Fan videos: uploads for tasks of type 76, their review, and the rewards.

-- Disk space of videos, which a trigger sums over those with a file. An upload reserves its space when it is announced, and
-- unfinished uploads have a total limit of their own, so that announcements cannot fill the disk. The limits are stored
-- beside the sums so that CHECKs enforce them; each new upload writes the current ones.
CREATE TABLE fan_video_disk (
  is_only_row           boolean PRIMARY KEY DEFAULT true CHECK (is_only_row),
  used_bytes            bigint NOT NULL DEFAULT 0 CHECK (used_bytes >= 0),
  most_bytes            bigint NOT NULL DEFAULT 0,
  unfinished_bytes      bigint NOT NULL DEFAULT 0 CHECK (unfinished_bytes >= 0),
  most_unfinished_bytes bigint,
  CONSTRAINT fan_video_disk_limit_never_exceeded CHECK (used_bytes <= most_bytes),
  CONSTRAINT fan_video_disk_unfinished_limit_never_exceeded CHECK (unfinished_bytes <= most_unfinished_bytes)
);
INSERT INTO fan_video_disk DEFAULT VALUES;

-- A video has a random id, also the name of its file. `occurrence` is its task's at the beginning, and `reward` what was
-- promised then.
CREATE TABLE fan_video (
  id             text PRIMARY KEY CHECK (id ~ '^[0-9a-f]{32}$'),
  fan_id         bigint NOT NULL REFERENCES fan,
  task_id        text NOT NULL REFERENCES task,
  occurrence     text NOT NULL,
  reward         bigint NOT NULL CHECK (reward BETWEEN 1 AND 1000000000),
  title          text NOT NULL CHECK (char_length(title) BETWEEN 1 AND 60 AND is_visible_text(title) AND title !~ '\n'),
  -- The file's name on the fan's device; never used to find it.
  file_name      text NOT NULL CHECK (char_length(file_name) BETWEEN 1 AND 100 AND is_visible_text(file_name)),
  size_bytes     bigint NOT NULL CHECK (size_bytes BETWEEN 1 AND 4000000000),
  state          text NOT NULL DEFAULT 'uploading'
                 CHECK (state IN ('uploading', 'checking', 'inReview', 'accepted', 'refused', 'withdrawn')),
  -- Its place among a fan's unfinished uploads, which are limited.
  open_place     integer CHECK (open_place BETWEEN 1 AND 2),
  -- The day by the platform's calendar, and its number among the day's videos.
  day            date NOT NULL,
  day_place      integer NOT NULL CHECK (day_place BETWEEN 1 AND 10),
  has_poster     boolean NOT NULL DEFAULT false,
  -- The detected format, once checked.
  container      text CHECK (container IN ('mp4', 'mov', 'webm')),
  duration_ms    integer CHECK (duration_ms > 0),
  width          integer CHECK (width > 0),
  height         integer CHECK (height > 0),
  refusal        text CHECK (refusal IN (
    'notVideo', 'unreadable', 'tooShort', 'tooLong', 'tooSmall', 'tooLarge', 'lost', 'review')),
  -- The reviewer's reason, for the fan.
  refusal_words  text CHECK (char_length(refusal_words) BETWEEN 3 AND 500),
  begun_at       timestamptz NOT NULL,
  -- When an unfinished upload is deleted.
  expires_at     timestamptz NOT NULL,
  decided_at     timestamptz,
  -- A video is lost when its file is missing before its review. This is the first check that missed it; a later one that
  -- finds it resets this.
  missing_since  timestamptz,
  CONSTRAINT fan_video_expires_later CHECK (expires_at > begun_at),
  CONSTRAINT fan_video_open_has_a_place CHECK ((state = 'uploading') = (open_place IS NOT NULL)),
  CONSTRAINT fan_video_open_limit UNIQUE (fan_id, open_place),
  CONSTRAINT fan_video_day_limit UNIQUE (fan_id, day, day_place),
  CONSTRAINT fan_video_was_checked CHECK (
    state NOT IN ('inReview', 'accepted') OR num_nonnulls(container, duration_ms, width, height) = 4),
  CONSTRAINT fan_video_refused_for_something CHECK ((state = 'refused') <= (refusal IS NOT NULL)),
  CONSTRAINT fan_video_words_of_review CHECK ((refusal IS NOT DISTINCT FROM 'review') = (refusal_words IS NOT NULL)),
  CONSTRAINT fan_video_decided CHECK (state NOT IN ('accepted', 'refused') OR decided_at IS NOT NULL)
);
CREATE INDEX fan_video_newest_idx ON fan_video (fan_id, begun_at DESC, id);
CREATE INDEX fan_video_review_idx ON fan_video (begun_at, id) WHERE state = 'inReview';
CREATE INDEX fan_video_unfinished_idx ON fan_video (expires_at) WHERE state = 'uploading';
-- For the job that repeats failed checks every ten minutes.
CREATE INDEX fan_video_unchecked_idx ON fan_video (begun_at) WHERE state = 'checking';
CREATE INDEX fan_video_task_idx ON fan_video (task_id);

-- Rewards of accepted videos: one per fan, task and occurrence, however many videos. It outlives the video, which its fan
-- may delete.
CREATE TABLE fan_video_reward (
  fan_id     bigint NOT NULL REFERENCES fan,
  task_id    text NOT NULL REFERENCES task,
  occurrence text NOT NULL,
  video_id   text NOT NULL UNIQUE,
  points     bigint NOT NULL CHECK (points BETWEEN 1 AND 1000000000),
  -- The idempotency key of the reward in the ledger, derived from fan, task and occurrence.
  key        uuid NOT NULL UNIQUE,
  paid_at    timestamptz NOT NULL,
  PRIMARY KEY (fan_id, task_id, occurrence)
);
REVOKE UPDATE, DELETE ON fan_video_reward FROM lightstick_app;
