-- Terms of plans, published pools, shares and returns are written once and stay.
CREATE OR REPLACE FUNCTION refuse_change_of_staking() RETURNS trigger LANGUAGE plpgsql
SET search_path = public, pg_temp AS $$
BEGIN
  RAISE EXCEPTION 'a row of % is written once and stays', TG_TABLE_NAME USING ERRCODE = 'restrict_violation';
END $$;

CREATE OR REPLACE TRIGGER staking_plan_once BEFORE UPDATE ON staking_plan
  FOR EACH ROW WHEN ((OLD.periods, OLD.factor, OLD.least, OLD.most, OLD.most_held)
                     IS DISTINCT FROM (NEW.periods, NEW.factor, NEW.least, NEW.most, NEW.most_held))
  EXECUTE FUNCTION refuse_change_of_staking();
CREATE OR REPLACE TRIGGER staking_period_once BEFORE UPDATE ON staking_period
  FOR EACH ROW WHEN (OLD.settled_at IS NOT NULL OR OLD.pool <> NEW.pool
                     OR OLD.closed_at IS NOT NULL AND (OLD.closed_at, OLD.total_weight, OLD.stakers)
                                                      IS DISTINCT FROM (NEW.closed_at, NEW.total_weight, NEW.stakers))
  EXECUTE FUNCTION refuse_change_of_staking();
CREATE OR REPLACE TRIGGER stake_once BEFORE UPDATE ON stake
  FOR EACH ROW WHEN (OLD.returned_at IS NOT NULL) EXECUTE FUNCTION refuse_change_of_staking();
CREATE OR REPLACE TRIGGER stake_bonus_once BEFORE UPDATE ON stake_bonus
  FOR EACH ROW WHEN (OLD.paid_at IS NOT NULL OR (OLD.weight, OLD.share, OLD.fan_id) IS DISTINCT FROM (NEW.weight, NEW.share, NEW.fan_id))
  EXECUTE FUNCTION refuse_change_of_staking();
