-- An order with a piece that is minted, or may be, cannot fail: its refund could pay for a piece in somebody's wallet.
CREATE OR REPLACE FUNCTION minted_order_is_never_refunded() RETURNS trigger LANGUAGE plpgsql
SET search_path = public, pg_temp AS $$
BEGIN
  IF EXISTS (SELECT FROM nft_mint m WHERE m.order_id = NEW.id) THEN
    RAISE EXCEPTION 'order % has pieces that are minted', NEW.id;
  END IF;
  RETURN NEW;
END $$;

CREATE OR REPLACE TRIGGER mall_order_with_mint_stays BEFORE UPDATE OF state ON mall_order
  FOR EACH ROW WHEN (NEW.state IN ('failed', 'refunded')) EXECUTE FUNCTION minted_order_is_never_refunded();
