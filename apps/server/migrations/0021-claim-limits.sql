-- What keeps claims from being abused: budgets, what a task demands of a fan, limits of a day, and claims that are held.

-- Points that a task may give away in all. Null only for tasks from before there were budgets, until a pack gives one.
-- `least_account_days` and `least_earned` are what an account must have behind it, `regions` where its fan must be
-- (ISO 3166-1); null demands nothing.
ALTER TABLE task
  ADD COLUMN budget bigint CHECK (budget BETWEEN 0 AND 1000000000000),
  ADD COLUMN least_account_days integer CHECK (least_account_days BETWEEN 1 AND 3650),
  ADD COLUMN least_earned bigint CHECK (least_earned BETWEEN 1 AND 1000000000),
  ADD COLUMN regions text[] CHECK (cardinality(regions) > 0 AND array_to_string(regions, ' ', '?') ~ '^[A-Z]{2}( [A-Z]{2})*$');

-- What is left of a budget, in eight shards, so that claims of one task do not wait for each other's commits as long as
-- there is plenty. `paid_elsewhere` is what other modules paid of it themselves.
-- Locks: a claim takes one shard, or all of them in order; afterwards it takes nothing but the ledger's locks.
CREATE TABLE task_budget_shard (
  task_id        text NOT NULL REFERENCES task,
  shard          smallint NOT NULL CHECK (shard BETWEEN 0 AND 7),
  unspent        bigint,
  paid_elsewhere bigint NOT NULL DEFAULT 0 CHECK (paid_elsewhere >= 0),
  PRIMARY KEY (task_id, shard),
  CONSTRAINT task_budget_never_exceeded CHECK (unspent >= 0)
);

-- Spreads what is left of a budget evenly over its shards, which must be locked.
CREATE FUNCTION spread_task_budget(p_task text, p_unspent bigint) RETURNS void LANGUAGE sql
SET search_path = public, pg_temp AS $$
  UPDATE task_budget_shard SET unspent = p_unspent / 8 + CASE WHEN shard < p_unspent % 8 THEN 1 ELSE 0 END
   WHERE task_id = p_task
$$;

-- Takes Points from a budget. False when they do not fit any more, and then nothing is taken.
CREATE FUNCTION take_from_task_budget(p_task text, p_points bigint, p_elsewhere boolean) RETURNS boolean
LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
DECLARE
  v_shard   smallint := pg_backend_pid() % 8;
  v_here    bigint := CASE WHEN p_elsewhere THEN p_points ELSE 0 END;
  v_unspent bigint;
BEGIN
  UPDATE task_budget_shard SET unspent = unspent - p_points, paid_elsewhere = paid_elsewhere + v_here
   WHERE task_id = p_task AND shard = v_shard AND (unspent IS NULL OR unspent >= p_points);
  IF FOUND THEN
    RETURN true;
  END IF;
  -- Of what is sold out nobody needs to queue for the shards.
  IF (SELECT sum(unspent) >= p_points FROM task_budget_shard WHERE task_id = p_task) IS NOT TRUE THEN
    RETURN false;
  END IF;
  PERFORM FROM task_budget_shard WHERE task_id = p_task ORDER BY shard FOR NO KEY UPDATE;
  SELECT sum(unspent) INTO v_unspent FROM task_budget_shard WHERE task_id = p_task;
  IF v_unspent < p_points THEN
    RETURN false;
  END IF;
  PERFORM spread_task_budget(p_task, v_unspent - p_points);
  UPDATE task_budget_shard SET paid_elsewhere = paid_elsewhere + v_here WHERE task_id = p_task AND shard = v_shard;
  RETURN true;
END
$$;

-- Gives back what was taken for a claim that is not paid after all.
CREATE FUNCTION return_to_task_budget(p_task text, p_points bigint) RETURNS void LANGUAGE sql
SET search_path = public, pg_temp AS $$
  UPDATE task_budget_shard SET unspent = unspent + p_points WHERE task_id = p_task AND shard = pg_backend_pid() % 8
$$;

INSERT INTO task_budget_shard (task_id, shard) SELECT id, shard FROM task, generate_series(0, 7) AS shard;

-- A claim is paid at once, or held for somebody to look at. A held one keeps its part of the budget; it is paid or refused
-- once, and lapses when its fan is erased. `held_for` and `release_at` stay, to tell what happened.
ALTER TABLE task_claim
  ADD COLUMN state text NOT NULL DEFAULT 'awarded' CHECK (state IN ('awarded', 'held', 'refused', 'lapsed')),
  ADD COLUMN held_for text CHECK (held_for IN ('claimsInHurry', 'visitsInHurry', 'sharedDevice', 'sharedNetwork')),
  -- When it is paid although nobody has looked.
  ADD COLUMN release_at timestamptz CHECK (release_at >= claimed_at),
  ADD COLUMN settled_at timestamptz CHECK (settled_at >= claimed_at),
  -- Why it was refused, in the operator's words for the fan.
  ADD COLUMN refusal jsonb CHECK (is_text_in_both_languages(refusal)),
  ADD CONSTRAINT task_claim_held_for_a_reason CHECK ((held_for IS NULL) = (release_at IS NULL)
                                                     AND (state = 'awarded' OR held_for IS NOT NULL)),
  ADD CONSTRAINT task_claim_settled_in_the_end CHECK ((settled_at IS NULL) = (held_for IS NULL OR state = 'held')),
  ADD CONSTRAINT task_claim_refused_with_words CHECK ((state = 'refused') = (refusal IS NOT NULL));
CREATE INDEX task_claim_held_idx ON task_claim (release_at, key) WHERE state = 'held';
CREATE INDEX task_claim_not_awarded_idx ON task_claim (fan_id) WHERE state <> 'awarded';

CREATE FUNCTION guard_task_claim() RETURNS trigger LANGUAGE plpgsql
SET search_path = public, pg_temp AS $$
BEGIN
  IF OLD.state <> 'held' OR (NEW.fan_id, NEW.occurrence, NEW.task_id, NEW.points, NEW.key, NEW.claimed_at, NEW.held_for)
      IS DISTINCT FROM (OLD.fan_id, OLD.occurrence, OLD.task_id, OLD.points, OLD.key, OLD.claimed_at, OLD.held_for) THEN
    RAISE EXCEPTION 'Only a held claim is settled, and nothing else of a claim changes'
      USING ERRCODE = 'check_violation', CONSTRAINT = 'task_claim_settled_once';
  END IF;
  RETURN NEW;
END
$$;
CREATE TRIGGER task_claim_settled_once BEFORE UPDATE ON task_claim FOR EACH ROW EXECUTE FUNCTION guard_task_claim();

-- A task that comes without claims has all of its budget left. A budget that changes keeps what was spent of it; one that
-- is given to an older task finds its claims spent.
CREATE FUNCTION budget_task() RETURNS trigger LANGUAGE plpgsql
SET search_path = public, pg_temp AS $$
DECLARE
  v_unspent bigint;
BEGIN
  IF TG_OP = 'INSERT' THEN
    INSERT INTO task_budget_shard (task_id, shard) SELECT NEW.id, s FROM generate_series(0, 7) AS s;
    PERFORM spread_task_budget(NEW.id, NEW.budget);
    RETURN NULL;
  END IF;
  IF NEW.budget IS NOT DISTINCT FROM OLD.budget THEN
    RETURN NULL;
  END IF;
  PERFORM FROM task_budget_shard WHERE task_id = NEW.id ORDER BY shard FOR NO KEY UPDATE;
  v_unspent := NEW.budget - CASE
    WHEN OLD.budget IS NOT NULL THEN OLD.budget - (SELECT sum(unspent) FROM task_budget_shard WHERE task_id = NEW.id)
    ELSE (SELECT coalesce(sum(points), 0) FROM task_claim WHERE task_id = NEW.id AND state IN ('awarded', 'held'))
         + (SELECT sum(paid_elsewhere) FROM task_budget_shard WHERE task_id = NEW.id) END;
  IF v_unspent < 0 THEN
    RAISE EXCEPTION 'The budget % of task % is less than what was spent of it', NEW.budget, NEW.id
      USING ERRCODE = 'check_violation', CONSTRAINT = 'task_budget_never_exceeded';
  END IF;
  PERFORM spread_task_budget(NEW.id, v_unspent);
  RETURN NULL;
END
$$;
CREATE TRIGGER task_has_its_budget AFTER INSERT OR UPDATE OF budget ON task FOR EACH ROW EXECUTE FUNCTION budget_task();

-- How many claims there were on a day of the platform: of a fan, on a device, from a network, and of one task on a device
-- and from a network. The subject is an HMAC-SHA-256, so that a row leads to nobody; a job forgets it after two days.
-- Where there is a limit it stands beside the count, so that a CHECK can hold it.
-- Locks: a claim counts in the order of the kinds here, the first three before it takes anything else, the network's right
-- before the budget: many fans share a network, and should wait for each other no longer than they must.
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

-- What an operator's content pack says of claims; what stands here at first holds until there is one that does.
CREATE TABLE claim_terms (
  is_only_row              boolean PRIMARY KEY DEFAULT true CHECK (is_only_row),
  -- Claims on one day.
  most_of_fan              integer NOT NULL DEFAULT 100 CHECK (most_of_fan > 0),
  most_on_device           integer NOT NULL DEFAULT 200 CHECK (most_on_device > 0),
  most_from_network        integer NOT NULL DEFAULT 20000 CHECK (most_from_network > 0),
  -- A fan's claims, or tasks they began to visit, within so many seconds: one more is held.
  hurry_seconds            integer NOT NULL DEFAULT 3 CHECK (hurry_seconds BETWEEN 1 AND 60),
  hurry_most               integer NOT NULL DEFAULT 8 CHECK (hurry_most > 0),
  -- Accounts that claim the same task on one day: one more is held.
  accounts_on_device       integer NOT NULL DEFAULT 3 CHECK (accounts_on_device > 0),
  accounts_from_network    integer NOT NULL DEFAULT 500 CHECK (accounts_from_network > 0),
  hold_hours               integer NOT NULL DEFAULT 72 CHECK (hold_hours BETWEEN 1 AND 720)
);
INSERT INTO claim_terms DEFAULT VALUES;
