-- Openings are drawn after the transaction that paid and bound them, in the order of their nonces, each once. Openings
-- without a binding come from the release before, which draws in the payment's transaction: never before one that waits.
CREATE OR REPLACE FUNCTION draw_after_payment() RETURNS trigger LANGUAGE plpgsql
SET search_path = public, pg_temp AS $$
DECLARE
  v_bound record;
BEGIN
  SELECT n.first_nonce, n.num, n.since_after, n.paid_in INTO STRICT v_bound
    FROM participation n WHERE n.id = NEW.participation_id;
  IF v_bound.first_nonce IS NOT NULL THEN
    IF v_bound.paid_in = pg_current_xact_id() THEN
      RAISE EXCEPTION 'opening % of % is drawn before its payment is committed', NEW.nonce, NEW.campaign_id
        USING ERRCODE = 'restrict_violation';
    END IF;
    IF v_bound.since_after IS NOT NULL OR NEW.nonce NOT BETWEEN v_bound.first_nonce AND v_bound.first_nonce + v_bound.num - 1 THEN
      RAISE EXCEPTION 'opening % of % is not one that was paid and waits', NEW.nonce, NEW.campaign_id
        USING ERRCODE = 'restrict_violation';
    END IF;
    IF NEW.nonce > v_bound.first_nonce
       AND NOT EXISTS (SELECT FROM campaign_opening o WHERE o.campaign_id = NEW.campaign_id AND o.nonce = NEW.nonce - 1) THEN
      RAISE EXCEPTION 'opening % of % is drawn before the one that precedes it', NEW.nonce, NEW.campaign_id
        USING ERRCODE = 'restrict_violation';
    END IF;
  ELSIF EXISTS (SELECT FROM participation n WHERE n.campaign_id = NEW.campaign_id
                   AND n.first_nonce IS NOT NULL AND n.since_after IS NULL) THEN
    RAISE EXCEPTION 'openings of % are paid and wait for their draw', NEW.campaign_id USING ERRCODE = 'restrict_violation';
  END IF;
  RETURN NEW;
END $$;

CREATE OR REPLACE TRIGGER campaign_opening_after_payment BEFORE INSERT ON campaign_opening
  FOR EACH ROW EXECUTE FUNCTION draw_after_payment();
