-- Limits that held less than they said: of invites, of the room for fan videos, and of what the application may write.

-- Invites -------------------------------------------------------------------------------------------------------------

-- Whether a fan has had a vote that counts: one that was never set aside, or was released. Votes in quarantine and voided ones
-- earn nobody an invite. Whoever has not voted at all is told apart first, by the key of the accounts: most of those who are
-- asked about have not, and the journal is opened for none of them. Of the others, each period's votes of one fan are a stretch
-- of the journal's own key, of which the first that counts is the answer.
CREATE FUNCTION has_counted_vote(p_fan bigint) RETURNS boolean LANGUAGE plpgsql STABLE COST 1000
SET search_path = public, pg_temp AS $$
BEGIN
  IF NOT EXISTS (SELECT FROM ledger.account a WHERE a.fan = p_fan AND a.day IS NOT NULL) THEN
    RETURN false;
  END IF;
  RETURN EXISTS (
    SELECT FROM ledger.account a
      JOIN ledger.period p ON p.unit = a.unit
     CROSS JOIN LATERAL (
       SELECT FROM ledger.transfer t
        WHERE t.book = p.id AND t.fan = a.fan AND t.unit = a.unit AND t.reason = 10
          AND (t.flag IS NULL
               OR EXISTS (SELECT FROM decided_vote d JOIN vote_decision v ON v.id = d.decision_id
                           WHERE d.vote_id = t.id AND v.verdict = 'released'))
        LIMIT 1) counted
     WHERE a.fan = p_fan AND a.day IS NOT NULL);
END $$;

-- Jobs ----------------------------------------------------------------------------------------------------------------

-- Queues another run of a scheduled job, under the queue and the key of its schedule: no two runs overlap, and only one waits.
CREATE FUNCTION enqueue_next_run(p_name text, p_payload json) RETURNS void
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  PERFORM graphile_worker.add_job(p_name, p_payload, queue_name => p_name, job_key => p_name);
END
$$;
REVOKE ALL ON FUNCTION enqueue_next_run(text, json) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION enqueue_next_run(text, json) TO lightstick_app;

-- Calls that move value -----------------------------------------------------------------------------------------------

-- Answers that are kept for repeats are forgotten by their age.
CREATE INDEX idempotent_request_age_idx ON idempotent_request (created_at);
CREATE INDEX operator_request_age_idx ON operator_request (created_at);

-- Sessions ------------------------------------------------------------------------------------------------------------

-- Those that have expired are forgotten by when they did.
CREATE INDEX session_expiry_idx ON session (expires_at);

-- Offers --------------------------------------------------------------------------------------------------------------

-- Of an offer without a stock nobody counts what was exchanged: fans would wait for each other at its row. When it is given
-- a stock it counts on from the sum of its fans' counts. Whoever exchanges one without a stock shares the lock (of class 7707,
-- by offer), so that the sum has every exchange that was under way.
CREATE FUNCTION count_exchanged_of_stock() RETURNS trigger LANGUAGE plpgsql
SET search_path = public, pg_temp AS $$
BEGIN
  PERFORM pg_advisory_xact_lock(7707, hashtext(NEW.id));
  SELECT coalesce(sum(f.exchanged), 0) INTO NEW.exchanged FROM offer_fan f WHERE f.offer_id = NEW.id;
  RETURN NEW;
END $$;
CREATE TRIGGER offer_stock_counts BEFORE UPDATE OF stock ON offer
  FOR EACH ROW WHEN (OLD.stock IS NULL AND NEW.stock IS NOT NULL) EXECUTE FUNCTION count_exchanged_of_stock();

-- Fan videos ----------------------------------------------------------------------------------------------------------

-- A video may be lost: its file is gone before anybody could look at it. Since when it is missed counts from the first look
-- that did not find it, and ends with one that does.
--
-- Videos are locked before the room that they take, as uploads lock them, and nothing moves while it is counted.
ALTER TABLE fan_video
  ADD COLUMN missing_since timestamptz,
  DROP CONSTRAINT fan_video_refusal_check,
  ADD CONSTRAINT fan_video_refusal_check CHECK (
    refusal IN ('notVideo', 'unreadable', 'tooShort', 'tooLong', 'tooSmall', 'tooLarge', 'lost', 'review'));

-- An upload takes its room when it is announced. How much all unfinished ones may take together is a limit of its own, so
-- that announcing alone cannot fill the disk. The first upload that knows of the limit sets it; those of servers that do not,
-- which are replaced one by one, have the room of all videos until then.
ALTER TABLE fan_video_disk
  ADD COLUMN unfinished_bytes      bigint NOT NULL DEFAULT 0 CHECK (unfinished_bytes >= 0),
  ADD COLUMN most_unfinished_bytes bigint,
  ADD CONSTRAINT fan_video_disk_unfinished_limit_never_exceeded CHECK (unfinished_bytes <= most_unfinished_bytes);
UPDATE fan_video_disk
   SET unfinished_bytes = (SELECT coalesce(sum(size_bytes), 0) FROM fan_video WHERE state = 'uploading');

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

-- Privileges ----------------------------------------------------------------------------------------------------------

-- What fans paid and received explains postings of the ledger, and stays as it was written.
REVOKE UPDATE, DELETE ON ticket_conversion, exchange, cheer, ticket_gift, test_coin_grant, social_reward, fan_video_reward
  FROM lightstick_app;
-- What bounds payments, or explains one that is still to be made, changes but never goes away.
REVOKE DELETE ON conversion_day, invite, task_claim, riddle_unlock, best7_tally, song_nomination_shard, song_vote_day,
  ticket_gift_day, offer_fan, nft_edition_fan FROM lightstick_app;
REVOKE INSERT, DELETE ON task_budget_shard FROM lightstick_app;
-- What can be voted in, bought and won is the operator's content, which the owner applies. Of an offer the application counts
-- what was exchanged, and of a round of riddles what is set aside for who unlocked it.
REVOKE INSERT, UPDATE, DELETE ON activity, candidate, vote_pack, offer, task, claim_terms, gift_terms, invite_terms,
  riddle_round, riddle, riddle_solution, quiz, quiz_edition FROM lightstick_app;
GRANT UPDATE (exchanged) ON offer TO lightstick_app;
GRANT UPDATE (reserved) ON riddle_round TO lightstick_app;

-- Names ---------------------------------------------------------------------------------------------------------------

-- A function finds what it names in its own schemas. A table of the same name that a session makes for itself is looked at
-- last, and whoever works as the application can make none.
ALTER FUNCTION is_text_in_both_languages(jsonb) SET search_path = public, pg_temp;
ALTER FUNCTION ledger.refuse_change() SET search_path = ledger, pg_temp;
DO $$
BEGIN
  EXECUTE format('REVOKE TEMPORARY ON DATABASE %I FROM PUBLIC', current_database());
END $$;
