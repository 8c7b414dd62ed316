-- Fan videos: what fans upload for tasks of type 76, what becomes of it, and the rewards.

INSERT INTO ledger.reason (code, name) VALUES (44, 'video_reward');

-- What the videos take of the disk, kept by a trigger from the sizes of those that have a file. The limit stands beside it
-- so that a CHECK can hold it; an upload that begins writes the limit of the day.
CREATE TABLE fan_video_disk (
  is_only_row boolean PRIMARY KEY DEFAULT true CHECK (is_only_row),
  used_bytes  bigint NOT NULL DEFAULT 0 CHECK (used_bytes >= 0),
  most_bytes  bigint NOT NULL DEFAULT 0,
  CONSTRAINT fan_video_disk_limit_never_exceeded CHECK (used_bytes <= most_bytes)
);
INSERT INTO fan_video_disk DEFAULT VALUES;

-- A video is named by its random id, which is also the name of its file. `occurrence` is that of its task when it was
-- begun, and `reward` what its fan was promised then.
CREATE TABLE fan_video (
  id             text PRIMARY KEY CHECK (id ~ '^[0-9a-f]{32}$'),
  fan_id         bigint NOT NULL REFERENCES fan,
  task_id        text NOT NULL REFERENCES task,
  occurrence     text NOT NULL,
  reward         bigint NOT NULL CHECK (reward BETWEEN 1 AND 1000000000),
  title          text NOT NULL CHECK (char_length(title) BETWEEN 1 AND 60 AND is_visible_text(title) AND title !~ '\n'),
  -- What the fan's device calls the file; never used to find it.
  file_name      text NOT NULL CHECK (char_length(file_name) BETWEEN 1 AND 100 AND is_visible_text(file_name)),
  size_bytes     bigint NOT NULL CHECK (size_bytes BETWEEN 1 AND 4000000000),
  state          text NOT NULL DEFAULT 'uploading'
                 CHECK (state IN ('uploading', 'checking', 'inReview', 'accepted', 'refused', 'withdrawn')),
  -- Which of the unfinished uploads that a fan may have at once this is.
  open_place     integer CHECK (open_place BETWEEN 1 AND 2),
  -- Which of the day's videos this is, by the platform's calendar.
  day            date NOT NULL,
  day_place      integer NOT NULL CHECK (day_place BETWEEN 1 AND 10),
  has_poster     boolean NOT NULL DEFAULT false,
  -- What the content itself says, once it was checked.
  container      text CHECK (container IN ('mp4', 'mov', 'webm')),
  duration_ms    integer CHECK (duration_ms > 0),
  width          integer CHECK (width > 0),
  height         integer CHECK (height > 0),
  refusal        text CHECK (refusal IN ('notVideo', 'unreadable', 'tooShort', 'tooLong', 'tooSmall', 'tooLarge', 'review')),
  -- The reviewer's words to the fan.
  refusal_words  text CHECK (char_length(refusal_words) BETWEEN 3 AND 500),
  begun_at       timestamptz NOT NULL,
  -- When the upload is given up unless it is whole by then.
  expires_at     timestamptz NOT NULL,
  decided_at     timestamptz,
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
CREATE INDEX fan_video_task_idx ON fan_video (task_id);

CREATE FUNCTION fan_video_bytes(v fan_video) RETURNS bigint LANGUAGE sql IMMUTABLE
RETURN CASE WHEN v.state IN ('refused', 'withdrawn') THEN 0 ELSE v.size_bytes END;

CREATE FUNCTION count_fan_video_bytes() RETURNS trigger LANGUAGE plpgsql
SET search_path = public, pg_temp AS $$
DECLARE
  v_more bigint := CASE WHEN TG_OP = 'DELETE' THEN 0 ELSE fan_video_bytes(NEW) END
                 - CASE WHEN TG_OP = 'INSERT' THEN 0 ELSE fan_video_bytes(OLD) END;
BEGIN
  IF v_more <> 0 THEN
    UPDATE fan_video_disk SET used_bytes = used_bytes + v_more;
  END IF;
  RETURN NULL;
END
$$;
CREATE TRIGGER fan_video_bytes_are_counted AFTER INSERT OR DELETE OR UPDATE OF state, size_bytes ON fan_video
  FOR EACH ROW EXECUTE FUNCTION count_fan_video_bytes();

-- The rewards of accepted videos: one for each fan, task and occurrence, however many videos there were. It outlives the
-- video, which its fan may take away at any time.
CREATE TABLE fan_video_reward (
  fan_id     bigint NOT NULL REFERENCES fan,
  task_id    text NOT NULL REFERENCES task,
  occurrence text NOT NULL,
  video_id   text NOT NULL UNIQUE,
  points     bigint NOT NULL CHECK (points BETWEEN 1 AND 1000000000),
  -- The idempotency key of the reward in the ledger; it derives from fan, task and occurrence.
  key        uuid NOT NULL UNIQUE,
  paid_at    timestamptz NOT NULL,
  PRIMARY KEY (fan_id, task_id, occurrence)
);
