-- Pieces are created and deleted only with the size of their edition.
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
