-- Orders and payments never change; the state goes from paid to processing, then to done, or to failed and refunded.
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
