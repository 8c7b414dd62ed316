-- Returns the unit by name, and creates it if necessary.
CREATE OR REPLACE FUNCTION ledger.define_unit(p_name text, p_kind text) RETURNS smallint LANGUAGE plpgsql SET search_path = ledger, pg_temp AS $$
DECLARE
  found ledger.unit;
BEGIN
  INSERT INTO ledger.unit (name, kind) VALUES (p_name, p_kind) ON CONFLICT (name) DO NOTHING;
  SELECT * INTO found FROM ledger.unit WHERE name = p_name;
  IF found.kind <> p_kind THEN
    RAISE EXCEPTION 'unit % is of kind %, not %', p_name, found.kind, p_kind;
  END IF;
  RETURN found.id;
END $$;
REVOKE EXECUTE ON FUNCTION ledger.define_unit FROM PUBLIC;
