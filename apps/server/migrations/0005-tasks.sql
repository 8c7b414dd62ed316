-- Tasks, the visits of their links, and the rewards claimed for them.

CREATE TABLE task (
  id             text PRIMARY KEY,
  type_id        integer NOT NULL CHECK (type_id > 0),
  tab            text NOT NULL CHECK (tab IN ('visitingTasks', 'luckyTasks', 'supportTasks', 'promotionalTasks',
                                              'bindTasks', 'twitterTasks', 'discordTasks')),
  title          jsonb NOT NULL CHECK (is_text_in_both_languages(title)),
  description    jsonb NOT NULL CHECK (is_text_in_both_languages(description)),
  reward         bigint NOT NULL CHECK (reward BETWEEN 1 AND 1000000000),
  -- Rewards of the seven days of a check-in streak, null for other tasks.
  streak_rewards bigint[] CHECK (cardinality(streak_rewards) = 7 AND 1 <= ALL (streak_rewards)
                                 AND 1000000000 >= ALL (streak_rewards)),
  period         text NOT NULL CHECK (period IN ('once', 'daily', 'weekly')),
  -- [{ "linkType", "label": {…}, "url" }]
  links          jsonb NOT NULL DEFAULT '[]' CHECK (jsonb_typeof(links) = 'array'),
  dwell_seconds  integer NOT NULL DEFAULT 0 CHECK (dwell_seconds BETWEEN 0 AND 600),
  opens_at       timestamptz,
  ends_at        timestamptz CHECK (ends_at > opens_at),
  position       integer NOT NULL,
  retired        boolean NOT NULL DEFAULT false,
  -- Type 2 is the check-in; 15, 23 and 25 are the search-link types; the others named here visit one page.
  CONSTRAINT task_check_in_is_a_daily_streak CHECK ((type_id = 2) = (streak_rewards IS NOT NULL)
                                                    AND (type_id <> 2 OR period = 'daily')),
  CONSTRAINT task_links_fit_its_type CHECK (CASE
    WHEN type_id IN (15, 23, 25) THEN
      jsonb_path_query_array(links, '$[*].linkType') @> '["rankSearch", "homepage", "channel"]' AND jsonb_array_length(links) = 3
    WHEN type_id IN (13, 36, 38, 42, 54, 55, 56, 62, 75, 85, 88) THEN
      jsonb_path_query_array(links, '$[*].linkType') = '["page"]'
    ELSE true END)
);

-- `occurrence` names the stretch in which a task can be done once: 'once', a day '2026-11-21' or a week '2026-W47'.
-- The keys begin with fan and occurrence because the task page reads all tasks of a fan in the running occurrences.
CREATE TABLE task_visit (
  fan_id     bigint NOT NULL REFERENCES fan ON DELETE CASCADE,
  occurrence text NOT NULL,
  task_id    text NOT NULL REFERENCES task,
  link_type  text NOT NULL CHECK (link_type IN ('page', 'rankSearch', 'homepage', 'channel')),
  viewed_at  timestamptz NOT NULL,
  PRIMARY KEY (fan_id, occurrence, task_id, link_type)
);

CREATE TABLE task_claim (
  fan_id     bigint NOT NULL REFERENCES fan,
  occurrence text NOT NULL,
  task_id    text NOT NULL REFERENCES task,
  points     bigint NOT NULL CHECK (points > 0),
  -- Which of the seven days of a streak this claim was.
  streak_day integer CHECK (streak_day BETWEEN 1 AND 7),
  -- The idempotency key of the reward in the ledger; it derives from fan, task and occurrence.
  key        uuid NOT NULL UNIQUE,
  claimed_at timestamptz NOT NULL,
  PRIMARY KEY (fan_id, occurrence, task_id)
);
