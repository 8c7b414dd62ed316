-- Functions and triggers of the other domains.

SET LOCAL check_function_bodies = off;

-- Adds a job in the caller's transaction. The queue belongs to the owner, so the application is given this one door.
-- Of jobs that wait under one key there is only the last, so that asking again adds none.
CREATE OR REPLACE FUNCTION enqueue_job(p_name text, p_payload json, p_max_attempts integer, p_key text) RETURNS void
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  PERFORM graphile_worker.add_job(p_name, p_payload, max_attempts => p_max_attempts, job_key => p_key);
END
$$;
REVOKE EXECUTE ON FUNCTION enqueue_job FROM PUBLIC;
GRANT EXECUTE ON FUNCTION enqueue_job TO lightstick_app;

-- Queues another run of a scheduled job, under the queue and the key of its schedule: no two runs overlap, and only one waits.
CREATE OR REPLACE FUNCTION enqueue_next_run(p_name text, p_payload json) RETURNS void
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  PERFORM graphile_worker.add_job(p_name, p_payload, queue_name => p_name, job_key => p_name);
END
$$;
REVOKE EXECUTE ON FUNCTION enqueue_next_run FROM PUBLIC;
GRANT EXECUTE ON FUNCTION enqueue_next_run TO lightstick_app;

-- Forgets jobs that have failed for good. What they carried, and why they failed, may name somebody. The queue belongs to
-- the owner, so the application is given this one door.
CREATE OR REPLACE FUNCTION forget_failed_jobs(p_due_before timestamptz) RETURNS integer
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
DECLARE
  v_forgotten integer;
BEGIN
  DELETE FROM graphile_worker._private_jobs
   WHERE attempts >= max_attempts AND locked_at IS NULL AND run_at < p_due_before;
  GET DIAGNOSTICS v_forgotten = ROW_COUNT;
  RETURN v_forgotten;
END
$$;
REVOKE EXECUTE ON FUNCTION forget_failed_jobs FROM PUBLIC;
GRANT EXECUTE ON FUNCTION forget_failed_jobs TO lightstick_app;

-- What operators have done is append-only.
CREATE OR REPLACE FUNCTION refuse_change_of_acts() RETURNS trigger LANGUAGE plpgsql
SET search_path = public, pg_temp AS $$
BEGIN
  RAISE EXCEPTION 'operator_act is append-only';
END $$;

CREATE OR REPLACE TRIGGER operator_act_append_only BEFORE UPDATE OR DELETE ON operator_act
  FOR EACH ROW EXECUTE FUNCTION refuse_change_of_acts();

CREATE OR REPLACE TRIGGER operator_act_never_emptied BEFORE TRUNCATE ON operator_act
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change_of_acts();

-- Of an offer without a stock nobody counts what was exchanged: fans would wait for each other at its row. When it is given
-- a stock it counts on from the sum of its fans' counts. Whoever exchanges one without a stock shares the lock (of class 7707,
-- by offer), so that the sum has every exchange that was under way.
CREATE OR REPLACE FUNCTION count_exchanged_of_stock() RETURNS trigger LANGUAGE plpgsql
SET search_path = public, pg_temp AS $$
BEGIN
  PERFORM pg_advisory_xact_lock(7707, hashtext(NEW.id));
  SELECT coalesce(sum(f.exchanged), 0) INTO NEW.exchanged FROM offer_fan f WHERE f.offer_id = NEW.id;
  RETURN NEW;
END $$;

CREATE OR REPLACE TRIGGER offer_stock_counts BEFORE UPDATE OF stock ON offer
  FOR EACH ROW WHEN (OLD.stock IS NULL AND NEW.stock IS NOT NULL) EXECUTE FUNCTION count_exchanged_of_stock();

-- What was ordered and paid never changes, and an order goes one way: paid, processing, then done, or failed and refunded.
CREATE OR REPLACE FUNCTION mall_order_goes_one_way() RETURNS trigger LANGUAGE plpgsql
SET search_path = public, pg_temp AS $$
BEGIN
  IF (OLD.fan_id, OLD.kind, OLD.vote_pack_id, OLD.nft_edition_id, OLD.num, OLD.paid, OLD.votes, OLD.asset, OLD.key, OLD.ordered_at)
     IS DISTINCT FROM
     (NEW.fan_id, NEW.kind, NEW.vote_pack_id, NEW.nft_edition_id, NEW.num, NEW.paid, NEW.votes, NEW.asset, NEW.key, NEW.ordered_at) THEN
    RAISE EXCEPTION 'what was ordered does not change';
  END IF;
  IF (OLD.state, NEW.state) NOT IN
     (('paid', 'processing'), ('processing', 'done'), ('processing', 'failed'), ('failed', 'refunded')) THEN
    RAISE EXCEPTION 'an order that is % does not become %', OLD.state, NEW.state;
  END IF;
  RETURN NEW;
END $$;

CREATE OR REPLACE TRIGGER mall_order_one_way BEFORE UPDATE ON mall_order FOR EACH ROW EXECUTE FUNCTION mall_order_goes_one_way();

-- Pieces come and go with the size of their edition, and with nothing else.
CREATE OR REPLACE FUNCTION nft_edition_has_its_pieces() RETURNS trigger LANGUAGE plpgsql
SET search_path = public, pg_temp AS $$
BEGIN
  DELETE FROM nft_piece WHERE edition_id = NEW.id AND order_id IS NULL AND serial > NEW.size;
  IF EXISTS (SELECT FROM nft_piece WHERE edition_id = NEW.id AND serial > NEW.size) THEN
    RAISE EXCEPTION 'pieces of edition % above % are taken', NEW.id, NEW.size;
  END IF;
  INSERT INTO nft_piece (edition_id, serial) SELECT NEW.id, serial FROM generate_series(1, NEW.size) AS serial
    ON CONFLICT DO NOTHING;
  RETURN NULL;
END $$;

CREATE OR REPLACE TRIGGER nft_edition_pieces AFTER INSERT OR UPDATE OF size ON nft_edition
  FOR EACH ROW EXECUTE FUNCTION nft_edition_has_its_pieces();

-- A task that comes without claims has all of its budget left. A budget that changes keeps what was spent of it; one that
-- is given to an older task finds its claims spent.
CREATE OR REPLACE FUNCTION budget_task() RETURNS trigger LANGUAGE plpgsql
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

CREATE OR REPLACE TRIGGER task_has_its_budget AFTER INSERT OR UPDATE OF budget ON task FOR EACH ROW EXECUTE FUNCTION budget_task();

-- Keeps the sums of fan_video_disk. An unfinished upload takes its room when it is announced.
CREATE OR REPLACE FUNCTION count_fan_video_bytes() RETURNS trigger LANGUAGE plpgsql
SET search_path = public, pg_temp AS $$
DECLARE
  v_more       bigint := CASE WHEN TG_OP = 'DELETE' THEN 0 ELSE fan_video_bytes(NEW) END
                       - CASE WHEN TG_OP = 'INSERT' THEN 0 ELSE fan_video_bytes(OLD) END;
  v_unfinished bigint := CASE WHEN TG_OP <> 'DELETE' AND NEW.state = 'uploading' THEN NEW.size_bytes ELSE 0 END
                       - CASE WHEN TG_OP <> 'INSERT' AND OLD.state = 'uploading' THEN OLD.size_bytes ELSE 0 END;
BEGIN
  IF v_more <> 0 OR v_unfinished <> 0 THEN
    UPDATE fan_video_disk SET used_bytes = used_bytes + v_more, unfinished_bytes = unfinished_bytes + v_unfinished;
  END IF;
  RETURN NULL;
END
$$;

CREATE OR REPLACE TRIGGER fan_video_bytes_are_counted AFTER INSERT OR DELETE OR UPDATE OF state, size_bytes ON fan_video
  FOR EACH ROW EXECUTE FUNCTION count_fan_video_bytes();

-- What a video takes of the disk: nothing once its file is removed.
CREATE OR REPLACE FUNCTION fan_video_bytes(v fan_video) RETURNS bigint LANGUAGE sql IMMUTABLE
RETURN CASE WHEN v.state IN ('refused', 'withdrawn') THEN 0 ELSE v.size_bytes END;

-- A claim that is not held stays as it is, and of a held one only its settling is written.
CREATE OR REPLACE FUNCTION guard_task_claim() RETURNS trigger LANGUAGE plpgsql
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

CREATE OR REPLACE TRIGGER task_claim_settled_once BEFORE UPDATE ON task_claim FOR EACH ROW EXECUTE FUNCTION guard_task_claim();

-- An attempt is marked by the edition that was asked, so no edition changes.
CREATE OR REPLACE FUNCTION refuse_change_of_edition() RETURNS trigger LANGUAGE plpgsql
SET search_path = public, pg_temp AS $$
BEGIN
  RAISE EXCEPTION 'an edition of a quiz never changes' USING ERRCODE = 'restrict_violation';
END
$$;

CREATE OR REPLACE TRIGGER quiz_edition_stands BEFORE UPDATE OR DELETE ON quiz_edition
  FOR EACH ROW EXECUTE FUNCTION refuse_change_of_edition();

-- What was confirmed stays so.
CREATE OR REPLACE FUNCTION refuse_unconfirming() RETURNS trigger LANGUAGE plpgsql
SET search_path = public, pg_temp AS $$
BEGIN
  RAISE EXCEPTION 'a confirmed form entry never changes' USING ERRCODE = 'restrict_violation';
END $$;

CREATE OR REPLACE TRIGGER form_entry_stays_confirmed BEFORE UPDATE ON form_entry
  FOR EACH ROW WHEN (OLD.confirmed_at IS NOT NULL
                     AND (NEW.confirmed_at, NEW.confirmed_by, NEW.ticket)
                         IS DISTINCT FROM (OLD.confirmed_at, OLD.confirmed_by, OLD.ticket))
  EXECUTE FUNCTION refuse_unconfirming();

-- Gives back what was taken for a claim that is not paid after all.
CREATE OR REPLACE FUNCTION return_to_task_budget(p_task text, p_points bigint) RETURNS void LANGUAGE sql
SET search_path = public, pg_temp AS $$
  UPDATE task_budget_shard SET unspent = unspent + p_points WHERE task_id = p_task AND shard = pg_backend_pid() % 8
$$;

-- Spreads what is left of a budget evenly over its shards, which must be locked.
CREATE OR REPLACE FUNCTION spread_task_budget(p_task text, p_unspent bigint) RETURNS void LANGUAGE sql
SET search_path = public, pg_temp AS $$
  UPDATE task_budget_shard SET unspent = p_unspent / 8 + CASE WHEN shard < p_unspent % 8 THEN 1 ELSE 0 END
   WHERE task_id = p_task
$$;

-- Takes Points from a budget. False when they do not fit any more, and then nothing is taken.
CREATE OR REPLACE FUNCTION take_from_task_budget(p_task text, p_points bigint, p_elsewhere boolean) RETURNS boolean
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
