-- Foundations: the schema of the ledger, the application's role with its privileges, and checks of texts.

CREATE SCHEMA ledger;

-- Roles belong to the cluster: another of its databases may have created this one, even concurrently.
DO $$
BEGIN
  IF NOT EXISTS (SELECT FROM pg_roles WHERE rolname = 'lightstick_app') THEN
    CREATE ROLE lightstick_app NOLOGIN;
  END IF;
EXCEPTION WHEN duplicate_object OR unique_violation THEN
  NULL;
END $$;

-- The owner must be able to act as that role. From version 16 on the creator is a member but not always allowed to, and
-- only an attempt shows it.
DO $$
BEGIN
  SET LOCAL ROLE lightstick_app;
  RESET ROLE;
EXCEPTION WHEN insufficient_privilege THEN
  BEGIN
    EXECUTE format('GRANT lightstick_app TO %I', current_user);
  EXCEPTION WHEN unique_violation THEN
    NULL;
  END;
END $$;

-- The application writes every table of the product, unless its privilege is revoked beside the table, and none of the
-- ledger.
GRANT USAGE ON SCHEMA ledger TO lightstick_app;
GRANT USAGE ON SCHEMA public TO lightstick_app;
ALTER DEFAULT PRIVILEGES IN SCHEMA public GRANT SELECT, INSERT, UPDATE, DELETE ON TABLES TO lightstick_app;
ALTER DEFAULT PRIVILEGES IN SCHEMA public GRANT USAGE ON SEQUENCES TO lightstick_app;

-- Functions search their own schemas. A session's temporary tables come last, and the application may create none.
DO $$
BEGIN
  EXECUTE format('REVOKE TEMPORARY ON DATABASE %I FROM PUBLIC', current_database());
END $$;

-- Functions that CHECK constraints use are here and not in sql/, because a change would not check existing rows again.

-- Texts of a content pack: {"en_US": …, "zh_TW": …}.
CREATE FUNCTION is_text_in_both_languages(p_text jsonb) RETURNS boolean LANGUAGE sql IMMUTABLE
SET search_path = public, pg_temp AS $$
  SELECT jsonb_typeof(p_text -> 'en_US') = 'string' AND p_text ->> 'en_US' <> ''
     AND jsonb_typeof(p_text -> 'zh_TW') = 'string' AND p_text ->> 'zh_TW' <> ''
$$;

-- Texts of fans contain no invisible or direction-changing characters; the list is the contract's. Only the contract
-- handles the joiner U+200D, which emoji need, and line breaks.
CREATE FUNCTION hidden_characters() RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE
RETURN '[\u0001-\u0009\u000B-\u001F\u007F-\u009F\u00AD\u034F\u0600-\u0605\u061C\u06DD\u070F\u0890\u0891\u08E2\u115F\u1160'
  || '\u17B4\u17B5\u180B-\u180F\u200B\u200C\u200E\u200F\u2028-\u202E\u2060-\u206F\u2800\u3164\uE000-\uF8FF\uFEFF\uFFA0'
  || '\uFFF0-\uFFFB\U000110BD\U000110CD\U00013430-\U0001343F\U0001BCA0-\U0001BCA3\U0001D173-\U0001D17A'
  || '\U000E0000-\U000E00FF\U000E01F0-\U000E0FFF\U000F0000-\U0010FFFF]';

CREATE FUNCTION is_visible_text(given text) RETURNS boolean LANGUAGE sql IMMUTABLE PARALLEL SAFE
RETURN given IS NFC NORMALIZED AND given !~ hidden_characters();

CREATE FUNCTION is_never_falling(numbers bigint[]) RETURNS boolean LANGUAGE sql IMMUTABLE
SET search_path = public, pg_temp AS $$
  SELECT coalesce(bool_and(here >= before), true)
    FROM (SELECT n AS here, lag(n, 1, n) OVER (ORDER BY place) AS before
            FROM unnest(numbers) WITH ORDINALITY AS list (n, place)) neighbours
$$;
