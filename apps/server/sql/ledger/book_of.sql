-- The book of a transfer other than a vote: the month in its version-7 key, so that a late repeat finds the same book.
-- Keys without a time, or older than the ledger, share book 0.
CREATE OR REPLACE FUNCTION ledger.book_of(p_key uuid) RETURNS integer LANGUAGE plpgsql STABLE SET search_path = ledger, pg_temp AS $$
DECLARE
  hex   text := replace(p_key::text, '-', '');
  month integer;
BEGIN
  IF substr(hex, 13, 1) <> '7' THEN
    RETURN 0;
  END IF;
  month := to_char(to_timestamp(('x' || substr(hex, 1, 12))::bit(48)::bigint / 1000.0) AT TIME ZONE 'UTC', 'YYYYMM')::integer;
  IF month < (SELECT b.month FROM ledger.beginning b) THEN
    RETURN 0;
  END IF;
  RETURN month;
END $$;
REVOKE EXECUTE ON FUNCTION ledger.book_of FROM PUBLIC;
GRANT EXECUTE ON FUNCTION ledger.book_of TO lightstick_app;
