-- Tasks: requirements, visits of links, claimed rewards, and the limits that prevent abuse.

-- Defined by a content pack. `least_account_days` and `least_earned` are requirements on the account, `regions` on where
-- the fan is (ISO 3166-1); null requires nothing.
CREATE TABLE task (
  id                 text PRIMARY KEY,
  type_id            integer NOT NULL CHECK (type_id > 0),
  tab                text NOT NULL CHECK (tab IN ('visitingTasks', 'luckyTasks', 'supportTasks', 'promotionalTasks',
                                                  'bindTasks', 'twitterTasks', 'discordTasks')),
  title              jsonb NOT NULL CHECK (is_text_in_both_languages(title)),
  description        jsonb NOT NULL CHECK (is_text_in_both_languages(description)),
  reward             bigint NOT NULL CHECK (reward BETWEEN 1 AND 1000000000),
  -- Rewards of the seven days of a check-in streak, null for other tasks.
  streak_rewards     bigint[] CHECK (cardinality(streak_rewards) = 7 AND 1 <= ALL (streak_rewards)
                                     AND 1000000000 >= ALL (streak_rewards)),
  period             text NOT NULL CHECK (period IN ('once', 'daily', 'weekly')),
  -- [{ "linkType", "label": {…}, "url" }]
  links              jsonb NOT NULL DEFAULT '[]' CHECK (jsonb_typeof(links) = 'array'),
  dwell_seconds      integer NOT NULL DEFAULT 0 CHECK (dwell_seconds BETWEEN 0 AND 600),
  opens_at           timestamptz,
  ends_at            timestamptz CHECK (ends_at > opens_at),
  position           integer NOT NULL,
  retired            boolean NOT NULL DEFAULT false,
  -- { "url", "parameter": the query parameter that names the fan, or null where the url has a place for it }. A form task
  -- without it cannot be done.
  form               jsonb,
  -- The total of Points a task may give away; null for no limit.
  budget             bigint CHECK (budget BETWEEN 0 AND 1000000000000),
  least_account_days integer CHECK (least_account_days BETWEEN 1 AND 3650),
  least_earned       bigint CHECK (least_earned BETWEEN 1 AND 1000000000),
  regions            text[] CHECK (cardinality(regions) > 0 AND array_to_string(regions, ' ', '?') ~ '^[A-Z]{2}( [A-Z]{2})*$'),
  quiz_id            text,
  -- Its election.
  activity_id        text REFERENCES activity,
  -- The number of friends an invite task requires.
  goal               integer NOT NULL DEFAULT 1 CHECK (goal BETWEEN 1 AND 100),
  -- The specification's ids; ours begin at 101.
  CONSTRAINT task_type_is_known CHECK (type_id IN (
    2, 8, 9, 10, 13, 15, 16, 23, 25, 30, 31, 32, 33, 34, 35, 36, 37, 38, 39, 40, 41, 42, 43, 44, 47, 49, 50, 53, 54, 55, 56,
    62, 75, 76, 77, 78, 79, 85, 87, 88, 90, 101, 102)),
  -- Type 2 is the check-in; 15, 23 and 25 are the search-link types; the others named here visit one page.
  CONSTRAINT task_check_in_is_a_daily_streak CHECK ((type_id = 2) = (streak_rewards IS NOT NULL)
                                                    AND (type_id <> 2 OR period = 'daily')),
  CONSTRAINT task_links_fit_its_type CHECK (CASE
    WHEN type_id IN (15, 23, 25) THEN
      jsonb_path_query_array(links, '$[*].linkType') @> '["rankSearch", "homepage", "channel"]' AND jsonb_array_length(links) = 3
    WHEN type_id IN (13, 36, 38, 42, 54, 55, 56, 62, 75, 85, 88) THEN
      jsonb_path_query_array(links, '$[*].linkType') = '["page"]'
    ELSE true END),
  CONSTRAINT task_form_fits_its_type CHECK (
    form IS NULL OR (
      type_id IN (16, 30, 31, 32, 33, 34, 37, 39, 40, 41, 43, 44, 47, 53, 77, 78, 79, 87)
      AND (form ->> 'url' LIKE 'https://_%' OR form ->> 'url' = '/dev/form')
      AND (form ->> 'parameter' IS NULL) = (form ->> 'url' LIKE '%{parameter}%'))
  ),
  -- Type 49 is the quiz.
  CONSTRAINT task_quiz_fits_its_type CHECK (quiz_id IS NULL OR type_id = 49),
  -- Type 35 asks for friends.
  CONSTRAINT task_goal_is_of_an_invite CHECK (goal = 1 OR type_id = 35)
);
REVOKE INSERT, UPDATE, DELETE ON task FROM lightstick_app;

-- `occurrence` is the time in which a task can be done once: 'once', a day '2026-11-21' or a week '2026-W47'. Keys begin
-- with fan and occurrence because the task page reads all tasks of a fan in the current occurrences.
CREATE TABLE task_visit (
  fan_id     bigint NOT NULL REFERENCES fan ON DELETE CASCADE,
  occurrence text NOT NULL,
  task_id    text NOT NULL REFERENCES task,
  link_type  text NOT NULL CHECK (link_type IN ('page', 'rankSearch', 'homepage', 'channel')),
  viewed_at  timestamptz NOT NULL,
  PRIMARY KEY (fan_id, occurrence, task_id, link_type)
);
-- For participations, newest first.
CREATE INDEX task_visit_newest_idx ON task_visit (fan_id, viewed_at DESC);

-- A claim is paid at once or held for review. A held claim keeps its part of the budget, is paid or refused once, and
-- lapses when its fan is erased. `held_for` and `release_at` stay as history.
CREATE TABLE task_claim (
  fan_id     bigint NOT NULL REFERENCES fan,
  occurrence text NOT NULL,
  task_id    text NOT NULL REFERENCES task,
  points     bigint NOT NULL CHECK (points > 0),
  -- The day of the streak, 1 to 7.
  streak_day integer CHECK (streak_day BETWEEN 1 AND 7),
  -- The idempotency key of the reward in the ledger, derived from fan, task and occurrence.
  key        uuid NOT NULL UNIQUE,
  claimed_at timestamptz NOT NULL,
  state      text NOT NULL DEFAULT 'awarded' CHECK (state IN ('awarded', 'held', 'refused', 'lapsed')),
  held_for   text CHECK (held_for IN ('claimsInHurry', 'visitsInHurry', 'sharedDevice', 'sharedNetwork')),
  -- When an undecided claim is paid.
  release_at timestamptz CHECK (release_at >= claimed_at),
  settled_at timestamptz CHECK (settled_at >= claimed_at),
  -- The operator's reason of a refusal, for the fan.
  refusal    jsonb CHECK (is_text_in_both_languages(refusal)),
  PRIMARY KEY (fan_id, occurrence, task_id),
  CONSTRAINT task_claim_held_for_a_reason CHECK ((held_for IS NULL) = (release_at IS NULL)
                                                 AND (state = 'awarded' OR held_for IS NOT NULL)),
  CONSTRAINT task_claim_settled_in_the_end CHECK ((settled_at IS NULL) = (held_for IS NULL OR state = 'held')),
  CONSTRAINT task_claim_refused_with_words CHECK ((state = 'refused') = (refusal IS NOT NULL))
);
CREATE INDEX task_claim_held_idx ON task_claim (release_at, key) WHERE state = 'held';
CREATE INDEX task_claim_not_awarded_idx ON task_claim (fan_id) WHERE state <> 'awarded';
CREATE INDEX task_claim_newest_idx ON task_claim (fan_id, claimed_at DESC);
REVOKE DELETE ON task_claim FROM lightstick_app;

-- The unspent budget in eight shards, so that claims of one task do not wait for each other while there is plenty.
-- `paid_elsewhere` is what other modules paid from it. Functions of sql/tasks maintain it. Locks: a claim locks one shard,
-- or all in order, and afterwards only the ledger.
CREATE TABLE task_budget_shard (
  task_id        text NOT NULL REFERENCES task,
  shard          smallint NOT NULL CHECK (shard BETWEEN 0 AND 7),
  unspent        bigint,
  paid_elsewhere bigint NOT NULL DEFAULT 0 CHECK (paid_elsewhere >= 0),
  PRIMARY KEY (task_id, shard),
  CONSTRAINT task_budget_never_exceeded CHECK (unspent >= 0)
);
REVOKE INSERT, DELETE ON task_budget_shard FROM lightstick_app;

-- Claims on a day of the platform: of a fan, on a device, from a network, and of one task on a device and from a network.
-- The subject is an HMAC-SHA-256, deleted after two days. A limit is stored beside the count so that a CHECK enforces it.
-- Locks: a claim counts in the order of the kinds here, the first three before any other lock, the network's right before
-- the budget, because many fans share a network.
CREATE TABLE claim_count (
  kind         text NOT NULL CHECK (kind IN ('fan', 'device', 'taskOnDevice', 'network', 'taskFromNetwork')),
  subject_hash bytea NOT NULL CHECK (octet_length(subject_hash) = 32),
  day          date NOT NULL,
  claims       integer NOT NULL CHECK (claims > 0),
  most_claims  integer,
  PRIMARY KEY (subject_hash, day, kind),
  CONSTRAINT claim_limit_never_exceeded CHECK (claims <= most_claims)
);
CREATE INDEX claim_count_day_idx ON claim_count (day);

-- The limits of a content pack; the defaults hold until a pack sets them.
CREATE TABLE claim_terms (
  is_only_row              boolean PRIMARY KEY DEFAULT true CHECK (is_only_row),
  -- Claims on one day.
  most_of_fan              integer NOT NULL DEFAULT 100 CHECK (most_of_fan > 0),
  most_on_device           integer NOT NULL DEFAULT 200 CHECK (most_on_device > 0),
  most_from_network        integer NOT NULL DEFAULT 20000 CHECK (most_from_network > 0),
  -- Claims or begun visits of a fan within a number of seconds; the next one is held.
  hurry_seconds            integer NOT NULL DEFAULT 3 CHECK (hurry_seconds BETWEEN 1 AND 60),
  hurry_most               integer NOT NULL DEFAULT 8 CHECK (hurry_most > 0),
  -- Accounts that claim the same task on one day; the next one is held.
  accounts_on_device       integer NOT NULL DEFAULT 3 CHECK (accounts_on_device > 0),
  accounts_from_network    integer NOT NULL DEFAULT 500 CHECK (accounts_from_network > 0),
  hold_hours               integer NOT NULL DEFAULT 72 CHECK (hold_hours BETWEEN 1 AND 720)
);
INSERT INTO claim_terms DEFAULT VALUES;
REVOKE INSERT, UPDATE, DELETE ON claim_terms FROM lightstick_app;

-- A fan's form at another site, for one occurrence of a task.
CREATE TABLE form_entry (
  fan_id       bigint NOT NULL REFERENCES fan ON DELETE CASCADE,
  occurrence   text NOT NULL,
  task_id      text NOT NULL REFERENCES task,
  -- The form gets this instead of the fan's identity.
  ticket       uuid NOT NULL UNIQUE DEFAULT gen_random_uuid(),
  -- When the fan first opened the form; null if an operator confirmed an entry that came by another way.
  opened_at    timestamptz,
  confirmed_at timestamptz,
  confirmed_by text CHECK (confirmed_by IN ('provider', 'operator')),
  PRIMARY KEY (fan_id, occurrence, task_id),
  CONSTRAINT form_entry_confirmed_by_somebody CHECK (num_nulls(confirmed_at, confirmed_by) IN (0, 2))
);
