-- Creates the partition of a book. Attaching it, instead of creating it in place, does not block readers and voters of
-- other books.
CREATE OR REPLACE FUNCTION ledger.open_book(p_book integer) RETURNS void LANGUAGE plpgsql SET search_path = ledger, pg_temp AS $$
DECLARE
  partition text := 'transfer_' || p_book;
BEGIN
  PERFORM pg_advisory_xact_lock(7701, p_book);
  IF to_regclass('ledger.' || partition) IS NOT NULL THEN
    RETURN;
  END IF;
  EXECUTE format('CREATE TABLE ledger.%I (LIKE ledger.transfer INCLUDING DEFAULTS INCLUDING CONSTRAINTS)', partition);
  EXECUTE format('ALTER TABLE ledger.%I ADD CONSTRAINT book_is CHECK (book = %s)', partition, p_book);
  EXECUTE format('ALTER TABLE ledger.transfer ATTACH PARTITION ledger.%I FOR VALUES IN (%s)', partition, p_book);
  EXECUTE format('CREATE INDEX ON ledger.%I (xid, id)', partition);
  EXECUTE format('GRANT SELECT ON ledger.%I TO lightstick_app', partition);
END $$;
REVOKE EXECUTE ON FUNCTION ledger.open_book FROM PUBLIC;
