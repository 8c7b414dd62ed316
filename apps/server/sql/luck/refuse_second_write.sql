-- What is given, revealed, returned or drawn is written once and stays.
CREATE OR REPLACE FUNCTION refuse_second_write() RETURNS trigger LANGUAGE plpgsql
SET search_path = public, pg_temp AS $$
BEGIN
  RAISE EXCEPTION 'a row of % is written once and stays', TG_TABLE_NAME USING ERRCODE = 'restrict_violation';
END $$;

CREATE OR REPLACE TRIGGER packet_share_once BEFORE UPDATE ON packet_share
  FOR EACH ROW WHEN (OLD.fan_id IS NOT NULL) EXECUTE FUNCTION refuse_second_write();
CREATE OR REPLACE TRIGGER packet_once BEFORE UPDATE ON packet
  FOR EACH ROW WHEN (OLD.ended_at IS NOT NULL OR NEW.taken < OLD.taken) EXECUTE FUNCTION refuse_second_write();
CREATE OR REPLACE TRIGGER campaign_once BEFORE UPDATE ON campaign
  FOR EACH ROW WHEN (OLD.ended_at IS NOT NULL OR NEW.nonce < OLD.nonce) EXECUTE FUNCTION refuse_second_write();
CREATE OR REPLACE TRIGGER campaign_prize_once BEFORE UPDATE ON campaign_prize
  FOR EACH ROW WHEN (NEW.drawn < OLD.drawn) EXECUTE FUNCTION refuse_second_write();
CREATE OR REPLACE TRIGGER luck_seed_once BEFORE UPDATE ON luck_seed
  FOR EACH ROW WHEN (OLD.revealed_at IS NOT NULL) EXECUTE FUNCTION refuse_second_write();
CREATE OR REPLACE TRIGGER luck_funding_once BEFORE UPDATE ON luck_funding
  FOR EACH ROW WHEN (OLD.returned IS NOT NULL) EXECUTE FUNCTION refuse_second_write();
CREATE OR REPLACE TRIGGER raffle_draw_once BEFORE UPDATE ON raffle_draw
  FOR EACH ROW WHEN (OLD.drawn_at IS NOT NULL) EXECUTE FUNCTION refuse_second_write();
CREATE OR REPLACE TRIGGER participation_once BEFORE UPDATE ON participation
  FOR EACH ROW WHEN (OLD.since_after IS NOT NULL) EXECUTE FUNCTION refuse_second_write();
