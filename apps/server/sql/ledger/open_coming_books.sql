-- Opens the books from the ledger's first month to two months ahead; called at every start and once a day. It includes
-- months in which nothing ran, because a key may come from any of them.
CREATE OR REPLACE FUNCTION ledger.open_coming_books() RETURNS void LANGUAGE plpgsql SECURITY DEFINER SET search_path = ledger, pg_temp AS $$
DECLARE
  opening date := to_date((SELECT b.month FROM ledger.beginning b)::text, 'YYYYMM');
  latest  date := date_trunc('month', now() AT TIME ZONE 'UTC') + interval '2 months';
BEGIN
  WHILE opening <= latest LOOP
    PERFORM ledger.open_book(to_char(opening, 'YYYYMM')::integer);
    opening := opening + interval '1 month';
  END LOOP;
END $$;
REVOKE EXECUTE ON FUNCTION ledger.open_coming_books FROM PUBLIC;
GRANT EXECUTE ON FUNCTION ledger.open_coming_books TO lightstick_app;

SELECT ledger.open_book(0);
SELECT ledger.open_coming_books();
