-- Returns a UUID of version 7 of a time, always the same one for a text. Its month is the book of what is posted under it. Its
-- variant is one that no client's key has, so that a fan cannot use it up in advance.
CREATE OR REPLACE FUNCTION ledger.dated_key(p_at timestamptz, p_text text) RETURNS uuid
LANGUAGE sql IMMUTABLE SET search_path = ledger, pg_temp AS $$
  SELECT (lpad(to_hex((extract(epoch FROM p_at) * 1000)::bigint), 12, '0') || '7' || substr(h, 1, 3)
          || 'c' || substr(h, 4, 15))::uuid
    FROM encode(sha256(convert_to(p_text, 'UTF8')), 'hex') AS h
$$;
REVOKE EXECUTE ON FUNCTION ledger.dated_key FROM PUBLIC;
